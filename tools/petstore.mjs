#!/usr/bin/env node
/* `npx petstore` in a clone: runs the program on the Bun in node_modules. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bun = join(root, "node_modules", ".bin", "bun");
if (!existsSync(bun)) {
  console.error("petstore: packages are not installed: run `npm ci --omit=dev` (or `npm start`) in the clone first");
  process.exit(1);
}
const child = spawn(bun, [join(root, "src", "main.ts"), ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
// SIGTERM to npx ends its shell, which passes nothing on: the program would stay behind.
const parent = process.ppid;
if (process.env.npm_command === "exec") setInterval(() => process.ppid === parent || child.kill("SIGTERM"), 200);
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
