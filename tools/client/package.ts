/* Builds the npm package of the client. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { version } from "../../package.json";

const root = join(import.meta.dir, "../..");
const source = join(root, "src/client");

/** The package's manifest. It has the version of the release. */
const manifest = {
  name: "petstore-client",
  version,
  description: "The typed client of a pet store: pets, stock, orders, events and webhooks",
  keywords: ["petstore", "api", "client", "typescript"],
  license: "MIT",
  type: "module",
  sideEffects: false,
  engines: { node: ">=20" },
  // For tools that do not know `exports`.
  main: "./dist/index.js",
  types: "./dist/index.d.ts",
  // The first condition that a tool knows counts, so `types` comes first.
  exports: {
    ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./package.json": "./package.json",
  },
  files: ["dist"],
};

/** Builds the package into a folder. Returns the size of its JavaScript, each file gzipped. */
export async function buildClient(folder: string): Promise<{ readonly gzippedBytes: number }> {
  const output = join(folder, "dist");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tsc = join(root, "node_modules/.bin/tsc");
  const { exitCode, stdout } = Bun.spawnSync(["node", tsc, "--project", source, "--outDir", output]);
  if (exitCode !== 0) throw new Error(`the client does not compile:\n${stdout}`);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, "docs/client.md"), join(folder, "README.md"));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const programs = readdirSync(output).filter((name) => name.endsWith(".js"));
  const sizes = programs.map((name) => gzipSync(readFileSync(join(output, name))).length);
  return { gzippedBytes: sizes.reduce((sum, size) => sum + size, 0) };
}
