import { expect } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** Runs a program on Node and returns its output. If the program fails, the test fails with all of the output. */
export async function run(program: string, ...args: string[]): Promise<string> {
  const child = Bun.spawn(["node", join(root, program), ...args], {
    cwd: root,
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
