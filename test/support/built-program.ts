/* The program as it is released: one file, which starts in half the time of its source. */
import { join } from "node:path";
import { build } from "../../tools/build.ts";
import { requireFullTier } from "./tier.ts";

const path = join(import.meta.dir, "../../node_modules/.cache/petstore-tests/petstore");

let built: Promise<unknown> | undefined;

/** The command that runs the program. Each process of tests builds it once. */
export async function builtProgram(): Promise<readonly [string]> {
  requireFullTier("the built program");
  built ??= build(path);
  await built;
  return [path];
}
