import { expect } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** Runs a program on Node and returns its output. If the program fails, the test fails with all of the output. */
export function run(program: string, ...args: string[]): Promise<string> {
  return runIn(root, program, ...args);
}

/** The same in another folder. The path of the program is that from the root. */
export async function runIn(cwd: string, program: string, ...args: string[]): Promise<string> {
  const child = Bun.spawn(["node", join(root, program), ...args], {
    cwd,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect({ exitCode, output: exitCode === 0 ? "" : stdout + stderr }).toEqual({ exitCode: 0, output: "" });
  return stdout;
}
