/* What is shipped: which packages, under which licences, with which known flaws. */
import { expect, test } from "bun:test";
import manifest from "../package.json" with { type: "json" };
import { verdict } from "../tools/audit.ts";
import { refusedLicences } from "../tools/licences.ts";
import { shippedPackages } from "../tools/packages.ts";
import { billOfMaterials } from "../tools/sbom.ts";

const packages = shippedPackages();
const names = packages.map(({ name }) => name);

test("every shipped package has a licence that is allowed", () => {
  expect(refusedLicences(packages)).toEqual([]);
});

test.each(["GPL-3.0-only", "AGPL-3.0-or-later", "UNLICENSED", "SEE LICENSE IN LICENSE", "", "MIT AND GPL-2.0-only"])(
  "a package under %p would be refused",
  (licence) => {
    const other = { name: "other", version: "1.0.0", licence, integrity: "sha512-" };
    expect(refusedLicences([...packages, other])).toEqual([other]);
  },
);

test("of licences to choose from, one that is allowed is enough", () => {
  const other = { name: "other", version: "1.0.0", licence: "(GPL-3.0-only OR MIT)", integrity: "sha512-" };
  expect(refusedLicences([other])).toEqual([]);
});

test("what is shipped are the dependencies, what they need, and the program of the reference page", () => {
  expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
  expect(names).toEqual(expect.arrayContaining(["pump", "once", "sonic-boom", "@scalar/api-reference"]));
  expect(names).not.toContain("typescript");
  expect(names).not.toContain("fast-check");
  expect(packages.filter(({ integrity }) => !integrity.startsWith("sha512-"))).toEqual([]);
});

test("the bill of materials names each of them once, with its version and hash", () => {
  const { bomFormat, components } = JSON.parse(billOfMaterials());
  expect(bomFormat).toBe("CycloneDX");
  expect(components).toHaveLength(packages.length);
  const zod = components.find(({ name }: { name: string }) => name === "zod");
  expect(zod).toMatchObject({ purl: `pkg:npm/zod@${manifest.dependencies.zod}`, hashes: [{ alg: "SHA-512" }] });
  expect(zod.hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
  const refs = components.map((component: { "bom-ref": string }) => component["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
});

test("an audit that the registry did not answer is not taken for a good one, nor for a bad one", () => {
  const unanswered = { message: "405 Method Not Allowed - POST https://registry.example/-/npm/v1/security" };
  for (const text of ["", "npm error", JSON.stringify(unanswered), '{"error":{"summary":"offline"}}']) {
    expect(verdict(text, names)).toMatchObject({ exitCode: 2, lines: [expect.stringContaining("NOT AUDITED")] });
  }
  expect(verdict('{"metadata":{"vulnerabilities":{"total":0}}}', names).exitCode).toBe(0);
  const report = (name: string) =>
    verdict(
      JSON.stringify({
        metadata: { vulnerabilities: { total: 1 } },
        vulnerabilities: { [name]: { name, severity: "high", range: "<4" } },
      }),
      names,
    );
  expect(report("zod")).toMatchObject({ exitCode: 1, lines: ["high: zod <4", expect.any(String)] });
  expect(report("fast-check").exitCode).toBe(0);
});
