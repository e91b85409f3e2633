/* The log of a process, as an operator's tools read it. */
import { expect, test } from "bun:test";
import { join } from "node:path";

const LOG = join(import.meta.dir, "../src/service/log.ts");

/** Runs statements with a log at level info, and returns its lines. */
function linesOf(statements: string): readonly Record<string, unknown>[] {
  const program = `const log = await (await import("${LOG}")).createLog("info"); ${statements}`;
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, "-e", program]);
  expect(exitCode).toBe(0);
  const lines = stdout.toString().split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line));
}

test("an error is logged with its type, message, code and stack, and nothing else", () => {
  const [timeout, database] = linesOf(`
    log.error({ err: new DOMException("too late", "TimeoutError") }, "one");
    log.error({ err: Object.assign(new RangeError("no"), { code: "08006", query: "select 1" }) }, "two");`);
  expect(timeout).toMatchObject({ msg: "one", err: { message: "too late" } });
  expect(database).toMatchObject({ msg: "two", err: { type: "RangeError", message: "no", code: "08006" } });
  for (const line of [timeout, database]) {
    const allowed = ["type", "message", "code", "stack"];
    expect(Object.keys(line?.["err"] as object).filter((key) => !allowed.includes(key))).toEqual([]);
  }
});

test("the cause of an error is part of its message", () => {
  const [line] = linesOf(`log.warn({ err: new Error("outer", { cause: new Error("inner") }) }, "both");`);
  expect(line).toMatchObject({ err: { message: "outer: inner" } });
});

test("each line has a level and a time, and one below the level is left out", () => {
  const [line, ...others] = linesOf(`
    log.info({ a: 1 }, "said");
    (await (await import("${LOG}")).createLog("warn")).info({}, "not said");`);
  expect(line).toEqual({ level: 30, time: expect.any(Number), a: 1, msg: "said" });
  expect(others).toEqual([]);
});
