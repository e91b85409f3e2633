/* The shipped packages and their licences. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { refusedLicences, shippedPackages } from "../tools/licences.ts";

const packages = shippedPackages();
const names = packages.map(({ name }) => name);

test("every shipped package has an allowed licence", () => {
  expect(refusedLicences(packages)).toEqual([]);
});

test.each(["GPL-3.0-only", "AGPL-3.0-or-later", "UNLICENSED", "SEE LICENSE IN LICENSE", "", "MIT AND GPL-2.0-only"])(
  "a package with the licence %p is refused",
  (licence) => {
    const other = { name: "other", version: "1.0.0", licence };
    expect(refusedLicences([...packages, other])).toEqual([other]);
  },
);

test("of alternative licences, one that is allowed is enough", () => {
  expect(refusedLicences([{ name: "other", version: "1.0.0", licence: "(GPL-3.0-only OR MIT)" }])).toEqual([]);
});

test("the shipped packages are the dependencies and what they need", () => {
  expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
  expect(names).toEqual(expect.arrayContaining(["pump", "once", "sonic-boom"]));
  expect(names).not.toContain("typescript");
  expect(names).not.toContain("fast-check");
});

test("the bill of materials has every dependency and what it needs once, and nothing for development", async () => {
  const root = join(import.meta.dir, "..");
  const { exitCode } = Bun.spawnSync(["tools/sbom.sh"], { cwd: root });
  expect(exitCode).toBe(0);
  const { bomFormat, components } = await Bun.file(join(root, "dist/petstore.cdx.json")).json();
  expect(bomFormat).toBe("CycloneDX");
  const listed: string[] = components.map(({ name, group }: { name: string; group?: string }) =>
    group === undefined ? name : `${group}/${name}`,
  );
  expect(listed.sort()).toEqual([...names]);
  const zod = components.find(({ name }: { name: string }) => name === "zod");
  expect(zod).toMatchObject({ purl: `pkg:npm/zod@${manifest.dependencies.zod}`, hashes: [{ alg: "SHA-512" }] });
});
