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
    ".": {
      import: { types: "./dist/index.d.ts", default: "./dist/index.js" },
      require: { types: "./dist/cjs/index.d.ts", default: "./dist/cjs/index.js" },
    },
    "./package.json": "./package.json",
  },
  files: ["dist"],
};

/** Builds the package into a folder. Returns the size of its JavaScript as a bundler makes it, gzipped. */
export async function buildClient(folder: string): Promise<{ readonly gzippedBytes: number }> {
  const output = join(folder, "dist");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tsc = join(root, "node_modules/.bin/tsc");
  // Comments are for the declarations, which editors show.
  for (const flags of [
    ["--emitDeclarationOnly"],
    ["--removeComments", "--declaration", "false", "--isolatedDeclarations", "false"],
  ]) {
    const { exitCode, stdout } = Bun.spawnSync(["node", tsc, "--project", source, "--outDir", output, ...flags]);
    if (exitCode !== 0) throw new Error(`the client does not compile:\n${stdout}`);
  }
  for (const name of readdirSync(output).filter((name) => name.endsWith(".d.ts"))) {
    writeFileSync(join(output, name), forOlderCompilers(readFileSync(join(output, name), "utf8"), output));
    cpSync(join(output, name), join(output, "cjs", name));
  }
  writeFileSync(join(output, "cjs/package.json"), '{ "type": "commonjs" }\n');
  await bundle({ format: "cjs", outdir: join(output, "cjs") });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, "docs/client.md"), join(folder, "README.md"));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const bundled = await bundle({ format: "esm", minify: true });
  const sizes = await Promise.all(bundled.map(async (file) => gzipSync(await file.arrayBuffer()).length));
  return { gzippedBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function bundle(options: Partial<Bun.BuildConfig>): Promise<readonly Bun.BuildArtifact[]> {
  const { outputs } = await Bun.build({
    entrypoints: [join(source, "index.ts")],
    target: "browser",
    ...options,
  } as Bun.BuildConfig);
  return outputs;
}

/** Declarations that TypeScript 4.9 reads: it knows neither imports of `.ts` nor `export type *`. */
function forOlderCompilers(declarations: string, folder: string): string {
  return declarations
    .replace(/(from |import\()"(\.\/[\w.-]+)\.ts"/g, '$1"$2.js"')
    .replace(/^export type \* from "\.\/([\w.-]+)\.js";$/gm, (_, name: string) => {
      const text = readFileSync(join(folder, `${name}.d.ts`), "utf8");
      const types = [...text.matchAll(/^export (?:declare )?(?:interface|type|class) (\w+)/gm)].map(([, type]) => type);
      return `export type { ${types.join(", ")} } from "./${name}.js";`;
    });
}
