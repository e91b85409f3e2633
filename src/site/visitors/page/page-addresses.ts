/* Builds URLs of pages. */

/** Query parameters; undefined ones are omitted. */
export type QueryParameters = Readonly<Record<string, string | bigint | undefined>>;

/** A path with query parameters. */
export function withQuery(path: string, parameters: QueryParameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}
