import { basename, join } from "node:path";
import { once } from "../core/caches/once.ts";

/** A file of the console, as the bundler makes it. */
export interface BundledFile {
  /** Below `/console/`. Names other than the page's contain a hash of the content. */
  readonly name: string;
  readonly text: string;
}

/** The page of the console. The service responds with it to every path below `/console` that names no file. */
export const CONSOLE_PAGE = "index.html";

/** Rules that the bundler writes for browsers without `:is()`, beside the rule itself. The page needs newer ones anyway. */
const FOR_OLD_BROWSERS = /[^{}]*:-(?:webkit|moz)-any\([^{}]*\{[^{}]*\}/g;

const NAMING = "[name]-[hash].[ext]";

/**
 * Bundles the console from its source, once in a process. Every process in the same working directory makes the same files with the
 * same names, so workers can serve each other's pages. tools/build.ts replaces this module by its result: an executable has no source.
 */
export const bundleConsole = once(async (): Promise<readonly BundledFile[]> => {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "../console", CONSOLE_PAGE)],
    target: "browser",
    minify: true,
    splitting: true,
    // The font is a file of its own, which the page for visitors has too.
    external: ["/fonts/*"],
    // Without these, the environment of the process decides, and workers may have another than their supervisor.
    define: { "process.env.NODE_ENV": '"production"' },
    jsx: { development: false },
    naming: { entry: NAMING, chunk: NAMING, asset: NAMING },
  });
  const files = await Promise.all(
    outputs.map(async (output) => ({ name: basename(output.path), text: await output.text() })),
  );
  return files.map(({ name, text }) => {
    if (name.endsWith(".html")) return { name: CONSOLE_PAGE, text };
    return {
      name,
      text: name.endsWith(".css")
        ? text.replace(FOR_OLD_BROWSERS, "").replaceAll("url(/fonts/", "url(../fonts/")
        : text,
    };
  });
});
