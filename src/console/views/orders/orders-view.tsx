import type { Order } from "../../../client/index.ts";
import { todayStart } from "../../app/day.ts";
import { allTexts, formatCount, formatNumber, formatRecentDay } from "../../app/language.ts";
import { announce, announceFailure } from "../../app/notices.ts";
import { route as currentRoute, hrefOf, navigate, readId } from "../../app/routes.ts";
import { can, petstore } from "../../app/session.ts";
import { formatRecentTime, formatTime } from "../../app/view-formats.ts";
import { publish } from "../../data/changes.ts";
import { type ListPage, useListPage } from "../../data/list-page.ts";
import { knownPet, learnPets, petName } from "../../data/pet-names.ts";
import type { Resource } from "../../data/resource.ts";
import { useStats } from "../../data/stats.ts";
import { SearchField } from "../../forms/search-field.tsx";
import { List } from "../../ui/list.tsx";
import { ListTools } from "../../ui/list-tools.tsx";
import { ListView } from "../../ui/list-view.tsx";
import type { Column } from "../../ui/rows.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { StatusChip } from "../../ui/status.tsx";
import { OrderForm } from "./order-form.tsx";
import { cancelOrder, Decisions, OrderPanel, OrderState } from "./order-panel.tsx";
import { meaningFor, type OrdersRoute, orderLists, ordersHref, ordersQuery, ordersRoute } from "./orders-route.ts";

/** All orders, the open ones first: place one, complete it, cancel it. */
export function OrdersView() {
  const { orders: words, views } = allTexts.value;
  const route = ordersRoute(currentRoute.value);
  const isOpen = route.open !== "" && (route.open !== "new" || can("orders:write"));
  const page = useListPage<Order>(ordersHref({ ...route, open: "" }, {}), {
    read: (signal) => readOrders(route, signal),
    meaningOf: (change) => meaningFor(route, change),
  });
  return (
    <ListView
      title={views.orders}
      add={can("orders:write") ? { href: ordersHref(route, { open: "new" }), text: words.place } : undefined}
      panel={isOpen && <Panel route={route} page={page} />}
    >
      <OrderTabs route={route} />
      <Filters route={route} />
      <PetFilter route={route} />
      <OrderList page={page} route={route} />
      {page.data !== undefined && (
        <ListTools
          isEmpty={page.data.rows.length === 0}
          list={{ name: "orders", read: (position) => petstore().orders.list({ ...ordersQuery(route), ...position }) }}
        />
      )}
    </ListView>
  );
}

async function readOrders(route: OrdersRoute, signal: AbortSignal) {
  const page = await petstore().orders.list(ordersQuery(route), { signal });
  await learnPets(
    page.items.map(({ petId }) => petId),
    signal,
  );
  return page;
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
          href={ordersHref(route, { list, open: "" })}
          aria-current={list === route.list ? "true" : undefined}
        >
          {words.lists[list]}
          {list === "open" && <small>{open === undefined ? "" : formatCount(open)}</small>}
        </a>
      ))}
    </nav>
  );
}

