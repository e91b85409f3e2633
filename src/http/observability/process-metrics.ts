/* Metrics of this process, with the standard names of Prometheus client libraries. */
import { readdir, readFile } from "node:fs/promises";
import { counter, gauge, type Metric } from "./meters.ts";

/** The metrics of this process. NaN where the system does not tell. */
export function readProcess(): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  const seconds = (microseconds: number) => () => [{ labels: {}, value: microseconds / 1e6 }];
  return [
    counter("process_cpu_user_seconds_total", "User CPU time spent, in seconds", seconds(user)),
    counter("process_cpu_system_seconds_total", "System CPU time spent, in seconds", seconds(system)),
    counter("process_cpu_seconds_total", "User and system CPU time spent, in seconds", seconds(user + system)),
    gauge("process_start_time_seconds", "Start time of the process, in seconds since 1970", () =>
      Math.floor(performance.timeOrigin / 1000),
    ),
    gauge("process_resident_memory_bytes", "Resident memory", () => process.memoryUsage.rss()),
    gauge("process_open_fds", "Open file descriptors", async () => (await readdir("/proc/self/fd")).length),
    gauge("process_max_fds", "Open file descriptors, at most", async () =>
      Number(/^Max open files +(\d+)/m.exec(await readFile("/proc/self/limits", "latin1"))?.[1]),
    ),
  ];
}
