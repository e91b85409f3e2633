import pino from "pino";
import pretty from "pino-pretty";
import type { Config } from "./config.ts";

/** Lines that wait for a slow reader of stdout are held up to so many bytes; more are dropped, requests are not stopped. */
const BUFFER_MAX = 4 * 1024 * 1024;

/** The service's log: JSON lines on stdout, readable ones when stdout is a terminal. */
export function createLog(level: Config["logLevel"]) {
  const options = { level, base: null, serializers: { err: pino.stdSerializers.err } };
  if (process.stdout.isTTY) {
    return pino(options, pretty({ colorize: true, translateTime: "SYS:HH:MM:ss.l", singleLine: true, sync: true }));
  }
  return pino(options, pino.destination({ dest: 1, sync: false, maxLength: BUFFER_MAX }));
}
