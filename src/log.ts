import { fstatSync } from "node:fs";
import pino from "pino";
import type { Config } from "./config.ts";

/** Lines that wait for a slow reader of stdout are held up to so many bytes; more are dropped, requests are not stopped. */
const BUFFER_MAX = 4 * 1024 * 1024;

/**
 * The service's log: JSON lines on stdout, readable ones when stdout is a terminal. One of several workers has its number
 * in each line, and its supervisor's stdout is what counts.
 */
export async function createLog(
  level: Config["logLevel"],
  worker?: { readonly number: number; readonly isTerminal: boolean },
) {
  const base = worker === undefined ? null : { worker: worker.number };
  const options = { level, base, serializers: { err: pino.stdSerializers.err } };
  if (worker?.isTerminal ?? isTerminal()) {
    const { default: pretty } = await import("pino-pretty");
    return pino(options, pretty({ colorize: true, translateTime: "SYS:HH:MM:ss.l", singleLine: true, sync: true }));
  }
  return pino(options, pino.destination({ dest: 1, sync: false, maxLength: BUFFER_MAX }));
}

/** Whether stdout is one. `process.stdout`, which takes longer to load than the database to open, is asked only then. */
function isTerminal(): boolean {
  return fstatSync(1).isCharacterDevice() && process.stdout.isTTY === true;
}
