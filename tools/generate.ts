/*
 * Writes the files that are derived from the code and checked in: `npm run generate`.
 * With `--check` it writes nothing and exits 1 when one of them differs from what the code gives.
 */
import { openApi, operationsTable } from "../src/contract/openapi.ts";

/** Every generated file by its path. */
export function generatedFiles(): Readonly<Record<string, string>> {
  return { "api/openapi.json": openApi({}), "api/operations.txt": operationsTable() };
}

if (import.meta.main) {
  const check = process.argv.includes("--check");
  const stale: string[] = [];
  for (const [path, text] of Object.entries(generatedFiles())) {
    const file = Bun.file(new URL(`../${path}`, import.meta.url));
    if ((await file.exists()) && (await file.text()) === text) continue;
    stale.push(path);
    if (!check) await file.write(text);
  }
  if (stale.length === 0) console.log("Generated files are up to date.");
  else console.log(`${check ? "Stale, run `npm run generate`" : "Written"}: ${stale.join(", ")}`);
  process.exit(check && stale.length > 0 ? 1 : 0);
}
