/** The pause between two runs of regular work: with 25 % jitter, so that instances do not run in step. */
export class Pause {
  readonly #ms: number;
  #isCut = false;
  #end = () => {};

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Waits for the length of the pause, or until it is cut short. */
  async wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#ms * (0.75 + 0.5 * Math.random()));
    this.#end = resolve;
    if (this.#isCut) resolve();
    await promise;
    clearTimeout(timer);
    this.#isCut = false;
  }

  /** Ends the pause; if nobody waits, the next one ends as it begins. */
  cut(): void {
    this.#isCut = true;
    this.#end();
  }
}