function Filters({ route }: { readonly route: OrdersRoute }) {
  const { orders: words } = allTexts.value;
  const filter = (changes: Partial<OrdersRoute>) =>
    navigate(ordersHref(ordersRoute(currentRoute.peek()), changes), { isReplacing: true });
  return (
    <div class="row toolbar">
      <SearchField label={words.search} text={route.q ?? ""} search={(text) => filter({ q: text || undefined })} />
      <label class="row day-filter">
        {words.day}
        <input
          type="date"
          value={route.day ?? ""}
          onChange={({ currentTarget: { value } }) => filter({ day: value || undefined })}
        />
      </label>
    </div>
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

interface OrderListProps {
  readonly page: Resource<ListPage<Order>>;
  readonly route: OrdersRoute;
}

function OrderList({ page, route }: OrderListProps) {
  const { orders: words, views } = allTexts.value;
  return (
    <List<Order>
      label={views.orders}
      name="orders"
      page={page}
      columns={columnsOf()}
      hrefOf={({ id }) => ordersHref(route, { open: id.toString() })}
      isOpen={({ id }) => readId(route.open) === id}
      cursor={route.cursor}
      hrefAt={(cursor) => ordersHref(route, { cursor })}
      newcomers={words.newcomers}
      showNewcomers={() => showFirst(route, page)}
    >
      {route.q === undefined && route.day === undefined ? (
        <EmptyState title={words.none[route.list]}>
          <p>{words.noneHint}</p>
        </EmptyState>
      ) : (
        <EmptyState title={words.noMatch}>
          <a href={ordersHref(route, { list: "all", q: undefined, day: undefined })}>{words.showAll}</a>
        </EmptyState>
      )}
    </List>
  );
}

/** Shows the newest orders, and one of them in the panel. */
function showFirst(route: OrdersRoute, page: OrderListProps["page"], open = ""): void {
  navigate(ordersHref(route, { cursor: undefined, open }));
  page.reload();
}

function columnsOf(): readonly Column<Order>[] {
  const { orders: words } = allTexts.value;
  return [
    { name: "order", header: words.orderNumber, cell: ({ id }) => words.order(id) },
    { name: "pet", header: words.pet, cell: ({ petId }) => <OrderedPet petId={petId} /> },
    { name: "customer", header: words.customer, cell: ({ customer }) => <bdi>{customer?.name}</bdi> },
    { name: "quantity", header: words.quantity, cell: ({ quantity }) => formatNumber(quantity) },
    {
      name: "placed",
      header: words.placedAt,
      cell: ({ placedAt }) => placedAt !== undefined && <Placed at={placedAt} />,
    },
    {
      name: "ship-date",
      header: words.shipDate,
      cell: ({ shipDate }) => (shipDate === undefined ? <span class="muted">–</span> : formatTime(shipDate)),
    },
    {
      name: "order-state",
      header: words.state,
      cell: (order, { isRemoved }) => <OrderState order={order} isCancelled={isRemoved} />,
    },
    {
      name: "actions",
      header: words.actions,
      cell: (order, { isRemoved }) => !isRemoved && <Decisions order={order} />,
    },
  ];
}

/** When an order was placed: today's time, else the day. */
function Placed({ at }: { readonly at: string }) {
  const isToday = Date.parse(at) >= todayStart.value;
  return (
    <time dateTime={at} title={formatTime(at)}>
      {isToday ? formatRecentTime(at) : formatRecentDay(at)}
    </time>
  );
}

/** The pet of an order, with its status. */
function OrderedPet({ petId }: Pick<Order, "petId">) {
  const status = knownPet(petId)?.status;
  const name = <bdi>{petName(petId)}</bdi>;
  return (
    <span class="row ordered">
      {can("pets:read") ? <a href={hrefOf("pets", petId)}>{name}</a> : name}
      {status !== undefined && <StatusChip status={status} />}
    </span>
  );
}

/** The panel beside the list: an order, or the form for a new one. */
function Panel({ route, page }: OrderListProps) {
  const { orders: words } = allTexts.value;
  const close = () => navigate(ordersHref(route, { open: "" }));
  if (route.open !== "new") return <OrderPanel key={route.open} number={route.open} close={close} />;
  function placed(order: Order) {
    publish({ type: "order.placed", data: order, source: "here" });
    learnPets([order.petId]);
    // A new order is not complete.
    showFirst(route.list === "complete" ? { ...route, list: "open" } : route, page, order.id.toString());
    announce(words.placed(order.id, petName(order.petId)), () => {
      cancelOrder(order).then(page.reload, announceFailure);
    });
  }
  return (
    <SidePanel key="new" title={words.placeTitle} close={close} isForm>
      <OrderForm key={route.petId} petId={route.petId} placed={placed} cancel={close} />
    </SidePanel>
  );
}
