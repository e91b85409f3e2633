/* How the addresses of pages are written. */

/** Parameters of an address; undefined ones are left out. */
export type QueryParameters = Readonly<Record<string, string | bigint | undefined>>;

/** A path with parameters. */
export function withQuery(path: string, parameters: QueryParameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}
