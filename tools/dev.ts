/*
 * `npm run dev`: the service, which starts again when its source or that of the console changes. It bundles the console at the
 * next visit; pages that are open notice the new version and load themselves again, with what was typed.
 */
import { watch } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");

/** Editors write a file in several steps. */
const PAUSE_MS = 100;

function start() {
  const command = [process.execPath, "--watch", join(root, "src/main.ts"), "serve", ...process.argv.slice(2)];
  return Bun.spawn(command, { stdio: ["inherit", "inherit", "inherit"] });
}

let service = start();
let timer: Timer | undefined;

watch(join(root, "src/console"), { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    // At once: open streams would keep it for as long as it may take to stop, and what is acknowledged is on disk.
    service.kill("SIGKILL");
    await service.exited;
    service = start();
  }, PAUSE_MS);
});

process.on("SIGTERM", () => {
  service.kill();
  process.exit();
});
