/** The pause between runs of a job, with 25 % jitter so that instances do not run in step. */
export class Pause {
  readonly #ms: number;
  #isCut = false;
  #end = () => {};

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Waits for the pause, or until it is cut short. */
  async wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#ms * (0.75 + 0.5 * Math.random()));
    this.#end = resolve;
    if (this.#isCut) resolve();
    await promise;
    clearTimeout(timer);
    this.#isCut = false;
  }

  /** Ends the current pause, or else the next one immediately. */
  cut(): void {
    this.#isCut = true;
    this.#end();
  }
}
