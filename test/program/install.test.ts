import { expect, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "../support/folder.ts";
import { until, within } from "../support/program.ts";

const root = join(import.meta.dir, "../..");

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

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s to `npm start` ends the service gracefully",
  async (signal) => {
    using folder = emptyFolder();
    const child = Bun.spawn(["npm", "start"], {
      cwd: root,
      env: { ...process.env, PORT: "0", DATABASE_URL: `sqlite://${folder.path}/petstore.db` },
      stdin: "ignore",
      stdout: "ignore",
      stderr: Bun.file(join(folder.path, "stderr")),
    });
    try {
      const errors = () => Bun.file(join(folder.path, "stderr")).text();
      await until(async () => /listens on/.test(await errors()), "the announcement");
      child.kill(signal);
      expect(await within(child.exited, "the end of npm")).toBe(0);
      expect(await errors()).toContain(`petstore: ${signal}, finishing requests in flight`);
    } finally {
      child.kill("SIGTERM");
    }
  },
  40_000,
);
