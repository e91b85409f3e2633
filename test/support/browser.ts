import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { memory } from "./folder.ts";
import { requireFullTier } from "./tier.ts";

/** A host that the browser finds at 127.0.0.1. */
export const SHOP_HOST = "petstore.lan";

const modules = join(import.meta.dir, "../..", "node_modules");

/**
 * The path of the Chromium that comes from npm, unpacked on first use into node_modules/.cache.
 * Unpacked beside its place and then renamed, so that runs at the same time never start half a browser.
 */
async function executable(): Promise<string> {
  const { version }: { version: string } = await Bun.file(
    join(modules, "@sparticuz", "chromium", "package.json"),
  ).json();
  const cache = join(modules, ".cache", `chromium-${version}`);
  const place = join(cache, "chromium");
  if (existsSync(place)) return place;
  await mkdir(dirname(cache), { recursive: true });
  const draft = await mkdtemp(`${cache}-`);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = draft;
  try {
    const { default: packed } = await import("@sparticuz/chromium");
    const got = await packed.executablePath();
    if (got !== join(draft, "chromium")) throw new Error(`Chromium was unpacked to ${got}, not into ${draft}`);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    throw cause;
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  await rename(draft, cache).catch(async (cause: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(place)) throw cause;
  });
  return place;
}

/**
 * Starts a real, headless Chromium that calls nobody by itself. Throws when it cannot: a test that needs a browser
 * must not pass without one. The caller closes it.
 */
export async function launchBrowser(timeout = 20_000): Promise<Browser> {
  requireFullTier("a browser");
  return chromium.launch({
    executablePath: await executable(),
    timeout,
    // Chromium refuses its sandbox to root.
    chromiumSandbox: false,
    // Playwright keeps the memory that Chromium's processes share in files on the disk, which is a fifth of all their work.
    ignoreDefaultArgs: memory === undefined ? [] : ["--disable-dev-shm-usage"],
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-gpu",
      "--disable-quic",
      "--disable-sync",
      // A name as in a shop's network: no secure context, unlike a loopback address.
      `--host-resolver-rules=MAP ${SHOP_HOST} 127.0.0.1`,
      "--no-first-run",
      "--no-proxy-server",
    ],
  });
}
