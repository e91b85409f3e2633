/* The JSON of members of pets: writing it again costs more than keeping it. */
import { BoundedMap } from "./bounded-map.ts";

/** The memory for texts, in characters. */
const SIZE_MAX = 16 * 1024 * 1024;

/** What a pet takes besides its texts, roughly. */
const ENTRY_SIZE = 256;

interface Entry {
  readonly revision: bigint;
  /** By the names of the members. */
  readonly texts: Record<string, string>;
}

/**
 * Texts that are valid for one revision of their pet (`ListedPet`), which changes with every commit that could change them, by any
 * process: no writer has to remember to invalidate anything.
 */
export class MemberTexts {
  readonly #entries = new BoundedMap<bigint, Entry>(SIZE_MAX);

  /** The text of members at a revision, if it is known. */
  get(names: string, petId: bigint, revision: bigint): string | undefined {
    const entry = this.#entries.get(petId);
    return entry?.revision === revision ? entry.texts[names] : undefined;
  }

  /** Keeps a text of what was read after the revision. */
  set(names: string, petId: bigint, revision: bigint, text: string): void {
    this.#entries.makeRoom(ENTRY_SIZE + text.length);
    const entry = this.#entries.get(petId);
    if (entry?.revision === revision) entry.texts[names] = text;
    else this.#entries.set(petId, { revision, texts: { [names]: text } });
  }
}
