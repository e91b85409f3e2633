import { basename, join } from "node:path";
import { once } from "../core/caches/once.ts";

/** A bundled file of the console. */
export interface BundledFile {
  /** Relative to `/console/`. Every name but the page's contains a content hash. */
  readonly name: string;
  readonly text: string;
}

/** The console's page, served for every path below `/console` that is not a file. */
export const CONSOLE_PAGE = "index.html";

/** Fallback rules that the bundler emits for browsers without `:is()`. The page needs newer browsers anyway. */
const FOR_OLD_BROWSERS = /[^{}]*:-(?:webkit|moz)-any\([^{}]*\{[^{}]*\}/g;

const NAMING = "[name]-[hash].[ext]";

/**
 * Bundles the console from source, once per process. The result is the same for every process in the same working
 * directory, so workers can serve each other's pages. tools/build.ts replaces this module with the result, because an
 * executable has no source.
 */
export const bundleConsole = once(async (): Promise<readonly BundledFile[]> => {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "../console", CONSOLE_PAGE)],
    target: "browser",
    minify: true,
    splitting: true,
    // The font is served separately and shared with the public pages.
    external: ["/fonts/*"],
    // Otherwise NODE_ENV of the process decides, and workers could differ from their supervisor.
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
