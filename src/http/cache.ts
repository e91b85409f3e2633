import type { Store, Version } from "../core/ports.ts";
import type { Answer } from "./answer.ts";
import type { Eventual } from "./later.ts";
import { Looks } from "./looks.ts";

/** The memory that kept answers may take, in characters and bytes of all that is kept. */
const SIZE_MAX = 32 * 1024 * 1024;

/** What an answer takes beside its texts, roughly, so that many small ones do not count as nothing. */
const ENTRY_SIZE = 512;

/**
 * The answers of lists, for as long as nothing in the store changes. A commit, by whatever process, drops all of them.
 * Whose request it is does not matter, because keys see everything or nothing of a list.
 */
export class AnswerCache {
  readonly #answers = new Map<string, Answer>();
  #version: Version | undefined;
  #size = 0;
  readonly #looks: Looks;
  readonly #counted: (isHit: boolean) => void;
  /** Those that are being read. */
  readonly #reading = new Map<string, Promise<Answer>>();

  /** `versionOf` tells the version of the store, as `Store.version` does; `counted` is told whether a list had to be read. */
  constructor(versionOf: Store["version"], counted: (isHit: boolean) => void) {
    this.#looks = new Looks(versionOf);
    this.#counted = counted;
  }

  /** The version of the store for a request that came in with this turn of the event loop; undefined when it is not told. */
  version(): Eventual<Version | undefined> {
    return this.#looks.forRequest();
  }

  /** Looks again at the next request: something has changed here. */
  forget(): void {
    this.#looks.forget();
  }

  /**
   * The answer to a request on a version of the store: the one that is kept, or that is being read for another one, or one that is
   * read now. With another version than before, all that was kept goes.
   */
  answer(version: Version, request: string, read: () => Promise<Answer>): Eventual<Answer> {
    if (version !== this.#version) {
      this.#clear();
      this.#version = version;
      this.#reading.clear();
    }
    const kept = this.#answers.get(request);
    const reading = this.#reading.get(request);
    this.#counted(kept !== undefined || reading !== undefined);
    if (kept !== undefined) return kept;
    // What is sent in parts can be sent once.
    if (reading !== undefined) return reading.then((made) => (typeof made.body === "string" ? made : read()));
    return this.#read(version, request, read);
  }

  async #read(version: Version, request: string, read: () => Promise<Answer>): Promise<Answer> {
    const reading = read();
    this.#reading.set(request, reading);
    try {
      const made = await reading;
      if (version === this.#version && typeof made.body === "string") this.#keep(request, made, made.body);
      return made;
    } finally {
      if (this.#reading.get(request) === reading) this.#reading.delete(request);
    }
  }

  #clear(): void {
    this.#answers.clear();
    this.#size = 0;
  }

  /** When the memory is full, all older ones go. */
  #keep(request: string, answer: Answer, body: string): void {
    // With the request: a client chooses how long it is, and may choose another one each time.
    const size = ENTRY_SIZE + request.length + lengthOf(answer.headers) + body.length;
    if (this.#size + size > SIZE_MAX) this.#clear();
    this.#answers.set(request, answer);
    this.#size += size;
  }
}

function lengthOf(headers: Answer["headers"]): number {
  let length = 0;
  for (const name in headers) length += name.length + (headers[name]?.length ?? 0);
  return length;
}
