import type { ComponentType } from "preact";
import { lazyView } from "./lazy-view.tsx";
import { PetsView } from "./pets-view.tsx";
import type { Scope } from "./session.ts";
import type { Texts } from "./texts/en.ts";

/** A view of the console. */
export interface View {
  /** In the address, and the name of its text. */
  readonly name: keyof Texts["views"];
  /** What a key needs for it. */
  readonly scope: Scope;
  readonly Content: ComponentType;
}

/** The views in the order of the navigation. The code of the first is there at once. */
export const views: readonly View[] = [
  { name: "pets", scope: "pets:read", Content: PetsView },
  {
    name: "orders",
    scope: "orders:read",
    Content: lazyView(async () => (await import("./orders-view.tsx")).OrdersView),
  },
  {
    name: "categories",
    scope: "categories:read",
    Content: lazyView(async () => (await import("./categories-view.tsx")).CategoriesView),
  },
  {
    name: "today",
    scope: "events:read",
    Content: lazyView(async () => (await import("./today-view.tsx")).TodayView),
  },
  {
    name: "integrations",
    scope: "webhooks:manage",
    Content: lazyView(async () => (await import("./integrations-view.tsx")).IntegrationsView),
  },
];
