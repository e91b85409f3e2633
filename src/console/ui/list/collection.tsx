/* A view that is a list with a panel beside it, as it is declared: what it reads, what changes mean for it, and what it shows. */
import type { ComponentChildren, ComponentType } from "preact";
import { navigate, type Route, readId, route } from "../../app/routes.ts";
import { type ListPage, type ListSource, useListPage } from "../../data/loaded-page.ts";
import type { Resource } from "../../data/resource.ts";
import { List } from "./list.tsx";
import { ListView } from "./list-view.tsx";
import type { ListProps } from "./rows.tsx";

/** What the address of every list has. */
export interface ListRoute {
  /** The id of what is open, `new`, or empty. */
  readonly open: string;
  /** The position of the page. */
  readonly cursor: string | undefined;
}

/** A list while it is shown. */
export interface Shown<Item, Where> {
  readonly route: Where;
  readonly page: Resource<ListPage<Item>>;
  /** Closes the panel. */
  readonly close: () => void;
  /** Shows the newest, as they are now. */
  readonly showNewest: () => void;
}

/** What the collection itself tells the list. */
type Known = "name" | "page" | "cursor" | "hrefOf" | "isOpen" | "hrefAt" | "showNewcomers";

/** What is shown: the list, and what is around and beside it. */
interface Parts<Item> extends Omit<ListProps<Item>, Known> {
  readonly title: string;
  /** In place of the title, which is then for screen readers. */
  readonly tools?: ComponentChildren;
  /** The text of what adds something; false for a key that may not. */
  readonly add: string | false;
  /** The list with what is above and below it. */
  readonly body?: (list: ComponentChildren) => ComponentChildren;
  /** What is open, beside the list; without it, no row opens anything. */
  readonly panel: ((open: string) => ComponentChildren) | undefined;
  /** The addresses of another page and of the newest, if the panel does not close there. */
  readonly hrefAt?: ListProps<Item>["hrefAt"];
  readonly newest?: string;
}

interface Collection<Item, Where> extends ListSource<Item, Where> {
  /** The class of the table. The key of what is read begins with it. */
  readonly name: string;
  readonly routeOf: (route: Route) => Where;
  readonly hrefOf: (route: Where) => string;
  /** Called in each render of the view, so it may use hooks. */
  readonly useParts: (shown: Shown<Item, Where>) => Parts<Item>;
}

/** Makes the view of a list. */
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
