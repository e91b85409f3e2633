import type { ApiResponse } from "./call.ts";

/** Some items of a list. */
export interface Page<Item> {
  /** The items in the order of the list. */
  readonly items: Item[];
  /**
   * The position of the next page, undefined on the last one. Pass it as `cursor`, or as `after` to `events.list`, together
   * with the same filters.
   */
  readonly nextCursor: string | undefined;
}

/** Reads the page at a position: the first one, or the one that `nextCursor` of another page names. */
export type PageReader<Item> = (cursor: string | undefined, isIterating: boolean) => Promise<ApiResponse<Page<Item>>>;

/**
 * A list. `await` it for one page, or iterate over it for all items: `for await (const pet of petstore.pets.list())`. Nothing
 * is sent before. Iterating reads 100 items at a time unless `limit` is given.
 */
export class List<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #read: PageReader<Item>;
  #first: Promise<ApiResponse<Page<Item>>> | undefined;

  /** Makes a list. Use the methods of `Petstore`. */
  constructor(read: PageReader<Item>) {
    this.#read = read;
  }

  /** Reads one page, together with the status, the headers and the ETag of the response. */
  withResponse(): Promise<ApiResponse<Page<Item>>> {
    return (this.#first ??= this.#read(undefined, false));
  }

  /** Reads one page, as a promise's `then` does when the list is awaited. */
  // biome-ignore lint/suspicious/noThenProperty: a list can be awaited
  then<Result = Page<Item>, Failure = never>(
    onResolved?: ((page: Page<Item>) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onResolved, onRejected);
  }

  /** Handles a failure to read one page, as a promise's `catch` does. */
  catch<Failure = never>(
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Page<Item> | Failure> {
    return this.then(undefined, onRejected);
  }

  /** Runs a function when one page is read or could not be, as a promise's `finally` does. */
  finally(onFinally?: (() => void) | null): Promise<Page<Item>> {
    return this.then().finally(onFinally);
  }

  /** Reads the list to its end, one page at a time. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor: string | undefined;
    for (;;) {
      const { data: page } = await this.#read(cursor, true);
      yield page;
      // The feed of events always has a next page. Its end, for now, is where that is the page that was read.
      if (page.nextCursor === undefined || page.nextCursor === cursor) return;
      cursor = page.nextCursor;
    }
  }

  /** Reads the list to its end, one item at a time. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }
}

/** The position that the `Link` header with `rel="next"` names, in this query parameter. */
export function nextCursor(headers: Headers, parameter: string): string | undefined {
  const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(headers.get("Link") ?? "") ?? [];
  if (target === undefined || !URL.canParse(target, "http://localhost")) return undefined;
  return new URL(target, "http://localhost").searchParams.get(parameter) ?? undefined;
}
