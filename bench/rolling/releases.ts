/* Released code, from the history of this repository. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A release that can be run. */
export interface Release {
  readonly name: string;
  /** Runs its program. */
  readonly command: readonly string[];
}

/** The code of this folder. */
export const current: Release = { name: "now", command: [process.execPath, join(root, "src/main.ts")] };

/** Checks out a commit into a folder. It runs with the packages that are installed here, so they have to be those that it names. */
export async function checkOut(commit: string, name: string, folder: string): Promise<Release> {
  mkdirSync(folder, { recursive: true });
  const archive = Bun.spawnSync(["git", "archive", "--format=tar", commit], { cwd: root });
  if (archive.exitCode !== 0) {
    throw new Error(`commit ${commit} (${name}) is not here: run \`git fetch --unshallow\`, or name another commit`);
  }
  const unpacked = Bun.spawnSync(["tar", "-x", "-C", folder], { stdin: archive.stdout });
  if (unpacked.exitCode !== 0) throw new Error(unpacked.stderr.toString());
  await requirePackages(folder, name);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return { name, command: [process.execPath, join(folder, "src/main.ts")] };
}

async function requirePackages(folder: string, name: string): Promise<void> {
  const packages = async (path: string): Promise<Record<string, string>> =>
    (await Bun.file(join(path, "package.json")).json()).dependencies;
  const here = await packages(root);
  const others = Object.entries(await packages(folder)).filter(([id, version]) => here[id] !== version);
  if (others.length === 0) return;
  throw new Error(
    `${name} needs ${others.map((one) => one.join(" ")).join(", ")}, and other versions are installed here`,
  );
}
