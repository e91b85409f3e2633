/*
 * Loaded before a service that is measured: writes its longest turn of the event loop since the last signal, in milliseconds. Of a turn
 * counts what it worked, so that other programs on the machine do not count.
 */
import { writeFileSync } from "node:fs";

const EVERY_MS = 1;

const worked = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

let last = { at: performance.now(), worked: worked() };
let longest = 0;
setInterval(() => {
  const next = { at: performance.now(), worked: worked() };
  longest = Math.max(longest, Math.min(next.at - last.at - EVERY_MS, next.worked - last.worked));
  last = next;
}, EVERY_MS).unref();

process.on("SIGUSR2", () => {
  writeFileSync(process.env["TURNS_FILE"] ?? "/dev/null", longest.toFixed(1));
  longest = 0;
});
