/** How many changes are remembered; whoever asks for older ones is told that it cannot be told. */
const REMEMBERED = 1000;

/** Which animals the commits of this process have added or changed. */
export class ChangedPets {
  /** Of transactions that are not committed. */
  #pending: bigint[] = [];
  #committed: bigint[] = [];
  /** How many have been forgotten. */
  #forgotten = 0;

  /** A transaction adds or changes an animal. One that is rolled back counts too: to say too much does no harm. */
  add(petId: bigint): void {
    this.#pending.push(petId);
  }

  /** All that was added is on disk. */
  commit(): void {
    this.#committed.push(...this.#pending);
    this.#pending = [];
    const surplus = this.#committed.length - REMEMBERED;
    if (surplus <= 0) return;
    this.#committed.splice(0, surplus);
    this.#forgotten += surplus;
  }

  /** How many there have been. */
  get count(): number {
    return this.#forgotten + this.#committed.length;
  }

  /** Those after the first so many; undefined when they are forgotten. */
  after(count: number): readonly bigint[] | undefined {
    return count < this.#forgotten ? undefined : this.#committed.slice(count - this.#forgotten);
  }
}
