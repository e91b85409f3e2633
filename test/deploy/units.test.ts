/* The units for systemd. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settings } from "../../src/service/settings/settings.ts";
import { emptyFolder } from "../support/folder.ts";
import { testWithTool } from "../support/system-tool.ts";

const folder = join(import.meta.dir, "../../deploy");
const units = readdirSync(folder).filter((name) => /\.(?:service|timer)$/.test(name));
const text = (name: string) => readFileSync(join(folder, name), "utf8");
const services = units.filter((name) => name.endsWith(".service"));

/** The values of a directive. */
function valuesOf(name: string, directive: string): string[] {
  return [...text(name).matchAll(new RegExp(`^${directive}=(.*)$`, "gm"))].map(([, value = ""]) => value);
}

describe("units", () => {
  test("set only settings that there are", () => {
    const names: readonly string[] = Object.values(settings).map(({ name }) => name);
    for (const unit of services)
      for (const pair of valuesOf(unit, "Environment")) expect(names).toContain(pair.split("=")[0] ?? "");
  });

  test("of the service and of its backup have the same user and the same data", () => {
    for (const directive of ["User", "DynamicUser", "UMask", "EnvironmentFile"]) {
      expect(valuesOf("petstore-backup.service", directive)).toEqual(valuesOf("petstore.service", directive));
    }
    const database = (unit: string) => valuesOf(unit, "Environment").filter((pair) => pair.startsWith("DATABASE_URL="));
    expect(database("petstore-backup.service")).toEqual(database("petstore.service"));
    expect(valuesOf("petstore-backup.service", "StateDirectory")[0]).toStartWith("petstore ");
  });

  test("of one shop among many are that of a single one, with a user, data and settings of its own", () => {
    const own = /^(?:#|Description|Environment|User|StateDirectory=)/;
    const shared = (unit: string) =>
      text(unit)
        .split("\n")
        .filter((line) => !own.test(line));
    expect(shared("petstore@.service")).toEqual(shared("petstore.service"));
    for (const directive of ["EnvironmentFile", "User", "StateDirectory", "Environment"]) {
      for (const value of valuesOf("petstore@.service", directive)) expect(value).toContain("%i");
    }
  });

  test("give the service longer to stop than its settings take", () => {
    const { shutdownDelaySeconds, shutdownTimeoutSeconds } = settings;
    const needed = Number(shutdownDelaySeconds.default) + Number(shutdownTimeoutSeconds.default) + 5;
    expect(Number(valuesOf("petstore.service", "TimeoutStopSec")[0])).toBeGreaterThanOrEqual(needed);
  });

  testWithTool("systemd-analyze", "pass systemd-analyze verify without a word", () => {
    // It demands the program, and reports an unknown directive only on stderr.
    using copies = emptyFolder();
    const paths = units.map((unit) => join(copies.path, unit));
    for (const [index, unit] of units.entries()) {
      const program = text(unit).replaceAll("/usr/local/bin/petstore", process.execPath);
      writeFileSync(paths[index] ?? "", program);
    }
    const { exitCode, stdout, stderr } = Bun.spawnSync(["systemd-analyze", "verify", ...paths]);
    expect({ exitCode, stdout: stdout.toString(), stderr: stderr.toString() }).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "",
    });
  });

  testWithTool("systemd-analyze", "expose little to a service that is taken over", () => {
    for (const unit of services) {
      const command = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", join(folder, unit)];
      expect({ unit, exitCode: Bun.spawnSync(command).exitCode }).toEqual({ unit, exitCode: 0 });
    }
  });
});
