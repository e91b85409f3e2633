import type { ComponentType } from "preact";
import { hrefOf, type ViewName } from "../../app/routes.ts";
import { can, type Scope } from "../../app/session/session.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { PetsView } from "../pets/list/pets-view.tsx";

export interface View {
  /** In the URL, and the key of its text. */
  readonly name: ViewName;
  /** The scope that it requires. */
  readonly scope: Scope;
  /** The scope that adding an item requires. */
  readonly adds?: Scope;
  readonly Content: ComponentType;
}

const loadDay = () => import("./day-views.ts");
const loadShop = () => import("./shop-views.ts");

/** The views in navigation order. The first three are used all day; the code of pets is in the first chunk. */
export const views: readonly View[] = [
  {
    name: "today",
    scope: "events:read",
    Content: lazyView(async () => (await loadDay()).TodayView),
  },
  { name: "pets", scope: "pets:read", adds: "pets:write", Content: PetsView },
  {
    name: "orders",
    scope: "orders:read",
    adds: "orders:write",
    Content: lazyView(async () => (await loadDay()).OrdersView),
  },
  {
    name: "care",
    scope: "care:read",
    Content: lazyView(async () => (await loadShop()).CareView),
  },
  {
    name: "reports",
    scope: "orders:read",
    Content: lazyView(async () => (await loadDay()).ReportsView),
  },
  {
    name: "categories",
    scope: "categories:read",
    adds: "categories:write",
    Content: lazyView(async () => (await loadShop()).CategoriesView),
  },
  {
    name: "people",
    scope: "keys:manage",
    adds: "keys:manage",
    Content: lazyView(async () => (await loadShop()).PeopleView),
  },
  {
    name: "integrations",
    scope: "webhooks:manage",
    adds: "webhooks:manage",
    Content: lazyView(async () => (await loadShop()).IntegrationsView),
  },
  {
    name: "imports",
    scope: "pets:write",
    Content: lazyView(async () => (await loadShop()).ImportsView),
  },
];

/** The start page: pets, or the first view that the key allows. */
export function homeHref(): string {
  const name = can("pets:read") ? "pets" : views.find(({ scope }) => can(scope))?.name;
  return hrefOf(name ?? "pets");
}
