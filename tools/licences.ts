/* Lists the licence of every shipped package, and exits with 1 when one is not allowed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A shipped package. */
export interface Shipped {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty when the package names none. */
  readonly licence: string;
}

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: true;
  /** Of development here, and of what runs only where somebody else installs it. */
  readonly devOptional?: true;
  readonly link?: true;
  readonly extraneous?: true;
}

/** Licences that require at most to be named with the program. */
const ALLOWED: ReadonlySet<string> = new Set([
  "MIT",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Unlicense",
]);

/** The packages of the running service, from the lock file. Those of other platforms are among them. */
export function shippedPackages(): readonly Shipped[] {
  const lock = JSON.parse(readFileSync(join(import.meta.dir, "../package-lock.json"), "utf8"));
  const packages = Object.entries<Locked>(lock.packages).filter(
    ([path, { dev, devOptional, link, extraneous }]) =>
      path.includes("node_modules/") && !dev && !devOptional && !link && !extraneous,
  );
  return packages
    .map(([path, { version = "", license = "" }]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      licence: license,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the packages without an allowed licence. Of alternatives one is enough. */
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
