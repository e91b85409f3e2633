import { pino } from "pino";
import { keepingLast } from "../core/caches/last.ts";
import type { Log } from "../http/application.ts";
import { explainFullDisk } from "../store/permissions.ts";
import { clock } from "./runtime.ts";
import type { Config } from "./settings/settings.ts";

/** How many bytes are buffered for a slow reader of stdout; further lines are dropped. */
const BUFFER_MAX = 4 * 1024 * 1024;

/** The maximum length of a batch, in characters. */
const BATCH_MAX = 64 * 1024;

/** A crash loses the lines of this time at most. */
const FLUSH_MS = 500;

const INFO = pino.levels.values["info"];

/** From level `error` on, lines are written at once: the process may be about to end. */
const URGENT = pino.levels.values["error"] ?? 50;

/** Writes lines in batches: writing each would take longer than formatting it. Flushes at exit. */
function batched(destination: ReturnType<typeof pino.destination>) {
  let batch = "";
  function flush(): void {
    if (batch !== "") destination.write(batch);
    batch = "";
  }
  function add(line: string): void {
    if (batch.length + line.length > BATCH_MAX) flush();
    batch += line;
  }
  setInterval(flush, FLUSH_MS).unref();
  // Before the destination closes.
  process.once("beforeExit", flush);
  process.once("exit", () => {
    if (batch === "") return;
    flush();
    destination.flushSync();
  });
  return {
    add,
    // Tells pino to pass the level of each line.
    [Symbol.for("pino.metadata")]: true,
    lastLevel: 0,
    write(line: string) {
      add(line);
      if (this.lastLevel >= URGENT) flush();
    },
  };
}

/**
 * Keeps the service running while the log cannot be written, as on a full disk, and reports that once. Lines wait for space. Those still
 * waiting at exit are dropped: pino would retry forever and block the exit.
 */
function surviveFailures(destination: ReturnType<typeof pino.destination>): void {
  const { flushSync } = destination;
  let isFailing = false;
  destination.on("error", (error: NodeJS.ErrnoException) => {
    // The reader is gone.
    if (isFailing || error.code === "EPIPE") return;
    isFailing = true;
    destination.flushSync = () => {};
    process.stderr.write(`petstore: cannot write the log: ${explainFullDisk(error) ?? error.message}\n`);
  });
  destination.on("write", () => {
    if (!isFailing) return;
    isFailing = false;
    destination.flushSync = flushSync;
  });
}

/** Formats an error without the two dozen constants that a DOMException inherits. */
function describeError(error: Error) {
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return { type, message, stack, code };
}

/** Creates the log: JSON lines on stdout, or readable lines on a terminal. */
export async function createLog(level: Config["logLevel"]) {
  const options = { level, base: null, serializers: { err: describeError } };
  if (!process.stdout.isTTY) {
    const destination = pino.destination({ dest: 1, sync: false, maxLength: BUFFER_MAX, maxWrite: BATCH_MAX });
    surviveFailures(destination);
    const lines = batched(destination);
    const log = pino(options, lines);
    // Request lines are formatted here: pino takes many times as long.
    const begin = keepingLast((time: number) => `{"level":${INFO},"time":${time},`);
    const end = keepingLast((message: string) => `,"msg":${JSON.stringify(message)}}\n`);
    const line: Log["line"] = (members, message) => lines.add(begin(clock()) + members + end(message));
    return Object.assign(log, { line });
  }
  const { default: pretty } = await import("pino-pretty");
  const log = pino(options, pretty({ colorize: true, translateTime: "SYS:HH:MM:ss.l", singleLine: true, sync: true }));
  const line: Log["line"] = (members, message) => log.info(JSON.parse(`{${members}}`) as object, message);
  return Object.assign(log, { line });
}

/** Logs start and stop of the service; on a terminal, the announcement on stderr suffices. */
export function logLifecycle(log: Pick<Log, "info">, fields: object, message: string): void {
  if (!process.stdout.isTTY) log.info(fields, message);
}
