/* The TypeScript compiler, for tests of what does not compile. */
import { join } from "node:path";
import { emptyFolder } from "./folder.ts";

export const root = join(import.meta.dir, "../..");

/** Compiles modules that import the source by absolute paths, and returns the errors: each begins with the name of its module. */
export async function compileErrors(modules: Readonly<Record<string, string>>): Promise<readonly string[]> {
  using folder = emptyFolder();
  for (const [name, text] of Object.entries(modules)) await Bun.write(join(folder.path, name), text);
  const tsconfig = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      typeRoots: [join(root, "node_modules/@types")],
      noUnusedLocals: false,
      paths: { zod: [join(root, "node_modules/zod")] },
    },
    include: ["*.ts", join(root, "src/store/sql.d.ts")],
    exclude: [],
  };
  await Bun.write(join(folder.path, "tsconfig.json"), JSON.stringify(tsconfig));
  const tsc = Bun.spawn([join(root, "node_modules/.bin/tsc"), "--project", folder.path, "--pretty", "false"], {
    cwd: folder.path,
    stdout: "pipe",
  });
  const output = await new Response(tsc.stdout).text();
  return output.split(/\n(?=\S)/).filter((error) => error !== "");
}
