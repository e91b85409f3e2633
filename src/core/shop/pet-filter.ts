import { invalidField } from "../../contract/errors.ts";
import type { Input } from "../../contract/operation.ts";
import type { petOperations } from "../../contract/pets.ts";
import type { PetFilter } from "../ports.ts";
import { wordsOf } from "./name-words.ts";
import { tagKey } from "./profile-rules.ts";

type ListQuery = Input<(typeof petOperations)["listPets"]>["query"];

/** The filters of pets in a query. */
export type GivenFilter = Omit<ListQuery, "limit" | "cursor" | "sort" | "order" | "include">;

/** What the store looks for. Refuses a price without a currency: amounts of different currencies do not compare. */
export function petFilter({ q, tag, ...filter }: GivenFilter): PetFilter {
  const { currency, priceTo, priceFrom = priceTo } = filter;
  if (currency === undefined && priceFrom !== undefined) {
    const expected = "expected together with priceFrom and priceTo; it is missing";
    throw invalidField("invalid_parameter", "currency", expected, "missing");
  }
  return { ...filter, words: q === undefined ? undefined : wordsOf(q), tag: tag && tagKey(tag) };
}

/** The filter of a page, which its cursor is bound to: the same text for the same filter, whatever the order of its parts. */
export function bindingOf({ status, categoryId, name, ids, words = [], ...others }: PetFilter): readonly unknown[] {
  const given = Object.entries(others).flatMap(([member, value]) =>
    value === undefined ? [] : [`${member}=${value}`],
  );
  return ["pets", status, categoryId, name, ids?.join(), ...words, ...given.toSorted()];
}
