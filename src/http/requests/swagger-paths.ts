/* The paths of the Swagger Petstore, which clients of the famous example try here first. */

/** A path of the Swagger Petstore below any base, and our path. */
const PATHS: readonly (readonly [RegExp, string])[] = [
  [/\/pet\/findByStatus$/, "/pets?status=available"],
  [/\/pet\/findByTags$/, "/pets?tag="],
  [/\/pet\/(\d+)$/, "/pets/$1"],
  [/\/pet$/, "/pets"],
  [/\/store\/inventory$/, "/inventory"],
  [/\/store\/order\/(\d+)$/, "/store/orders/$1"],
  [/\/store\/order$/, "/store/orders"],
];

/** Returns our path for a path of the Swagger Petstore; undefined for other paths. */
export function swaggerHint(path: string): string | undefined {
  for (const [theirs, ours] of PATHS) {
    const [found] = theirs.exec(path) ?? [];
    if (found !== undefined) return `The Swagger Petstore's ${found} is /v1${found.replace(theirs, ours)} here`;
  }
  return undefined;
}
