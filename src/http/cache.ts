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

  /** What was answered before to the same request on the same version of the store. */
  find(version: Version, request: string): Answer | undefined {
    return version === this.#version ? this.#answers.get(request) : undefined;
  }

  /** Keeps an answer, if nothing has changed since the version that it is from. When the memory is full, all older ones go. */
  async keep(version: Version, request: string, answer: Answer, bodySize: number): Promise<void> {
    if ((await this.#looks.now()) !== version) return;
    // With the request: a client chooses how long it is, and may choose another one each time.
    const size = ENTRY_SIZE + request.length + lengthOf(answer.headers) + bodySize;
    if (version !== this.#version || this.#size + size > SIZE_MAX) {
      this.#answers.clear();
      this.#size = 0;
      this.#version = version;
    }
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

/** How long an answer may take to be whole and still be kept: one reader that is slow must not be what others wait for. */
const COLLECT_MS = 5_000;

/**
 * Keeps answers as soon as their bodies are whole: at once when they are, and otherwise when the last part was taken. Of
 * those that are streamed one is collected at a time, so that many slow readers do not take the memory of a body each.
 */
export function keeperOfWhole() {
  let isCollecting = false;

  async function* collecting(
    parts: AsyncIterable<string>,
    done: (whole: Uint8Array<ArrayBuffer>) => void,
  ): AsyncIterable<string> {
    let taken: string[] | undefined;
    let size = 0;
    function giveUp(): void {
      if (taken !== undefined) isCollecting = false;
      taken = undefined;
    }
    if (!isCollecting) {
      isCollecting = true;
      taken = [];
    }
    const timer = setTimeout(giveUp, COLLECT_MS);
    try {
      for await (const part of parts) {
        size += part.length;
        if (size > ANSWER_MAX) giveUp();
        taken?.push(part);
        yield part;
      }
      if (taken !== undefined) done(new TextEncoder().encode(taken.join("")));
    } finally {
      clearTimeout(timer);
      giveUp();
    }
  }

  return (answer: Answer, keep: (whole: Answer, size: number) => void): Answer => {
    const { body } = answer;
    if (typeof body === "string") keep(answer, body.length);
    if (typeof body !== "object" || body instanceof Uint8Array) return answer;
    return { ...answer, body: collecting(body, (whole) => keep({ ...answer, body: whole }, whole.byteLength)) };
  };
}
