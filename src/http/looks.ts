import type { Store, Version } from "../core/ports.ts";

type Told = Version | undefined;

/**
 * Looks at the version of the store, each for all who asked before it was sent: none of them can know of a change that was
 * acknowledged after it. A look that fails tells nothing, as if the store could not tell.
 */
export class Looks {
  readonly #versionOf: Store["version"];
  #ofThisTurn: { readonly version: Told } | undefined;
  #inFlight: Promise<void> | undefined;
  #next: Promise<Told> | undefined;

  constructor(versionOf: Store["version"]) {
    this.#versionOf = versionOf;
  }

  /**
   * The version for a request that came in with this turn of the event loop. When the store answers at once, one look serves
   * them all: they were sent before it.
   */
  forRequest(): Told | Promise<Told> {
    if (this.#ofThisTurn !== undefined) return this.#ofThisTurn.version;
    const version = this.now();
    if (!(version instanceof Promise)) {
      this.#ofThisTurn = { version };
      setImmediate(() => this.forget());
    }
    return version;
  }

  /** Looks again for the next request: something has changed here. */
  forget(): void {
    this.#ofThisTurn = undefined;
  }

  /**
   * The version at a moment after this call. When the store has to be waited for, one look is on its way at most; who asks
   * meanwhile shares the next one.
   */
  now(): Told | Promise<Told> {
    if (this.#next !== undefined) return this.#next;
    if (this.#inFlight === undefined) return this.#send();
    this.#next = this.#inFlight.then(() => this.#send());
    return this.#next;
  }

  #send(): Told | Promise<Told> {
    this.#next = undefined;
    try {
      const look = this.#versionOf();
      if (!(look instanceof Promise)) return look;
      const told = look.catch(() => undefined);
      this.#inFlight = told.then(() => {
        this.#inFlight = undefined;
      });
      return told;
    } catch {
      return undefined;
    }
  }
}
