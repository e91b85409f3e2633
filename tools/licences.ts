/* Lists the licence of every package that is shipped, and exits 1 when one is not allowed. */
import { type Shipped, shippedPackages } from "./packages.ts";

/** Licences that ask for no more than to be named with the program. */
const ALLOWED: ReadonlySet<string> = new Set(["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD"]);

/** The packages whose licence is not allowed, or that name none. Of alternatives one is enough. */
export function refusedLicences(packages: readonly Shipped[]): readonly Shipped[] {
  return packages.filter(({ licence }) => {
    const choices = licence.replace(/^\((.*)\)$/, "$1").split(" OR ");
    return !choices.some((choice) => ALLOWED.has(choice));
  });
}

if (import.meta.main) {
  const packages = shippedPackages();
  const byLicence = Map.groupBy(packages, ({ licence }) => licence || "no licence");
  for (const [licence, under] of [...byLicence].sort()) {
    console.log(`${licence}: ${under.map(({ name, version }) => `${name} ${version}`).join(", ")}`);
  }
  const refused = refusedLicences(packages);
  for (const { name, version, licence } of refused) {
    console.error(`${name} ${version} has ${licence || "no licence"}; allowed are ${[...ALLOWED].join(", ")}`);
  }
  process.exit(refused.length === 0 ? 0 : 1);
}
