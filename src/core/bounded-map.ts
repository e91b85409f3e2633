/** A map whose values are forgotten, all at once, when they take too much. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;
  #used = 0;

  /** `max` is in the unit of `makeRoom`. */
  constructor(max: number) {
    super();
    this.#max = max;
  }

  /** Makes room for a value of this size, which is then set. What that replaces still counts: there is never more than is counted. */
  makeRoom(size: number): void {
    if (this.#used + size > this.#max) {
      this.clear();
      this.#used = 0;
    }
    this.#used += size;
  }
}
