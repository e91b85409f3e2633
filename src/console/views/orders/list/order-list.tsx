/* The rows of the list of orders. */
import type { Order } from "../../../../client/index.ts";
import { allTexts, formatNumber, formatRecentDay } from "../../../app/formats/language.ts";
import { formatTimeOfDay } from "../../../app/formats/view-formats.ts";
import { leastOf, type Sale, soldNames, totalText } from "../../../data/orders/sale-data.ts";
import type { Column } from "../../../ui/list/rows.tsx";
import { PickUp, pickUpGroup, pickUpGroups, SalePhoto, SaleState, TwoLines } from "../../../ui/shop/order-parts.tsx";

/** A sale in the list, with the group that it was in when the list was read. */
export type ListedSale = Sale & { readonly group?: ReturnType<typeof pickUpGroup> };

/** The orders as cards; the open ones by the day of their pick-up. */
export function orderRows() {
  const { orders: words } = allTexts.value;
  const columns = columnsOf();
  return {
    columns,
    icon: (sale: Sale) => <SalePhoto sale={sale} />,
    facts: SaleFor,
    groupOf: ({ group }: ListedSale) => (group === undefined ? "" : words.groups[group]),
    groupTitle: (group: string, count: number) => (
      <tr class={group === words.groups.overdue ? "group-title overdue" : "group-title"}>
        <th scope="rowgroup" colSpan={columns.length + 1}>
          {group} <small>{formatNumber(count)}</small>
        </th>
      </tr>
    ),
  };
}

/** What is open by the day of its pick-up; without one in the order of the list. A row stays there until the list is read again. */
export function byPickUp(sales: readonly Sale[]): ListedSale[] {
  const at = ({ orders: [{ shipDate = "" }] }: Sale) => Date.parse(shipDate) || 0;
  const place = ({ group }: ListedSale) => (group === undefined ? 0 : pickUpGroups.indexOf(group));
  return sales
    .map((sale) => ({ ...sale, group: pickUpGroup(sale.orders[0]) }))
    .toSorted((one, other) => place(one) - place(other) || at(one) - at(other));
}

function columnsOf(): readonly Column<ListedSale>[] {
  const { orders: words } = allTexts.value;
  return [
    {
      name: "pet",
      header: words.pet,
      cell: ({ id, orders }) => (
        <>
          <bdi>{soldNames(orders)}</bdi>
          <span class="visually-hidden"> {words.order(id)}</span>
        </>
      ),
    },
    {
      name: "order-state",
      header: words.state,
      cell: (sale, { isRemoved }) => <SaleState sale={sale} isCancelled={isRemoved} />,
    },
    { name: "when-due", header: words.shipDate, cell: (sale) => <When order={leastOf(sale)} /> },
    { name: "price", header: words.price, cell: totalText },
  ];
}

/** Whom a sale is for; its number if nobody is named. */
function SaleFor({ id, orders: [{ customer }] }: Sale) {
  return <small class="pet-facts">{customer === undefined ? allTexts.value.orders.order(id) : customer.name}</small>;
}

/** When an order is picked up, or when it was handed over or returned. */
function When({ order }: { readonly order: Order }) {
  const at = order.returns?.at(-1)?.at ?? order.completedAt;
  if (at === undefined) return <PickUp order={order} />;
  return <TwoLines at={at} first={formatRecentDay(at)} second={formatTimeOfDay(at)} />;
}
