/* `/metrics` of the real process, as Prometheus reads it. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { connectionCounter } from "../../src/service/measurements.ts";
import { type Program, runProgram, startProgram, until, within } from "../support/program.ts";
import { testWhere, testWithTool } from "../support/system-tool.ts";

setDefaultTimeout(60_000);

async function metricsOf({ origin }: Program): Promise<string> {
  return (await fetch(`${origin}/metrics`)).text();
}

/** The value of a series; labels are part of its name. */
function seriesOf(text: string, series: string): number {
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
}

test("the process, its build, its database and its connections are measured", async () => {
  await using program = await startProgram();
  const text = await metricsOf(program);
  expect(text).toContain(`petstore_build_info{version="${manifest.version}",bun_version="${Bun.version}"} 1\n`);
  expect(seriesOf(text, "process_resident_memory_bytes")).toBeGreaterThan(10e6);
  expect(seriesOf(text, "process_open_fds")).toBeGreaterThan(5);
  expect(seriesOf(text, "process_start_time_seconds")).toBeGreaterThan(1.7e9);
  expect(seriesOf(text, "petstore_database_size_bytes")).toBeGreaterThan(10_000);
  expect(seriesOf(text, "petstore_http_streams_open")).toBe(0);
  await until(
    async () =>
      seriesOf(await metricsOf(program), "process_cpu_seconds_total") > seriesOf(text, "process_cpu_seconds_total"),
    "CPU time",
  );
});

test("free disk space and the time of the last backup are measured on SQLite", async () => {
  await using program = await startProgram();
  const before = await metricsOf(program);
  expect(seriesOf(before, "petstore_disk_free_bytes")).toBeGreaterThan(0);
  expect(seriesOf(before, "petstore_last_backup_timestamp_seconds")).toBe(0);
  const startedAt = Date.now() / 1000;
  expect(await runProgram(["backup", "copy.db"], { cwd: program.cwd })).toMatchObject({ exitCode: 0 });
  const at = seriesOf(await metricsOf(program), "petstore_last_backup_timestamp_seconds");
  expect(at).toBeGreaterThanOrEqual(startedAt);
  // A backup that fails does not count.
  expect(await runProgram(["backup", "missing/copy.db"], { cwd: program.cwd })).toMatchObject({ exitCode: 2 });
  expect(seriesOf(await metricsOf(program), "petstore_last_backup_timestamp_seconds")).toBe(at);
});

test("a disk that cannot be measured leaves the other metrics readable", async () => {
  await using program = await startProgram();
  rmSync(join(program.cwd, "data"), { recursive: true });
  const text = await metricsOf(program);
  expect(text).toMatch(/^petstore_disk_free_bytes NaN$/im);
  expect(seriesOf(text, "process_open_fds")).toBeGreaterThan(5);
});

const isLinux = process.platform === "linux";

testWhere(isLinux, "only Linux lists them", "open connections are counted while they are open", async () => {
  await using program = await startProgram();
  const { hostname, port } = new URL(program.origin);
  const open = async () => seriesOf(await metricsOf(program), "petstore_http_connections_open");
  const before = await open();
  const sockets = await Promise.all(
    Array.from({ length: 5 }, () => Bun.connect({ hostname, port: Number(port), socket: { data() {} } })),
  );
  await until(async () => (await open()) >= before + 5, "five more connections");
  for (const socket of sockets) socket.end();
  await until(async () => (await open()) <= before, "the end of the connections");
});

testWhere(
  isLinux,
  "only Linux lists them",
  "open connections are counted once a second, however often it is asked",
  async () => {
    let now = 0;
    using server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const count = connectionCounter(server.port, () => now);
    expect(await count?.()).toBe(0);
    const socket = await Bun.connect({ hostname: "127.0.0.1", port: server.port, socket: { data() {} } });
    now = 999;
    expect(await count?.()).toBe(0);
    now = 1000;
    expect(await count?.()).toBe(1);
    socket.end();
  },
);

test("names follow the conventions: base units, _total on counters only, help for each", async () => {
  await using program = await startProgram();
  const text = await metricsOf(program);
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => ({ name, type }));
  expect(types.length).toBeGreaterThan(15);
  for (const { name, type } of types) {
    expect(name).toMatch(/^(?:process|petstore)_[a-z_]+$/);
    expect({ name, isCounter: name.endsWith("_total") }).toEqual({ name, isCounter: type === "counter" });
    expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|kb|mb|percent)(?:_|$)/);
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, "m"));
  }
});

testWithTool("promtool", "promtool finds nothing wrong with the metrics", async () => {
  await using program = await startProgram();
  const page = new Blob([await metricsOf(program)]);
  const child = Bun.spawn(["promtool", "check", "metrics"], { stdin: page, stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr] = await within(
    Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]),
    "promtool",
  );
  expect({ exitCode: await child.exited, stdout, stderr }).toEqual({ exitCode: 0, stdout: "", stderr: "" });
});
