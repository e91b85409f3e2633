import { expect, test } from "bun:test";
import { join } from "node:path";

test("a command installs nothing when everything is installed", () => {
  const root = join(import.meta.dir, "..");
  const { stdout, exitCode } = Bun.spawnSync(["node", "tools/run.mjs", "generate", "--check"], { cwd: root });
  expect(stdout.toString()).not.toContain("Installing");
  expect(exitCode).toBe(0);
});
