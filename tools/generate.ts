/*
 * Writes the files that are derived from the code and checked in: `npm run generate`.
 * With `--check` it writes nothing and exits 1 when one of them differs from what the code gives.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import { settings } from "../src/config.ts";
import { openApi, operationsTable } from "../src/contract/openapi.ts";

/** The table of settings as the README has it. */
function settingsTable(): string {
  const rows = Object.values(settings).map((setting) => {
    const flag = "flag" in setting ? `\`--${setting.flag}\`` : "none";
    return `| \`${setting.name}\` | ${flag} | ${setting.fallback === "" ? "" : `\`${setting.fallback}\``} | ${setting.meaning} |\n`;
  });
  return `| variable | flag | default | meaning |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

const file = (path: string) => Bun.file(new URL(`../${path}`, import.meta.url));
const readme = await file("README.md").text();

/** The generated files by path: what the code gives, as text. */
const files: Record<string, string> = {
  "api/openapi.json": openApi({}),
  "api/operations.txt": operationsTable(),
  "README.md": readme.replace(/(<!-- settings: .*-->\n).*(<!-- \/settings -->)/s, `$1${settingsTable()}$2`),
};

/** The reference page's program, compressed: so running the service needs none of the packages it was built from. */
const scalar = {
  path: "assets/scalar.js.gz",
  bytes: await Bun.file(Bun.resolveSync("@scalar/api-reference/browser/standalone.js", import.meta.dir)).bytes(),
};

const check = process.argv.includes("--check");
const stale: string[] = [];
for (const [path, text] of Object.entries(files)) {
  if ((await file(path).exists()) && (await file(path).text()) === text) continue;
  stale.push(path);
  if (!check) await file(path).write(text);
}
// Compressors differ between versions: what counts is what comes out again.
const stored = (await file(scalar.path).exists()) ? gunzipSync(await file(scalar.path).bytes()) : Buffer.alloc(0);
if (!stored.equals(scalar.bytes)) {
  stale.push(scalar.path);
  if (!check) await file(scalar.path).write(gzipSync(scalar.bytes, { level: 9 }));
}
if (stale.length === 0) console.log("Generated files are up to date.");
else console.log(`${check ? "Stale, run `npm run generate`" : "Written"}: ${stale.join(", ")}`);
process.exit(check && stale.length > 0 ? 1 : 0);
