/* The route of the pets view: filters, page and open pet, as in the URL. */

import type { ListPetsQuery } from "../../../../client/index.ts";
import { petSexes, petSizes } from "../../../../contract/limits.ts";
import { petStatuses } from "../../../../contract/pets/pet-status.ts";
import { hrefOf, type Route, readId } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { PAGE_SIZE } from "../../../data/loaded-page.ts";
import type { ListRoute } from "../../../ui/list/collection.tsx";

/** Filters with a fixed set of values. */
export const choices = {
  status: petStatuses,
  sex: petSexes,
  size: petSizes,
  photo: ["false"],
  published: ["false"],
} as const;

type Choices = { readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] | undefined };

/** The sort orders. The default is first and not in the URL. */
export const sorts = ["newest", "oldest", "waiting", "name"] as const;

type Sort = (typeof sorts)[number];

const sortQueries = {
  newest: { order: "desc" },
  oldest: { order: "asc" },
  waiting: { sort: "arrivedOn", order: "asc" },
  name: { sort: "name", order: "asc" },
} as const satisfies Record<Sort, Pick<ListPetsQuery, "sort" | "order">>;

/** The filters, the page and the open pet. */
export interface PetsRoute extends Choices, ListRoute {
  readonly name: string | undefined;
  readonly categoryId: bigint | undefined;
  readonly tag: string | undefined;
  readonly sort: Sort;
}

const one = <Value extends string>(values: readonly Value[], given: string | null) =>
  values.find((value) => value === given);

/** Parses the URL. Invalid values are ignored. */
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

/** The URL of a route. Changing a filter resets the page. */
export function petsHref(now: PetsRoute, changes: Partial<PetsRoute> = {}): string {
  const isSameList = Object.keys(changes).every((name) => name === "open" || name === "cursor");
  const { open, sort, ...filters } = { ...now, ...(!isSameList && { cursor: undefined }), ...changes };
  return hrefOf("pets", open, { ...filters, sort: sort === "newest" ? undefined : sort });
}

/** A route without filters. */
const NONE = {
  ...{ status: undefined, sex: undefined, size: undefined, photo: undefined, published: undefined, tag: undefined },
} as const;

/** The URL of the whole list in the same order. */
export function allPetsHref(now: PetsRoute): string {
  return petsHref(now, { ...NONE, name: undefined, categoryId: undefined, cursor: undefined });
}

/** Whether any filter is set. */
export function isFiltered(route: PetsRoute): boolean {
  const { name = "", categoryId } = route;
  return name.trim() !== "" || categoryId !== undefined || setFilters(route).length > 0;
}

/** The filters that are set, except the search and the category. */
export function setFilters(route: PetsRoute): readonly (keyof typeof NONE)[] {
  return (Object.keys(NONE) as (keyof typeof NONE)[]).filter((name) => route[name] !== undefined);
}

/** The filters of the API request, without the search. */
export function petsFilters({ status, sex, size, photo, published, categoryId, tag }: PetsRoute) {
  const isFalse = (value: "false" | undefined) => (value === undefined ? undefined : false);
  return { status, sex, size, photo: isFalse(photo), published: isFalse(published), categoryId, tag };
}

/** The sort parameters of the API request. */
export function petsOrder({ sort }: PetsRoute): Pick<ListPetsQuery, "sort" | "order"> {
  return sortQueries[sort];
}

/** The API query of the list, without the search. */
export function petsQuery(route: PetsRoute): ListPetsQuery {
  const include = [
    "photos",
    "profile",
    "createdAt",
    ...(can("inventory:read") ? (["quantity"] as const) : []),
  ] as const;
  return { limit: PAGE_SIZE, ...petsFilters(route), ...petsOrder(route), cursor: route.cursor, include };
}
