/** What a tab or the device keeps for the page, in memory. */
export class Items {
  readonly #items: Map<string, string>;
  readonly #changed: (key: string | null, newValue: string | null) => void;

  constructor(
    items = new Map<string, string>(),
    changed: (key: string | null, newValue: string | null) => void = () => {},
  ) {
    this.#items = items;
    this.#changed = changed;
  }

  getItem(name: string): string | null {
    return this.#items.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.#items.set(name, value);
    this.#changed(name, value);
  }

  removeItem(name: string): void {
    if (this.#items.delete(name)) this.#changed(name, null);
  }

  clear(): void {
    this.#items.clear();
    this.#changed(null, null);
  }

  /** All of it, as a test reads it. */
  text(): string {
    return JSON.stringify([...this.#items]);
  }
}
