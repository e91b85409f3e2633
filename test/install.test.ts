import { expect, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "./folder.ts";

const root = join(import.meta.dir, "..");

test("a script installs nothing when everything is installed", () => {
  const { stdout, exitCode } = Bun.spawnSync(["node", "tools/install.mjs"], { cwd: root });
  expect(stdout.toString()).toBe("");
  expect(exitCode).toBe(0);
});

test("a script installs what is missing or has another version, says so, and fails when npm does", () => {
  using folder = emptyFolder();
  const path = (name: string) => join(folder.path, name);
  mkdirSync(path("tools"));
  mkdirSync(path("node_modules"));
  cpSync(join(root, "tools/install.mjs"), path("tools/install.mjs"));
  const write = (file: string, packages: object) => writeFileSync(path(file), JSON.stringify({ packages }));
  const install = (...args: string[]) =>
    // Without npm on the path, every installation fails.
    Bun.spawnSync([Bun.which("node") ?? "node", "tools/install.mjs", ...args], { cwd: folder.path, env: { PATH: "" } });
  write("package-lock.json", {
    "node_modules/one": { version: "1.0.0" },
    "node_modules/two": { version: "2.0.0", dev: true },
    "node_modules/three": { version: "3.0.0", optional: true },
  });
  write("node_modules/.package-lock.json", { "node_modules/one": { version: "1.0.0" } });
  expect(install("--omit=dev").exitCode).toBe(0);
  const missing = install();
  expect(missing.stdout.toString()).toStartWith("Installing packages from package-lock.json, once: npm ci");
  expect(missing.stderr.toString()).toContain("npm ci failed");
  expect(missing.exitCode).toBe(1);
  write("node_modules/.package-lock.json", { "node_modules/one": { version: "0.9.0" } });
  expect(install("--omit=dev").exitCode).toBe(1);
});
