import { expect, test } from "bun:test";
import { join } from "node:path";
import { postgresMigrations, sqliteMigrations } from "../src/store/migrations.ts";

const folder = join(import.meta.dir, "../migrations");
const files = [...new Bun.Glob("*/*.sql").scanSync(folder)].sort();
const read = (path: string) => Bun.file(join(folder, path)).text();

for (const [engine, migrations] of Object.entries({ sqlite: sqliteMigrations, postgres: postgresMigrations })) {
  test(`the program contains every migration for ${engine}, in order and unchanged`, async () => {
    const listed = migrations.map(({ version, name }) => {
      const file = `${String(version).padStart(4, "0")}_${name}.sql`;
      return files.includes(`shared/${file}`) ? `shared/${file}` : `${engine}/${file}`;
    });
    const ours = files.filter((path) => path.startsWith(`${engine}/`) || path.startsWith("shared/"));
    expect(listed).toEqual(
      ours.sort((one, other) => (one.split("/")[1] ?? "").localeCompare(other.split("/")[1] ?? "")),
    );
    expect(migrations.map(({ version }) => version)).toEqual(listed.map((_, index) => index + 1));
    for (const [index, path] of listed.entries()) expect(migrations[index]?.script).toBe(await read(path));
  });
}

test("every migration is in migrations/checksums.txt and never changes", async () => {
  const lines = (await read("checksums.txt")).trimEnd().split("\n");
  const released = new Map(lines.map((line) => line.split("  ").reverse() as [string, string]));
  const advice: string[] = [];
  for (const path of files) {
    const checksum = new Bun.CryptoHasher("sha256").update(await read(path)).digest("hex");
    const expected = released.get(path);
    if (expected === undefined) advice.push(`${path} is new: add the line "${checksum}  ${path}" to checksums.txt`);
    else if (expected !== checksum)
      advice.push(`${path} changed, but databases already ran the released text: restore it and add a new migration`);
  }
  for (const path of released.keys()) if (!files.includes(path)) advice.push(`${path} is missing: restore it`);
  expect(advice).toEqual([]);
});
