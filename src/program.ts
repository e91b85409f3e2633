import { join } from "node:path";

/** The command that starts this program: the one-file executable, or the runtime with our main file. */
export function program(): readonly string[] {
  const isExecutable = Bun.main.startsWith("/$bunfs/");
  return isExecutable ? [process.execPath] : [process.execPath, join(import.meta.dir, "main.ts")];
}
