import { invalidField } from "../../../contract/errors/errors.ts";
import type { Input, Page } from "../../../contract/operation.ts";
import type { petOperations } from "../../../contract/pets/pets.ts";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import type { Context } from "../../context.ts";
import { dateIn } from "../../feed/local-days.ts";
import { page } from "../../pagination.ts";
import type { ListedPet, PetFilter } from "../../ports.ts";
import { wordsOf } from "../name-words.ts";
import { tagKey } from "./profile-rules.ts";

type ListQuery = Input<(typeof petOperations)["listPets"]>["query"];

/** The filters of pets in a query. */
export type GivenFilter = Omit<ListQuery, "limit" | "cursor" | "sort" | "order" | "include">;

/** The filter for the store. Throws for a price without a currency: amounts of different currencies do not compare. */
export function petFilter(
  { q, tag, ...filter }: GivenFilter,
  { now, timeZone }: Pick<Context, "now" | "timeZone">,
): PetFilter {
  const { currency, priceTo, priceFrom = priceTo } = filter;
  if (currency === undefined && priceFrom !== undefined) {
    const expected = "a currency together with priceFrom and priceTo";
    throw invalidField("invalid_parameter", "currency", expected, undefined);
  }
  const today = filter.careDue === undefined ? undefined : dateIn(timeZone, now);
  return { ...filter, today, words: q === undefined ? undefined : wordsOf(q), tag: tag && tagKey(tag) };
}

/** Where a page of pets begins, and in which order they are. */
export type PetPage = Pick<ListQuery, "limit" | "cursor" | "sort" | "order">;

/** Finds a page of the pets that match. */
export function findPets(
  filter: PetFilter,
  { sort = "id", ...request }: PetPage,
  includedColumn: "revision" | "quantity" | undefined,
  context: Pick<Context, "store" | "crc32">,
): MaybePromise<Page<ListedPet>> {
  return page(
    { ...request, sort: sort === "id" ? undefined : sort },
    bindingOf(filter),
    context,
    (slice) => context.store.pets.list(filter, slice, includedColumn),
    ({ id }) => id,
    ({ sortKey = "" }) => sortKey,
  );
}

/** The text of a filter to which a cursor is bound. The same filter has the same text in any order of its parts, and on the next day. */
function bindingOf({ status, categoryId, name, ids, words = [], today: _, ...others }: PetFilter): readonly unknown[] {
  const given = Object.entries(others).flatMap(([member, value]) =>
    value === undefined ? [] : [`${member}=${value}`],
  );
  return ["pets", status, categoryId, name, ids?.join(), ...words, ...given.toSorted()];
}
