/*
 * `npm run release`: everything that a release publishes, in dist/release, with checksums: an executable for each system, both client
 * packages, the bill of materials and the image. It needs what these need: Python with `build`, and Docker for the image, which
 * `-- --no-image` leaves out.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { version } from "../package.json";
import { build, TARGETS } from "./build.ts";
import { buildClient } from "./client/package.ts";

const root = join(import.meta.dir, "..");
const folder = join(root, "dist/release");

/** Runs a program. Throws with its output when it fails. */
function run(command: readonly string[], cwd = root): void {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd });
  if (exitCode !== 0) throw new Error(`${command.join(" ")} failed:\n${stdout}${stderr}`);
}

/** Runs a program that somebody has to install. */
function runInstalled(command: readonly string[], missing: string, cwd = root): void {
  if (Bun.which(command[0] ?? "") === null) throw new Error(missing);
  run(command, cwd);
}

async function buildExecutables(): Promise<void> {
  for (const target of TARGETS) await build(join(folder, `petstore-${version}-${target}`), target);
}

async function packClient(): Promise<void> {
  const client = join(root, "dist/client");
  await buildClient(client);
  run(["npm", "pack", client, "--pack-destination", folder]);
}

function packPythonClient(): void {
  const python = process.env["PYTHON"] ?? "python3";
  // Beside a copy: the build leaves folders in its source.
  const source = join(folder, ".python");
  cpSync(join(root, "clients/python"), source, { recursive: true });
  runInstalled(
    [python, "-m", "build", "--no-isolation", "--outdir", folder, source],
    `${python} is not installed: the client for Python needs it, with the packages build, setuptools and wheel`,
  );
  rmSync(source, { recursive: true });
}

function writeBillOfMaterials(): void {
  run(["sh", "tools/sbom.sh"]);
  cpSync(join(root, "dist/petstore.cdx.json"), join(folder, `petstore-${version}.cdx.json`));
}

function buildImage(): void {
  const file = join(folder, `petstore-${version}-image.tar`);
  runInstalled(
    ["docker", "build", "--tag", `petstore:${version}`, "."],
    "docker is not installed: the image needs it, and -- --no-image leaves it out",
  );
  run(["docker", "save", "--output", file, `petstore:${version}`]);
}

/** Writes the checksums in the form that `sha256sum --check` reads, and the list of the files. */
async function writeChecksums(): Promise<void> {
  const lines: string[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name);
    const hash = new Bun.CryptoHasher("sha256");
    for await (const part of Bun.file(path).stream()) hash.update(part);
    lines.push(`${hash.digest("hex")}  ${name}\n`);
    console.log(`${(statSync(path).size / 1e6).toFixed(2).padStart(8)} MB  ${name}`);
  }
  await Bun.write(join(folder, "SHA256SUMS"), lines.join(""));
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await buildExecutables();
await packClient();
packPythonClient();
writeBillOfMaterials();
if (!process.argv.includes("--no-image")) buildImage();
await writeChecksums();
console.log("dist/release has the release, and SHA256SUMS its checksums.");
