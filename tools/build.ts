/*
 * `npm run build`: the one-file executable, which needs nothing else on the machine that it runs on, and the client package.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundleConsole, CONSOLE_PAGE } from "../src/site/console-bundle.ts";
import { THREAD_MODULES } from "../src/store/sqlite/thread.ts";
import { buildClient } from "./client/package.ts";

const CONSOLE_MODULE = join(import.meta.dir, "../src/site/console-bundle.ts");

export interface Built {
  readonly bytes: number;
  readonly ms: number;
}

/** The module of the console's files with the files themselves in place of the bundler. */
async function embeddedConsole(): Promise<string> {
  return `export const CONSOLE_PAGE = ${JSON.stringify(CONSOLE_PAGE)};
const files = ${JSON.stringify(await bundleConsole())};
export const bundleConsole = async () => files;`;
}

/** The systems that a release has an executable for, as Bun names them. */
export const TARGETS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"] as const;

/** Builds the program into one file, by default for this system. Compiled ahead of time (bytecode), it starts in half the time. */
export async function build(outfile: string, target?: (typeof TARGETS)[number]): Promise<Built> {
  const startedAt = performance.now();
  mkdirSync(dirname(outfile), { recursive: true });
  // The source maps are written beside the executable, which has them inside already.
  const folder = mkdtempSync(join(dirname(outfile), ".build-"));
  try {
    await compile(join(folder, "petstore"), target);
    renameSync(join(folder, "petstore"), outfile);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { bytes: statSync(outfile).size, ms: performance.now() - startedAt };
}

async function compile(outfile: string, target?: (typeof TARGETS)[number]): Promise<void> {
  await Bun.build({
    // Threads are started by the path of their module.
    entrypoints: ["main.ts", ...THREAD_MODULES].map((path) => join(import.meta.dir, "../src", path)),
    files: { [CONSOLE_MODULE]: await embeddedConsole() },
    target: "bun",
    format: "esm",
    // Stack traces in the log name our functions, files and lines. That takes 1 MB.
    minify: { whitespace: true, syntax: true, identifiers: false },
    sourcemap: "inline",
    bytecode: true,
    // Keeps dynamic imports apart; otherwise everything would be loaded at startup.
    splitting: true,
    // A bunfig.toml in the working directory could make it run other code.
    compile: { outfile, autoloadBunfig: false, ...(target && { target: `bun-${target}` }) },
  });
}

if (import.meta.main) {
  const outfile = join(import.meta.dir, "../dist/petstore");
  const { bytes, ms } = await build(outfile);
  console.log(`dist/petstore: ${(bytes / 1e6).toFixed(1)} MB, built in ${(ms / 1000).toFixed(1)} s`);
  const { gzippedBytes } = await buildClient(join(import.meta.dir, "../dist/client"));
  console.log(
    `dist/client: the package petstore-client, ${(gzippedBytes / 1000).toFixed(1)} kB of JavaScript, each file gzipped`,
  );
}
