/* The list of orders. */
import type { Order } from "../../../client/index.ts";
import { allTexts, formatNumber, formatRecentDay } from "../../app/language.ts";
import { formatPrice } from "../../app/money.ts";
import { navigate, readId } from "../../app/routes.ts";
import { formatTimeIfAny } from "../../app/view-formats.ts";
import type { ListPage } from "../../data/list-page.ts";
import type { Resource } from "../../data/resource.ts";
import { List } from "../../ui/list.tsx";
import {
  OrderPhoto,
  OrderState,
  orderedName,
  PickUp,
  pickUpGroup,
  pickUpGroups,
  TwoLines,
} from "../../ui/order-parts.tsx";
import type { Column } from "../../ui/rows.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { type OrdersRoute, ordersHref } from "./orders-route.ts";

/** An order in the list, with the group that it was in when the list was read. */
export type ListedOrder = Order & { readonly group?: ReturnType<typeof pickUpGroup> };

interface OrderListProps {
  readonly page: Resource<ListPage<ListedOrder>>;
  readonly route: OrdersRoute;
}

/** The orders as cards; the open ones by the day of their pick-up. */
export function OrderList({ page, route }: OrderListProps) {
  const { orders: words, views } = allTexts.value;
  return (
    <List<ListedOrder>
      label={views.orders}
      name="orders"
      page={page}
      columns={columnsOf()}
      icon={(order) => <OrderPhoto order={order} />}
      facts={OrderFor}
      groupOf={({ group }) => (group === undefined ? "" : words.groups[group])}
      groupTitle={(group, count) => (
        <tr class={group === words.groups.overdue ? "group-title overdue" : "group-title"}>
          <th scope="rowgroup" colSpan={columnsOf().length + 1}>
            {group} <small>{formatNumber(count)}</small>
          </th>
        </tr>
      )}
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

/** Open orders by the day of their pick-up; those without one in the order of the list. A row stays there until the list is read again. */
export function byPickUp(orders: readonly Order[]): ListedOrder[] {
  const at = ({ shipDate = "" }: Order) => Date.parse(shipDate) || 0;
  const place = ({ group }: ListedOrder) => (group === undefined ? 0 : pickUpGroups.indexOf(group));
  return orders
    .map((order) => ({ ...order, group: pickUpGroup(order) }))
    .toSorted((one, other) => place(one) - place(other) || at(one) - at(other));
}

/** Shows the newest orders. */
function showFirst(route: OrdersRoute, page: OrderListProps["page"]): void {
  navigate(ordersHref(route, { cursor: undefined, open: "" }));
  page.reload();
}

function columnsOf(): readonly Column<ListedOrder>[] {
  const { orders: words } = allTexts.value;
  return [
    {
      name: "pet",
      header: words.pet,
      cell: (order) => (
        <>
          <bdi>{orderedName(order)}</bdi>
          <span class="visually-hidden"> {words.order(order.id)}</span>
        </>
      ),
    },
    {
      name: "order-state",
      header: words.state,
      cell: (order, { isRemoved }) => <OrderState order={order} isCancelled={isRemoved} />,
    },
    { name: "when-due", header: words.shipDate, cell: (order) => <When order={order} /> },
    { name: "price", header: words.price, cell: ({ price }) => price && formatPrice(price) },
  ];
}

/** Whom an order is for; its number if nobody is named. */
function OrderFor({ id, customer }: Order) {
  return <small class="pet-facts">{customer === undefined ? allTexts.value.orders.order(id) : customer.name}</small>;
}

/** When an order is picked up, or when it was handed over or returned. */
function When({ order }: { readonly order: Order }) {
  const at = order.returnedAt ?? order.completedAt;
  if (at === undefined) return <PickUp order={order} />;
  return <TwoLines at={at} first={formatRecentDay(at)} second={formatTimeIfAny(at)} />;
}
