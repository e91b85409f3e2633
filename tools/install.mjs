/*
 * Installs packages from the lock file unless they are installed: the first step of every npm script.
 * `node tools/install.mjs [--omit=dev] [FOLDER ...]`: in the root, and in further folders with a lock file.
 * Plain Node without packages: a fresh machine has nothing else.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const args = process.argv.slice(2);
const needsDev = !args.includes("--omit=dev");
const folders = args.filter((arg) => !arg.startsWith("-")).map((folder) => join(root, folder));

for (const folder of [root, ...folders]) if (!isInstalled(folder)) install(folder);

/** Whether every package that the lock file requires is installed in its version. */
function isInstalled(folder) {
  const installed = packagesIn(join(folder, "node_modules", ".package-lock.json"));
  return Object.entries(packagesIn(join(folder, "package-lock.json"))).every(([path, wanted]) => {
    const isRequired = path.includes("node_modules/") && !wanted.optional && !wanted.devOptional && !wanted.link;
    return !isRequired || (wanted.dev && !needsDev) || installed[path]?.version === wanted.version;
  });
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

function install(folder) {
  // Packages for development that are there already stay.
  const isDeveloping = existsSync(join(folder, "node_modules", "typescript"));
  const omit = needsDev || isDeveloping ? [] : ["--omit=dev"];
  const lock = relative(root, join(folder, "package-lock.json"));
  console.log(`Installing packages from ${lock}, once: npm ci ${omit.join(" ")}`);
  const startedAt = Date.now();
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const flags = ["--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", ...omit];
  const { status } = spawnSync(npm, ["ci", ...flags], { cwd: root, stdio: "inherit" });
  if (status !== 0) {
    console.error("npm ci failed; see its message above.");
    process.exit(1);
  }
  console.log(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}
