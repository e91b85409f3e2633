/*
 * Runs one of the project's commands, after installing what it needs from the lock file. Plain Node without packages: it is
 * what runs on a machine that has nothing but Node and npm.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = (name) => join(root, "node_modules", ".bin", name);

/**
 * Each command: what it needs installed, in further folders with a lock file of their own too, and the programs it runs one
 * after the other, with what to say before each.
 */
const commands = {
  start: { needs: "production", steps: [["Starting the service", bin("bun"), "src/main.ts", "serve"]] },
  dev: {
    needs: "all",
    steps: [["Starting the service; it restarts when a file changes", bin("bun"), "--watch", "src/main.ts", "serve"]],
  },
  test: {
    needs: "all",
    steps: [
      [
        "Running the long fault tests (two minutes)",
        bin("bun"),
        "test",
        "./test/faults/crash.long.ts",
        "./test/faults/readers.long.ts",
      ],
      ["Running all other tests (two to five minutes)", bin("bun"), "test", "--timeout", "60000"],
    ],
  },
  "test:faults": {
    needs: "all",
    steps: [
      [
        "Running the fault tests, the long ones too (three minutes)",
        bin("bun"),
        "test",
        "test/faults",
        "./test/faults/crash.long.ts",
        "./test/faults/disk.long.ts",
        "./test/faults/readers.long.ts",
      ],
    ],
  },
  fuzz: {
    needs: "all",
    steps: [
      ["Sending 200,000 requests that are wrong", "env", "FUZZ_CASES=200000", bin("bun"), "test", "test/fuzz.test.ts"],
    ],
  },
  soak: { needs: "all", steps: [["Soaking the service (10 minutes)", bin("bun"), "bench/soak/main.ts"]] },
  check: {
    needs: "all",
    steps: [
      ["Format and lint", bin("biome"), "check", "--error-on-warnings", "."],
      ["Types", bin("tsc"), "--project", "."],
      ["Generated files", bin("bun"), "tools/generate.ts", "--check"],
      ["Licences of what is shipped", bin("bun"), "tools/licences.ts"],
    ],
  },
  format: { needs: "all", steps: [["Formatting", bin("biome"), "check", "--write", "."]] },
  generate: { needs: "all", steps: [["Writing the generated files", bin("bun"), "tools/generate.ts"]] },
  bench: {
    needs: "all",
    folders: ["bench"],
    steps: [
      ["Building dist/petstore", bin("bun"), "tools/build.ts"],
      ["Benchmark (about a quarter of an hour; with --quick two minutes)", bin("bun"), "bench/run.ts"],
    ],
  },
  "bench:failover": {
    needs: "all",
    steps: [["Measuring what clients see of a failover (about a minute)", bin("bun"), "bench/failover/main.ts"]],
  },
  "bench:growth": {
    needs: "all",
    steps: [["Measuring how times grow with the number of animals", bin("bun"), "bench/growth/main.ts"]],
  },
  "bench:instance": {
    needs: "all",
    steps: [["Measuring what one instance answers", bin("bun"), "bench/instance/main.ts"]],
  },
  audit: { needs: "production", steps: [["Asking for known vulnerabilities", bin("bun"), "tools/audit.ts"]] },
  sbom: { needs: "production", steps: [["Writing dist/petstore.cdx.json", bin("bun"), "tools/sbom.ts"]] },
  build: { needs: "all", steps: [["Building dist/petstore", bin("bun"), "tools/build.ts"]] },
};

const SIGNALS = ["SIGINT", "SIGTERM"];

const [name, ...args] = process.argv.slice(2);
const command = commands[name];
if (command === undefined) {
  console.error(`Usage: node tools/run.mjs ${Object.keys(commands).join(" | ")}`);
  process.exit(2);
}
await install(root, command.needs);
for (const folder of command.folders ?? []) await install(join(root, folder), "all");
for (const [index, [what, ...run]] of command.steps.entries()) {
  if (name !== "start" && name !== "dev") console.log(`[petstore] ${what} ...`);
  const startedAt = Date.now();
  const status = await execute([...run, ...(index === command.steps.length - 1 ? args : [])]);
  if (status !== 0) process.exit(status);
  if (name !== "start" && name !== "dev") console.log(`[petstore] ${what}: done in ${seconds(startedAt)} s`);
}

/** Runs a program to its end; signals are handed on to it. */
function execute([program, ...rest]) {
  const child = spawn(program, rest, { cwd: root, stdio: "inherit" });
  const handOn = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, handOn);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (status, signal) => {
      for (const other of SIGNALS) process.off(other, handOn);
      resolve(status ?? (signal === "SIGINT" ? 130 : 143));
    });
  });
}

async function install(folder, needs) {
  if (isInstalled(folder, needs)) return;
  const scope = needs === "production" && !existsSync(join(folder, "node_modules", "typescript")) ? ["--omit=dev"] : [];
  const lock = relative(root, join(folder, "package-lock.json"));
  console.log(`[petstore] Installing packages from ${lock} (once, about half a minute): npm ci ${scope.join(" ")}`);
  const startedAt = Date.now();
  const status = await execute([
    process.platform === "win32" ? "npm.cmd" : "npm",
    "ci",
    "--prefix",
    folder,
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    ...scope,
  ]);
  if (status !== 0) {
    console.error("[petstore] npm ci failed; its message is above.");
    process.exit(1);
  }
  console.log(`[petstore] Installed in ${seconds(startedAt)} s`);
}

/** Whether every package that the lock file names, and this machine needs, is there in that version. */
function isInstalled(folder, needs) {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  return Object.entries(packages).every(([path, { version, dev, optional, devOptional, link, extraneous }]) => {
    const isLeftOut = optional || devOptional || link || extraneous || (dev && needs === "production");
    if (!path.includes("node_modules/") || isLeftOut) return true;
    const manifest = join(folder, path, "package.json");
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === version;
  });
}

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(1);
}
