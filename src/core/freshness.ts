/** What a read must see. */
export interface Freshness {
  /** Everything up to this position (`Store.position`). */
  readonly position?: string | undefined;
  /** Everything that was committed before this time, by `performance.now()`. */
  readonly since?: number | undefined;
}
