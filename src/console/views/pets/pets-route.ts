/* The route of the pets view: filters, page and open pet, as the address has them. */
import type { ListPetsQuery, PetStatus } from "../../../client/index.ts";
import { petStatuses } from "../../../contract/pet-status.ts";
import { hrefOf, type Route, readId } from "../../app/routes.ts";
import { can } from "../../app/session.ts";
import { PAGE_SIZE } from "../../data/list-page.ts";

/** The filters of the list, its page and what is open. */
export interface PetsRoute {
  readonly status: PetStatus | undefined;
  readonly name: string | undefined;
  readonly categoryId: bigint | undefined;
  readonly tag: string | undefined;
  readonly order: "asc" | "desc";
  readonly cursor: string | undefined;
  /** The id of the open pet, `new`, or empty. */
  readonly open: string;
}

/** Reads the address. What it cannot mean is left out. */
export function petsRoute({ query, open }: Route): PetsRoute {
  return {
    status: petStatuses.find((status) => status === query.get("status")),
    name: query.get("name") ?? undefined,
    categoryId: readId(query.get("categoryId")),
    tag: query.get("tag") || undefined,
    order: query.get("order") === "asc" ? "asc" : "desc",
    cursor: query.get("cursor") ?? undefined,
    open,
  };
}

/** The address of a route. Another filter begins with the first page. */
export function petsHref(now: PetsRoute, changes: Partial<PetsRoute>): string {
  const isSameList = Object.keys(changes).every((name) => name === "open" || name === "cursor");
  const { open, order, ...filters } = { ...now, ...(!isSameList && { cursor: undefined }), ...changes };
  return hrefOf("pets", open, { ...filters, order: order === "asc" ? order : undefined });
}

/** The address of the list with the same order and without filters. */
export function allPetsHref(now: PetsRoute): string {
  return petsHref(now, {
    status: undefined,
    name: undefined,
    categoryId: undefined,
    tag: undefined,
    cursor: undefined,
  });
}

/** The query of the list, without what was typed. */
export function petsQuery({ status, categoryId, tag, order, cursor }: PetsRoute): ListPetsQuery {
  const include = [
    "photos",
    "profile",
    "createdAt",
    ...(can("inventory:read") ? (["quantity"] as const) : []),
  ] as const;
  return { limit: PAGE_SIZE, status, categoryId, tag, order, cursor, include };
}
