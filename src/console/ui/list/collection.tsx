/* Declares a view that is a list with a side panel: what it reads, how changes affect it, and what it shows. */
import type { ComponentChildren, ComponentType } from "preact";
import { navigate, type Route, readId, route } from "../../app/routes.ts";
import { type ListPage, type ListSource, useListPage } from "../../data/loaded-page.ts";
import type { Resource } from "../../data/resource.ts";
import { List } from "./list.tsx";
import { ListView } from "./list-view.tsx";
import type { ListProps } from "./rows.tsx";

/** The part of the URL that all lists share. */
export interface ListRoute {
  /** The id of the open item, `new`, or empty. */
  readonly open: string;
  /** The cursor of the page. */
  readonly cursor: string | undefined;
}

/** What a list passes to its view. */
export interface Shown<Item, Where> {
  readonly route: Where;
  readonly page: Resource<ListPage<Item>>;
  /** Closes the panel. */
  readonly close: () => void;
  /** Reloads the first page. */
  readonly showNewest: () => void;
}

/** Props of the list that the collection sets itself. */
type Known = "name" | "page" | "cursor" | "hrefOf" | "isOpen" | "hrefAt" | "showNewcomers";

/** What a view supplies: the list, its surroundings and the panel. */
interface Parts<Item> extends Omit<ListProps<Item>, Known> {
  readonly title: string;
  /** Replaces the title, which stays for screen readers. */
  readonly tools?: ComponentChildren;
  /** The text of the button that adds an item; false if the key may not. */
  readonly add: string | false;
  /** Wraps the list. */
  readonly body?: (list: ComponentChildren) => ComponentChildren;
  /** Renders the panel; without it, rows open nothing. */
  readonly panel: ((open: string) => ComponentChildren) | undefined;
  /** The URLs of other pages. By default, paging closes the panel. */
  readonly hrefAt?: ListProps<Item>["hrefAt"];
  readonly newest?: string;
}

interface Collection<Item, Where> extends ListSource<Item, Where> {
  /** The class of the table, and the prefix of its cache keys. */
  readonly name: string;
  readonly routeOf: (route: Route) => Where;
  readonly hrefOf: (route: Where) => string;
  /** Runs on every render, so it may use hooks. */
  readonly useParts: (shown: Shown<Item, Where>) => Parts<Item>;
}

/** Creates the view of a list. */
export function defineCollection<Item extends { readonly id: bigint }, Where extends ListRoute>(
  collection: Collection<Item, Where>,
): ComponentType {
  const { name, routeOf, hrefOf, useParts } = collection;
  return function CollectionView() {
    const here = routeOf(route.value);
    const { open, cursor } = here;
    const hrefWith = (changes: Partial<ListRoute>) => hrefOf({ ...here, ...changes });
    const closed = hrefWith({ open: "" });
    const page = useListPage<Item, Where>(`${name} ${closed}`, here, collection);
    function showNewest() {
      navigate(newest);
      page.reload();
    }
    const {
      title,
      tools,
      add,
      body = (list) => list,
      panel,
      hrefAt = (position) => hrefWith({ cursor: position, open: "" }),
      newest = hrefWith({ cursor: undefined, open: "" }),
      ...rows
    } = useParts({ route: here, page, close: () => navigate(closed), showNewest });
    return (
      <ListView
        title={title}
        tools={tools}
        add={add !== false && { href: hrefWith({ open: "new" }), text: add }}
        panel={open !== "" && panel?.(open)}
      >
        {body(
          <List
            {...rows}
            name={name}
            page={page}
            cursor={cursor}
            hrefOf={({ id }) => panel && hrefWith({ open: `${id}` })}
            isOpen={({ id }) => readId(open) === id}
            hrefAt={hrefAt}
            showNewcomers={showNewest}
          />,
        )}
      </ListView>
    );
  };
}
