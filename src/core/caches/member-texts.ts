/* The JSON of members of pets: writing it again costs more than keeping it. */
import { Cache } from "./cache.ts";

/** The memory for texts, in characters. */
const SIZE_MAX = 16 * 1024 * 1024;

/** The approximate size of an entry besides its texts. */
const ENTRY_SIZE = 256;

interface Entry {
  readonly revision: bigint;
  /** By the names of the members. */
  readonly texts: Readonly<Record<string, string>>;
  /** In characters. */
  readonly size: number;
}

/**
 * Texts that are valid for one revision of their pet (`ListedPet`), which changes with every commit that could change them, by any
 * process: no writer has to remember to invalidate anything.
 */
export class MemberTexts {
  readonly #entries = new Cache<bigint, Entry>(SIZE_MAX);

  /** The text of members at a revision, if it is known. */
  get(names: string, petId: bigint, revision: bigint): string | undefined {
    const entry = this.#entries.get(petId);
    return entry?.revision === revision ? entry.texts[names] : undefined;
  }

  /** Keeps a text of what was read after the revision. */
  set(names: string, petId: bigint, revision: bigint, text: string): void {
    const entry = this.#entries.get(petId);
    const known = entry?.revision === revision ? entry : { texts: {}, size: ENTRY_SIZE };
    const size = known.size + text.length;
    this.#entries.set(petId, { revision, texts: { ...known.texts, [names]: text }, size }, size);
  }
}
