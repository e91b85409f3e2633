import type { Store, Version } from "../core/store.ts";
import type { Answer } from "./answer.ts";
import { Looks } from "./looks.ts";

/** The memory that kept answers may take, in characters and bytes of all that is kept. */
const SIZE_MAX = 32 * 1024 * 1024;

/** What an answer takes beside its texts, roughly, so that many small ones do not count as nothing. */
const ENTRY_SIZE = 512;

/** An answer that alone is larger is not kept. */
export const ANSWER_MAX = SIZE_MAX / 5;

/**
 * The answers of lists, for as long as nothing in the store changes. A commit, by whatever process, drops all of them.
 * Whose request it is does not matter, because keys see everything or nothing of a list.
 */
export class AnswerCache {
  readonly #answers = new Map<string, Answer>();
  #version: Version | undefined;
  #size = 0;
  readonly #looks: Looks;

  /** `versionOf` tells the version of the store, as `Store.version` does. */
  constructor(versionOf: Store["version"]) {
    this.#looks = new Looks(versionOf);
  }

  /** The version of the store for a request that came in with this turn of the event loop; undefined when it is not told. */
  version(): Version | undefined | Promise<Version | undefined> {
    return this.#looks.forRequest();
  }

  /** Looks again at the next request: something has changed here. */
  forget(): void {
    this.#looks.forget();
  }

  /** What was answered before to the same request. With another version of the store than before, all that was kept goes. */
  find(version: Version, request: string): Answer | undefined {
    if (version !== this.#version) {
      this.#clear();
      this.#version = version;
    }
    return this.#answers.get(request);
  }

  #clear(): void {
    this.#answers.clear();
    this.#size = 0;
  }

  /** Keeps an answer that was looked for in vain and then read. When the memory is full, all older ones go. */
  keep(version: Version, request: string, answer: Answer, bodySize: number): void {
    if (version !== this.#version) return;
    // With the request: a client chooses how long it is, and may choose another one each time.
    const size = ENTRY_SIZE + request.length + lengthOf(answer.headers) + bodySize;
    if (this.#size + size > SIZE_MAX) this.#clear();
    if (size > ANSWER_MAX) return;
    this.#answers.set(request, answer);
    this.#size += size;
  }
}

function lengthOf(headers: Answer["headers"]): number {
  let length = 0;
  for (const name in headers) length += name.length + (headers[name]?.length ?? 0);
  return length;
}
