import { fstatSync, writeSync } from "node:fs";
import type { Config } from "./config.ts";
import type { Log } from "./http/observe.ts";

/** Lines that wait for a slow reader of stdout are held up to so many bytes; more are dropped, requests are not stopped. */
const BUFFER_MAX = 4 * 1024 * 1024;

/**
 * pino takes a sixth of the start to load: it is loaded with the first line, or after so many milliseconds, while files can still be
 * opened (docs/decisions/011-start.md).
 */
const LOADED_MS = 1000;

/** Which of several processes writes a line. */
interface Origin {
  readonly number: number;
  /** The supervisor's stdout is a terminal. */
  readonly isTerminal: boolean;
}

/**
 * The service's log: JSON lines on stdout, readable ones when stdout is a terminal. One of several workers has its number
 * in each line, and its supervisor's stdout is what counts.
 */
export function createLog(level: Config["logLevel"], worker?: Origin): Log {
  let log: Log | undefined;
  let isLoading = false;
  const early: ((log: Log) => void)[] = [];

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    log = await open(level, worker).catch(unopened);
    for (const line of early.splice(0)) line(log);
  }

  setTimeout(() => void load(), LOADED_MS).unref();
  return logBy((severity, fields, message) => {
    if (log !== undefined) {
      log[severity](fields, message);
      return;
    }
    early.push((opened) => opened[severity](fields, message));
    void load();
  });
}

function logBy(write: (severity: keyof Log, fields: object, message: string) => void): Log {
  const writer = (severity: keyof Log) => (fields: object, message: string) => write(severity, fields, message);
  return { info: writer("info"), warn: writer("warn"), error: writer("error") };
}

/** Whether a line is written for each request at this level. */
export function logsRequests(level: Config["logLevel"]): boolean {
  return level === "trace" || level === "debug" || level === "info";
}

/** Should no file be left that can be opened: the log is what tells of that. */
function unopened(err: unknown): Log {
  const log = logBy((severity, fields, msg) => {
    writeSync(1, `${JSON.stringify({ severity, ...fields, msg })}\n`);
  });
  log.error({ cause: String(err) }, "the log could not be opened");
  return log;
}

async function open(level: Config["logLevel"], worker: Origin | undefined) {
  const write = (worker?.isTerminal ?? isTerminal()) ? await readable() : undefined;
  const { pino } = await import("pino");
  const base = worker === undefined ? null : { worker: worker.number };
  const lines = write ?? pino.destination({ dest: 1, sync: false, maxLength: BUFFER_MAX });
  return pino({ level, base, serializers: { err: pino.stdSerializers.err } }, lines);
}

async function readable() {
  const { default: pretty } = await import("pino-pretty");
  const stream = pretty({ colorize: true, translateTime: "SYS:HH:MM:ss.l", singleLine: true, sync: true });
  return { write: (line: string) => stream.write(line) };
}

/** Whether stdout is one. `process.stdout`, which takes longer to load than the database to open, is asked only then. */
function isTerminal(): boolean {
  return fstatSync(1).isCharacterDevice() && process.stdout.isTTY === true;
}
