import type { Order } from "../../../../client/index.ts";
import { allTexts, formatCount } from "../../../app/formats/language.ts";
import { route as currentRoute, navigate, readId } from "../../../app/routes.ts";
import { can, petstore } from "../../../app/session/session.ts";
import { salesOf } from "../../../data/orders/sale-data.ts";
import { loadPets, petName } from "../../../data/pets/pet-names.ts";
import { useStats } from "../../../data/shop/stats-data.ts";
import { SearchField } from "../../../forms/search-field.tsx";
import { defineCollection } from "../../../ui/list/collection.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { ReserveSheet } from "../form/reserve-sheet.tsx";
import { readSale } from "../panel/order-details.tsx";
import { OrderPanel } from "../panel/order-panel.tsx";
import { byPickUp, type ListedSale, orderRows } from "./order-list.tsx";
import {
  meaningFor,
  type OrdersRoute,
  orderLists,
  ordersHref,
  ordersQuery,
  ordersRoute,
  saleAfter,
  saleIdOf,
  saleWithout,
} from "./orders-route.ts";

/** All orders: open ones first, by pick-up day. */
export const OrdersView = defineCollection<ListedSale, OrdersRoute>({
  name: "orders",
  topic: "order list",
  routeOf: ordersRoute,
  hrefOf: ordersHref,
  read: readOrders,
  meaningOf: meaningFor,
  idOf: saleIdOf,
  apply: saleAfter,
  without: saleWithout,
  useParts({ route, page, close }) {
    const { orders: words, views } = allTexts.value;
    const canWrite = can("orders:write");
    return {
      title: views.orders,
      tools: (
        <SearchField label={words.search} text={route.q ?? ""} search={(text) => filter({ q: text || undefined })} />
      ),
      add: canWrite && words.place,
      body: (list) => (
        <>
          <div class="filter-row">
            <OrderTabs route={route} />
            {route.list !== "open" && <DayFilter day={route.day} />}
          </div>
          <PetFilter route={route} />
          {list}
          {page.data !== undefined && (
            <ListTools
              isEmpty={page.data.rows.length === 0}
              list={{
                name: "orders",
                read: (position) => petstore().orders.list({ ...ordersQuery(route), ...position }),
              }}
            />
          )}
          {route.open === "new" && canWrite && <ReserveSheet petId={route.petId} close={close} />}
        </>
      ),
      label: views.orders,
      ...orderRows(),
      hrefAt: (cursor) => ordersHref(route, { cursor }),
      newcomers: words.newcomers,
      children: <NoOrders route={route} />,
      panel: (open) => open !== "new" && <OrderPanel key={open} number={open} close={close} />,
    };
  },
});

function filter(changes: Partial<OrdersRoute>): void {
  navigate(ordersHref(ordersRoute(currentRoute.peek()), changes), { isReplacing: true });
}

/** Reads a page of orders with their pets. If the search is an order number, that order comes first. */
async function readOrders(route: OrdersRoute, signal: AbortSignal) {
  const number = readId(route.q ?? null);
  const [page, numbered] = await Promise.all([
    readPage(ordersQuery(route), signal),
    number === undefined ? [] : readNumbered(number, signal),
  ]);
  const found = [...new Map([...numbered, ...page.items].map((order) => [order.id, order])).values()];
  await loadPets(
    found.map(({ petId }) => petId),
    signal,
  );
  const items = salesOf(found);
  return { ...page, items: route.list === "open" && route.q === undefined ? byPickUp(items) : items };
}

async function readNumbered(id: bigint, signal: AbortSignal): Promise<readonly Order[]> {
  return readSale(id, signal).then(
    ({ sale }) => sale.orders,
    () => [],
  );
}

/** Reads a page, skipping empty ones: a search may return some before the first match. */
async function readPage(query: ReturnType<typeof ordersQuery>, signal: AbortSignal) {
  const page = await petstore().orders.list(query, { signal });
  if (page.items.length > 0 || page.nextCursor === undefined) return page;
  return readPage({ ...query, cursor: page.nextCursor }, signal);
}

function OrderTabs({ route }: { readonly route: OrdersRoute }) {
  const { orders: words } = allTexts.value;
  const open = useStats()?.openOrders;
  return (
    <nav class="chips" aria-label={words.tabs}>
      {orderLists.map((list) => (
        <a
          key={list}
          class="chip"
          href={ordersHref(route, { list, open: "", day: undefined })}
          aria-current={list === route.list ? "true" : undefined}
        >
          {words.lists[list]}
          {list === "open" && <small>{open === undefined ? "" : formatCount(open)}</small>}
        </a>
      ))}
    </nav>
  );
}

function DayFilter({ day }: Pick<OrdersRoute, "day">) {
  return (
    <label class="row day-filter">
      {allTexts.value.orders.day}
      <input
        type="date"
        value={day ?? ""}
        onChange={({ currentTarget: { value } }) => filter({ day: value || undefined })}
      />
    </label>
  );
}

function PetFilter({ route }: { readonly route: OrdersRoute }) {
  const { orders: words } = allTexts.value;
  if (route.petId === undefined) return null;
  return (
    <p class="row wrap pet-filter">
      <bdi>{words.ofPet(petName(route.petId))}</bdi>
      <a href={ordersHref(route, { petId: undefined })}>{words.ofAllPets}</a>
    </p>
  );
}

/** The list is empty, or no order matches the filters. */
function NoOrders({ route }: { readonly route: OrdersRoute }) {
  const { orders: words } = allTexts.value;
  return route.q === undefined && route.day === undefined ? (
    <EmptyState title={words.none[route.list]}>
      <p>{words.noneHint}</p>
    </EmptyState>
  ) : (
    <EmptyState title={words.noMatch}>
      <a href={ordersHref(route, { list: "all", q: undefined, day: undefined })}>{words.showAll}</a>
    </EmptyState>
  );
}
