/** The headers of one kind of response. Only those that differ from the previous response are set again: the runtime copies them. */
export class HeaderTemplate {
  readonly #headers: Headers;
  readonly #fixed: Readonly<Record<string, string>>;
  /** The headers of the last response besides the fixed ones, or in their place. */
  readonly #own = new Map<string, { value: string; nth: number }>();
  #nth = 0;
  #count = 0;

  /** These headers are on every response that does not set them itself. */
  constructor(fixed: Readonly<Record<string, string>>) {
    this.#fixed = fixed;
    this.#headers = new Headers(fixed);
  }

  /** Begins the headers of the next response. */
  begin(): void {
    this.#nth += 1;
    this.#count = 0;
  }

  /** Sets a header of the response that was begun. */
  set(name: string, value: string): void {
    const own = this.#own.get(name);
    if (own === undefined) {
      this.#headers.set(name, value);
      this.#own.set(name, { value, nth: this.#nth });
      this.#count += 1;
      return;
    }
    if (own.nth !== this.#nth) this.#count += 1;
    own.nth = this.#nth;
    if (own.value === value) return;
    this.#headers.set(name, value);
    own.value = value;
  }

  setAll(headers: Readonly<Record<string, string | undefined>>): void {
    for (const name in headers) this.set(name, headers[name] ?? "");
  }

  /** The headers of the response that was begun. They change with the next one. */
  end(): Headers {
    if (this.#count < this.#own.size) this.#removeOthers();
    return this.#headers;
  }

  #removeOthers(): void {
    for (const [name, { nth }] of this.#own) {
      if (nth === this.#nth) continue;
      this.#own.delete(name);
      const fixed = this.#fixed[name];
      if (fixed === undefined) this.#headers.delete(name);
      else this.#headers.set(name, fixed);
    }
  }
}
