/* What prom-client does for the metrics: those of the process, and the text for Prometheus. Loaded when they are first read. */
// Not all of prom-client: its index loads clients of HTTP, which doubles the time that it takes.
import type { Counter } from "prom-client";
import AggregatorRegistry from "prom-client/lib/cluster.js";
import osMemory from "prom-client/lib/metrics/osMemoryHeap.js";
import processCpu from "prom-client/lib/metrics/processCpuTotal.js";
import maxFds from "prom-client/lib/metrics/processMaxFileDescriptors.js";
import openFds from "prom-client/lib/metrics/processOpenFileDescriptors.js";
import startTime from "prom-client/lib/metrics/processStartTime.js";
import Registry from "prom-client/lib/registry.js";
import type { MetricSamples, ReadMetric } from "./meters.ts";

/** The media type of `renderMetrics`. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const PROCESS_METRICS: ReadonlySet<string> = new Set([
  "process_cpu_seconds_total",
  "process_cpu_system_seconds_total",
  // Its collection also sets the other two.
  "process_cpu_user_seconds_total",
  "process_max_fds",
  "process_open_fds",
  "process_resident_memory_bytes",
  "process_start_time_seconds",
]);

let ofProcess: Registry | undefined;

/** What the library measures of this process. */
export async function processSamples(): Promise<readonly ReadMetric[]> {
  ofProcess ??= processRegistry();
  const read: readonly object[] = await ofProcess.getMetricsAsJSON();
  return read as readonly ReadMetric[];
}

function processRegistry(): Registry {
  const registry = new Registry();
  const { user, system } = process.cpuUsage();
  // Not all default metrics: those of Node's event loop and heap are not real numbers on Bun, and reading them forces a full collection.
  for (const measure of [osMemory, processCpu, maxFds, openFds, startTime]) measure(registry);
  for (const { name } of registry.getMetricsAsArray())
    if (!PROCESS_METRICS.has(name)) registry.removeSingleMetric(name);
  // The library counts from here on: what the process has used before is added.
  const used = {
    process_cpu_user_seconds_total: user,
    process_cpu_system_seconds_total: system,
    process_cpu_seconds_total: user + system,
  };
  for (const [name, microseconds] of Object.entries(used))
    (registry.getSingleMetric(name) as Counter).inc(microseconds / 1e6);
  return registry;
}

/** The text for Prometheus of what one or several processes have measured. */
export async function renderMetrics(all: readonly MetricSamples[]): Promise<string> {
  return AggregatorRegistry.aggregate(all.map((one) => [...one])).metrics();
}
