/* The program as it is released: one file, which starts in half the time of its source. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "../../tools/build.ts";
import { requireFullTier } from "./tier.ts";

const root = join(import.meta.dir, "../..");
const path = join(root, "node_modules/.cache/petstore-tests/petstore");

let built: Promise<void> | undefined;

/** The command that runs the program, which is built again only after a change of what it is made from. */
export async function builtProgram(): Promise<readonly [string]> {
  requireFullTier("the built program");
  built ??= buildChanged();
  await built;
  return [path];
}

async function buildChanged(): Promise<void> {
  const hash = hashOfSources();
  const known = Bun.file(`${path}.hash`);
  if ((await known.exists()) && (await known.text()) === hash && (await Bun.file(path).exists())) return;
  await build(path);
  // As a new file: checkouts may share the former one by a hard link.
  writeFileSync(`${path}.hash.new`, hash);
  renameSync(`${path}.hash.new`, `${path}.hash`);
}

/** Changes with every file that the program may be made from. */
function hashOfSources(): string {
  const hasher = new Bun.CryptoHasher("sha256").update(Bun.revision);
  const patterns = ["{package,package-lock,tsconfig}.json", "{api,assets,docs,migrations,src,tools}/**"];
  const files = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root })]);
  for (const file of files.sort()) {
    hasher.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  }
  return hasher.digest("hex");
}
