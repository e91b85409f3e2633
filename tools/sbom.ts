/* Writes the bill of materials of what is shipped (CycloneDX 1.5): `npm run sbom`. */
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { type Shipped, shippedPackages } from "./packages.ts";

/**
 * The bill of materials as JSON. Not that of `npm sbom --omit dev`: npm 11 leaves out packages that development needs too
 * (`pump` and `once` of `pino-pretty`, for one), and knows nothing of the reference page's program.
 */
export function billOfMaterials(packages: readonly Shipped[] = shippedPackages()): string {
  const { name, version, description, license } = manifest;
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: {
        "bom-ref": `${name}@${version}`,
        type: "application",
        name,
        version,
        description,
        licenses: [{ license: { id: license } }],
      },
    },
    components: packages.map(component),
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

function component({ name, version, licence, integrity }: Shipped) {
  const [algorithm = "", hash = ""] = integrity.split("-");
  return {
    "bom-ref": `${name}@${version}`,
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: [/[ (]/.test(licence) ? { expression: licence } : { license: { id: licence } }],
    hashes: [{ alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(hash, "base64").toString("hex") }],
  };
}

if (import.meta.main) {
  const path = join(import.meta.dir, "../dist/petstore.cdx.json");
  await Bun.write(path, billOfMaterials());
  console.log(`dist/petstore.cdx.json: ${shippedPackages().length} packages`);
}
