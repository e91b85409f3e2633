import { pino } from "pino";
import { keepingLast } from "../core/caches/last.ts";
import type { Log } from "../http/application.ts";
import { explainFullDisk } from "../store/permissions.ts";
import { clock } from "./runtime.ts";
import type { Config } from "./settings/settings.ts";

/** Lines waiting for a slow reader of stdout are buffered up to this many bytes; more are dropped. */
const BUFFER_MAX = 4 * 1024 * 1024;

/** Lines are written in batches of at most this many characters. */
const BATCH_MAX = 64 * 1024;

/** A crash loses at most the lines of this time. */
const FLUSH_MS = 500;

const INFO = pino.levels.values["info"];

/** From the level `error` on, a line is written at once: the process may be about to end. */
const URGENT = pino.levels.values["error"] ?? 50;

/**
 * Collects lines into batches: handing over each line would take longer than making it. The rest is written when the process
 * ends.
 */
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
  // Before the destination ends itself.
  process.once("beforeExit", flush);
  process.once("exit", () => {
    if (batch === "") return;
    flush();
    destination.flushSync();
  });
  return {
    add,
    // With this, pino sets the level of each line.
    [Symbol.for("pino.metadata")]: true,
    lastLevel: 0,
    write(line: string) {
      add(line);
      if (this.lastLevel >= URGENT) flush();
    },
  };
}

/**
 * Goes on while the log cannot be written, as on a full disk, and says so once. Lines wait until there is space. Those that still wait
 * at the end are lost: pino would try to write them for ever, and the process would not end.
 */
function surviveFailures(destination: ReturnType<typeof pino.destination>): void {
  const { flushSync } = destination;
  let isFailing = false;
  destination.on("error", (error: NodeJS.ErrnoException) => {
    // Nobody reads the log.
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

/** An error without the inherited constants of a DOMException, of which there are two dozen. */
function describeError(error: Error) {
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return { type, message, stack, code };
}

/** Creates the service's log: JSON lines on stdout, readable ones on a terminal. */
export async function createLog(level: Config["logLevel"]) {
  const options = { level, base: null, serializers: { err: describeError } };
  if (!process.stdout.isTTY) {
    const destination = pino.destination({ dest: 1, sync: false, maxLength: BUFFER_MAX, maxWrite: BATCH_MAX });
    surviveFailures(destination);
    const lines = batched(destination);
    const log = pino(options, lines);
    // Every request has a line, and pino takes many times as long to write it.
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

/** Logs the start and the end of the service. On a terminal, the announcement on stderr is enough. */
export function logLifecycle(log: Pick<Log, "info">, fields: object, message: string): void {
  if (!process.stdout.isTTY) log.info(fields, message);
}
