import { SonicBoom } from "sonic-boom";
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

/** The levels as tools for logs of pino know them. */
const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, silent: Number.POSITIVE_INFINITY } as const;

/** Takes lines, each with its newline. Urgent ones are written at once: the process may be about to end. */
type AddLine = (line: string, isUrgent: boolean) => void;

/**
 * Collects lines into batches: handing over each line would take longer than making it. The rest is written when the process
 * ends.
 */
function batched(destination: SonicBoom): AddLine {
  let batch = "";
  function flush(): void {
    if (batch !== "") destination.write(batch);
    batch = "";
  }
  setInterval(flush, FLUSH_MS).unref();
  process.once("beforeExit", flush);
  process.once("exit", () => {
    flush();
    destination.flushSync();
  });
  return (line, isUrgent) => {
    if (batch.length + line.length > BATCH_MAX) flush();
    batch += line;
    if (isUrgent) flush();
  };
}

/**
 * Goes on while the log cannot be written, as on a full disk, and says so once. Lines wait until there is space. Those that still wait
 * at the end are lost: they would be tried for ever, and the process would not end.
 */
function surviveFailures(destination: SonicBoom): void {
  const { flushSync } = destination;
  let isFailing = false;
  destination.on("error", (error: NodeJS.ErrnoException) => {
    destination.flushSync = () => {};
    // Nobody reads the log, and nobody will.
    if (error.code === "EPIPE") destination.write = () => true;
    else if (!isFailing)
      process.stderr.write(`petstore: cannot write the log: ${explainFullDisk(error) ?? error.message}\n`);
    isFailing = true;
  });
  destination.on("write", () => {
    if (!isFailing) return;
    isFailing = false;
    destination.flushSync = flushSync;
  });
}

/** An error and its causes, each once. */
function withCauses(error: Error): readonly Error[] {
  const chain = new Set<Error>();
  for (let next: unknown = error; next instanceof Error && !chain.has(next); next = next.cause) chain.add(next);
  return [...chain];
}

/** An error without its other members: a DOMException has two dozen constants, and those of drivers may have data of the shop. */
function describeError(error: Error) {
  const all = withCauses(error);
  return {
    type: error.constructor.name,
    message: all.map(({ message }) => message).join(": "),
    stack: all.map(({ stack }) => stack).join("\ncaused by: "),
    code: (error as NodeJS.ErrnoException).code,
  };
}

function toJson(_name: string, value: unknown): unknown {
  if (value instanceof Error) return describeError(value);
  return typeof value === "bigint" ? Number(value) : value;
}

/** Creates the service's log: JSON lines on stdout, readable ones on a terminal. */
export async function createLog(level: Config["logLevel"]): Promise<Log> {
  const add = await lineWriter();
  const at = (name: "info" | "warn" | "error") => (fields: object, message: string) => {
    if (LEVELS[name] < LEVELS[level]) return;
    const line = JSON.stringify({ level: LEVELS[name], time: clock(), ...fields, msg: message }, toJson);
    add(`${line}\n`, name === "error");
  };
  // Every request has a line, and to write an object takes many times as long.
  const begin = keepingLast((time: number) => `{"level":${LEVELS.info},"time":${time},`);
  const end = keepingLast((message: string) => `,"msg":${JSON.stringify(message)}}\n`);
  return {
    isLevelEnabled: (name) => LEVELS[name] >= LEVELS[level],
    line: (members, message) => add(begin(clock()) + members + end(message), false),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}

async function lineWriter(): Promise<AddLine> {
  if (process.stdout.isTTY) {
    const { default: pretty } = await import("pino-pretty");
    const lines = pretty({ colorize: true, translateTime: "SYS:HH:MM:ss.l", singleLine: true, sync: true });
    return (line) => lines.write(line);
  }
  const destination = new SonicBoom({ dest: 1, sync: false, maxLength: BUFFER_MAX, maxWrite: BATCH_MAX });
  surviveFailures(destination);
  return batched(destination);
}

/** Logs the start and the end of the service. On a terminal, the announcement on stderr is enough. */
export function logLifecycle(log: Pick<Log, "info">, fields: object, message: string): void {
  if (!process.stdout.isTTY) log.info(fields, message);
}
