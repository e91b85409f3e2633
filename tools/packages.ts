/* What is shipped: the packages that the running service is made of. Read from the lock file, which names them exactly. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A package that is shipped. */
export interface Shipped {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty when the package names none. */
  readonly licence: string;
  /** As in the lock file: the algorithm and the hash in base64. */
  readonly integrity: string;
}

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** A development package whose program is checked in and served: the reference page. */
const CHECKED_IN = "@scalar/api-reference";

/** Every shipped package once, by name. The runtime's builds for other machines are among them. */
export function shippedPackages(root = join(import.meta.dir, "..")): readonly Shipped[] {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const locked: Readonly<Record<string, Locked>> = lock.packages;
  const found = new Map<string, Shipped>();

  function visit(name: string, from: string): void {
    const path = placeOf(name, from, locked);
    if (path === undefined || found.has(path)) return;
    const { version = "", license = "", integrity = "", ...needs } = locked[path] ?? {};
    found.set(path, { name, version, licence: license, integrity });
    for (const other of namesOf(needs)) visit(other, path);
  }
  for (const name of Object.keys(locked[""]?.dependencies ?? {})) visit(name, "");
  const page = locked[`node_modules/${CHECKED_IN}`];
  if (page === undefined) throw new Error(`package-lock.json has no ${CHECKED_IN}`);
  const { version = "", license = "", integrity = "" } = page;
  found.set(CHECKED_IN, { name: CHECKED_IN, version, licence: license, integrity });
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function namesOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Locked): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** Where Node finds a package from another: in the nearest `node_modules` upwards. */
function placeOf(name: string, from: string, locked: Readonly<Record<string, Locked>>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (path in locked) return path;
    if (folder === "") return undefined;
  }
}
