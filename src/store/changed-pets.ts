/** How many changes are remembered; whoever asks for older ones is told that it cannot be told. */
const REMEMBERED = 1000;

/** Which animals the commits of this process have added or changed. */
export class ChangedPets {
  /** Of transactions that are not committed. */
  #pending: bigint[] = [];
  #committed: bigint[] = [];
  /** How many there have been. */
  #count = 0;

  /** A transaction adds or changes an animal. */
  add(petId: bigint): void {
    this.#pending.push(petId);
  }

  /** All that was added is on disk. */
  commit(): void {
    this.#count += this.#pending.length;
    this.#committed = this.#committed.concat(this.#pending).slice(-REMEMBERED);
    this.#pending = [];
  }

  /** Nothing of what was added is kept. */
  rollback(): void {
    this.#pending = [];
  }

  get count(): number {
    return this.#count;
  }

  /** Those after the first so many; undefined when they are forgotten. */
  after(count: number): readonly bigint[] | undefined {
    const wanted = this.#count - count;
    if (wanted > this.#committed.length) return undefined;
    return wanted === 0 ? [] : this.#committed.slice(-wanted);
  }
}
