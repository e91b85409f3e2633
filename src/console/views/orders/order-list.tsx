/* The rows of the list of orders. */
import type { Order } from "../../../client/index.ts";
import { allTexts, formatNumber, formatRecentDay } from "../../app/language.ts";
import { formatPrice } from "../../app/money.ts";
import { formatTimeOfDay } from "../../app/view-formats.ts";
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

/** An order in the list, with the group that it was in when the list was read. */
export type ListedOrder = Order & { readonly group?: ReturnType<typeof pickUpGroup> };

/** The orders as cards; the open ones by the day of their pick-up. */
export function orderRows() {
  const { orders: words } = allTexts.value;
  const columns = columnsOf();
  return {
    columns,
    icon: (order: Order) => <OrderPhoto order={order} />,
    facts: OrderFor,
    groupOf: ({ group }: ListedOrder) => (group === undefined ? "" : words.groups[group]),
    groupTitle: (group: string, count: number) => (
      <tr class={group === words.groups.overdue ? "group-title overdue" : "group-title"}>
        <th scope="rowgroup" colSpan={columns.length + 1}>
          {group} <small>{formatNumber(count)}</small>
        </th>
      </tr>
    ),
  };
}

/** Open orders by the day of their pick-up; those without one in the order of the list. A row stays there until the list is read again. */
export function byPickUp(orders: readonly Order[]): ListedOrder[] {
  const at = ({ shipDate = "" }: Order) => Date.parse(shipDate) || 0;
  const place = ({ group }: ListedOrder) => (group === undefined ? 0 : pickUpGroups.indexOf(group));
  return orders
    .map((order) => ({ ...order, group: pickUpGroup(order) }))
    .toSorted((one, other) => place(one) - place(other) || at(one) - at(other));
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
  const at = order.returns?.at(-1)?.at ?? order.completedAt;
  if (at === undefined) return <PickUp order={order} />;
  return <TwoLines at={at} first={formatRecentDay(at)} second={formatTimeOfDay(at)} />;
}
