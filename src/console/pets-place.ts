/* Where a person is in the pets view: filters, page and open pet, as the address has them. */
import type { ListPetsQuery, PetStatus } from "../client/index.ts";
import { PAGE_SIZE } from "./loading.ts";
import { hrefOf, type Place } from "./router.ts";
import { statuses } from "./status-changes.ts";

/** The filters of the list. */
export interface PetsPlace {
  readonly status: PetStatus | undefined;
  readonly name: string | undefined;
  readonly categoryId: bigint | undefined;
  readonly order: "asc" | "desc";
  readonly cursor: string | undefined;
  /** The id of the open pet, `new`, or empty. */
  readonly open: string;
}

/** Reads the address. What it cannot mean is left out. */
export function petsPlace({ query, open }: Place): PetsPlace {
  const categoryId = query.get("categoryId") ?? "";
  return {
    status: statuses.find((status) => status === query.get("status")),
    name: query.get("name") ?? undefined,
    categoryId: /^-?\d+$/.test(categoryId) ? BigInt(categoryId) : undefined,
    order: query.get("order") === "asc" ? "asc" : "desc",
    cursor: query.get("cursor") ?? undefined,
    open,
  };
}

/** The address of a place in the pets view. Another filter begins with the first page. */
export function petsHref(now: PetsPlace, changes: Partial<PetsPlace>): string {
  const isSameList = Object.keys(changes).every((name) => name === "open" || name === "cursor");
  const { status, name, categoryId, order, cursor, open } = {
    ...now,
    ...(!isSameList && { cursor: undefined }),
    ...changes,
  };
  return hrefOf("pets", open, {
    status,
    name,
    categoryId: categoryId?.toString(),
    order: order === "asc" ? order : undefined,
    cursor,
  });
}

/** The query of the list at a place. */
export function petsQuery({ status, name, categoryId, order, cursor }: PetsPlace): ListPetsQuery {
  return { limit: PAGE_SIZE, status, name, categoryId, order, cursor };
}

/** The id in the address; undefined for `new` or what is no id. */
export function openId({ open }: PetsPlace): bigint | undefined {
  return /^-?\d{1,19}$/.test(open) ? BigInt(open) : undefined;
}
