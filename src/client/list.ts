import type { ApiResponse } from "./call.ts";

/** One page of a list. */
export interface Page<Item> {
  /** The items in list order. */
  readonly items: Item[];
  /**
   * The cursor of the next page, undefined on the last one. Pass it as `cursor`, or as `after` to `events.list`, with the same filters.
   */
  readonly nextCursor: string | undefined;
}

/** Reads a page: the first, or the one that `nextCursor` of another page names. */
export type PageReader<Item> = (cursor: string | undefined, isIterating: boolean) => Promise<ApiResponse<Page<Item>>>;

/**
 * A list. `await` it for one page, or iterate over it for all items: `for await (const pet of petstore.pets.list())`. Sends nothing
 * before that. Iterating reads 100 items at a time unless `limit` is given.
 */
export class List<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #read: PageReader<Item>;
  #first: Promise<ApiResponse<Page<Item>>> | undefined;

  /** Use the methods of `Petstore` instead. */
  constructor(read: PageReader<Item>) {
    this.#read = read;
  }

  /** Reads one page, together with the status, the headers and the ETag of the response. */
  withResponse(): Promise<ApiResponse<Page<Item>>> {
    return (this.#first ??= this.#read(undefined, false));
  }

  /** Reads one page; called when the list is awaited. */
  // biome-ignore lint/suspicious/noThenProperty: a list can be awaited
  then<Result = Page<Item>, Failure = never>(
    onResolved?: ((page: Page<Item>) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onResolved, onRejected);
  }

  /** Handles a failure to read one page, like a promise's `catch`. */
  catch<Failure = never>(
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Page<Item> | Failure> {
    return this.then(undefined, onRejected);
  }

  /** Runs a function after one page is read or fails, like a promise's `finally`. */
  finally(onFinally?: (() => void) | null): Promise<Page<Item>> {
    return this.then().finally(onFinally);
  }

  /** Reads all pages of the list. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor: string | undefined;
    for (;;) {
      const { data: page } = await this.#read(cursor, true);
      yield page;
      // The event feed always has a next page. For now it ends where that is the same page.
      if (page.nextCursor === undefined || page.nextCursor === cursor) return;
      cursor = page.nextCursor;
    }
  }

  /** Reads all items of the list, one page at a time. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }
}

/** The cursor in the `Link` header with `rel="next"`, from this query parameter. */
export function nextCursor(headers: Headers, parameter: string): string | undefined {
  const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(headers.get("Link") ?? "") ?? [];
  if (target === undefined || !URL.canParse(target, "http://localhost")) return undefined;
  return new URL(target, "http://localhost").searchParams.get(parameter) ?? undefined;
}
