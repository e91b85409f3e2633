/* The route of the pets view: filters, page and open pet, as the address has them. */

import type { ListPetsQuery } from "../../../../client/index.ts";
import { petSexes, petSizes } from "../../../../contract/limits.ts";
import { petStatuses } from "../../../../contract/pets/pet-status.ts";
import { hrefOf, type Route, readId } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { PAGE_SIZE } from "../../../data/loaded-page.ts";
import type { ListRoute } from "../../../ui/list/collection.tsx";

/** The filters that are one of a few values, with the values. */
export const choices = {
  status: petStatuses,
  sex: petSexes,
  size: petSizes,
  photo: ["false"],
  published: ["false"],
} as const;

type Choices = { readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] | undefined };

/** What the list can be sorted by; the first without an address of its own. */
export const sorts = ["newest", "oldest", "waiting", "name"] as const;

type Sort = (typeof sorts)[number];

const sortQueries = {
  newest: { order: "desc" },
  oldest: { order: "asc" },
  waiting: { sort: "arrivedOn", order: "asc" },
  name: { sort: "name", order: "asc" },
} as const satisfies Record<Sort, Pick<ListPetsQuery, "sort" | "order">>;

/** The filters of the list, its page and what is open. */
export interface PetsRoute extends Choices, ListRoute {
  readonly name: string | undefined;
  readonly categoryId: bigint | undefined;
  readonly tag: string | undefined;
  readonly sort: Sort;
}

const one = <Value extends string>(values: readonly Value[], given: string | null) =>
  values.find((value) => value === given);

/** Reads the address. What it cannot mean is left out. */
export function petsRoute({ query, open }: Route): PetsRoute {
  return {
    status: one(choices.status, query.get("status")),
    sex: one(choices.sex, query.get("sex")),
    size: one(choices.size, query.get("size")),
    photo: one(choices.photo, query.get("photo")),
    published: one(choices.published, query.get("published")),
    name: query.get("name") ?? undefined,
    categoryId: readId(query.get("categoryId")),
    tag: query.get("tag") || undefined,
    sort: one(sorts, query.get("sort")) ?? "newest",
    cursor: query.get("cursor") ?? undefined,
    open,
  };
}

/** The address of a route. Another filter begins with the first page. */
export function petsHref(now: PetsRoute, changes: Partial<PetsRoute> = {}): string {
  const isSameList = Object.keys(changes).every((name) => name === "open" || name === "cursor");
  const { open, sort, ...filters } = { ...now, ...(!isSameList && { cursor: undefined }), ...changes };
  return hrefOf("pets", open, { ...filters, sort: sort === "newest" ? undefined : sort });
}

/** No filter is set. */
const NONE = {
  ...{ status: undefined, sex: undefined, size: undefined, photo: undefined, published: undefined, tag: undefined },
} as const;

/** The address of the list in the same order and without filters. */
export function allPetsHref(now: PetsRoute): string {
  return petsHref(now, { ...NONE, name: undefined, categoryId: undefined, cursor: undefined });
}

/** Whether only some of the pets are shown. */
export function isFiltered(route: PetsRoute): boolean {
  const { name = "", categoryId } = route;
  return name.trim() !== "" || categoryId !== undefined || setFilters(route).length > 0;
}

/** The filters that are set, beside the search and the kind. */
export function setFilters(route: PetsRoute): readonly (keyof typeof NONE)[] {
  return (Object.keys(NONE) as (keyof typeof NONE)[]).filter((name) => route[name] !== undefined);
}

/** The filters for the service, without what was typed. */
export function petsFilters({ status, sex, size, photo, published, categoryId, tag }: PetsRoute) {
  const isFalse = (value: "false" | undefined) => (value === undefined ? undefined : false);
  return { status, sex, size, photo: isFalse(photo), published: isFalse(published), categoryId, tag };
}

/** The order of the list, for the service. */
export function petsOrder({ sort }: PetsRoute): Pick<ListPetsQuery, "sort" | "order"> {
  return sortQueries[sort];
}

/** The query of the list, without what was typed. */
export function petsQuery(route: PetsRoute): ListPetsQuery {
  const include = [
    "photos",
    "profile",
    "createdAt",
    ...(can("inventory:read") ? (["quantity"] as const) : []),
  ] as const;
  return { limit: PAGE_SIZE, ...petsFilters(route), ...petsOrder(route), cursor: route.cursor, include };
}
