/* What is derived from the folder `migrations`: the list that the program contains, and the checksums. */

const engines = ["sqlite", "postgres"] as const;
const folder = `${import.meta.dir}/../migrations`;

interface Script {
  /** Below the folder, such as `shared/0014_photos.sql`. */
  readonly path: string;
  readonly version: string;
  readonly name: string;
  /** `shared`, or the engine. */
  readonly kind: string;
}

/** The scripts, in the order of their versions. */
function scripts(): readonly Script[] {
  const paths = [...new Bun.Glob("*/*.sql").scanSync(folder)];
  const found = paths.map((path): Script => {
    const [, kind = "", version = "", name = ""] = /^(\w+)\/(\d{4})_(\w+)\.sql$/.exec(path) ?? [];
    return { path, kind, version, name };
  });
  return found.sort((one, other) => (`${one.version}${one.kind}` < `${other.version}${other.kind}` ? -1 : 1));
}

/** The steps of the schema, imported one by one, so that the one-file executable contains them. */
export function migrationList(): string {
  const all = scripts();
  const nameOf = ({ kind, version }: Script) => `${kind}${version}`;
  const imports = all.map(
    (script) => `import ${nameOf(script)} from "../../../migrations/${script.path}" with { type: "text" };\n`,
  );
  const steps = all.flatMap((script) => {
    const { kind, name } = script;
    if (kind === "shared") return [`  { name: "${name}", script: ${nameOf(script)} },\n`];
    if (kind !== engines[0]) return [];
    const texts = engines.map((engine) => `${engine}: ${nameOf({ ...script, kind: engine })}`);
    return [`  { name: "${name}", script: { ${texts.join(", ")} } },\n`];
  });
  const head = "/* Made by `npm run generate` of the files in migrations/. */\n";
  return `${head}${imports.join("")}\n/** The steps of the schema, in order. */\nexport const scripts = [\n${steps.join("")}] as const;\n`;
}

/** The checksums with those of new scripts. A released script keeps its line: a test refuses one that has changed. */
export async function checksums(known: string): Promise<string> {
  const lines = known.split("\n").filter((line) => line !== "");
  const listed = new Set(lines.map((line) => line.split("  ")[1]));
  for (const { path } of scripts()) {
    if (listed.has(path)) continue;
    const hash = new Bun.CryptoHasher("sha256").update(await Bun.file(`${folder}/${path}`).bytes());
    lines.push(`${hash.digest("hex")}  ${path}`);
  }
  return `${lines.join("\n")}\n`;
}
