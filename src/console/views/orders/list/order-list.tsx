/* The rows of the list of orders. */
import type { Order } from "../../../../client/index.ts";
import { allTexts, formatNumber, formatRecentDay } from "../../../app/formats/language.ts";
import { formatTimeOfDay } from "../../../app/formats/view-formats.ts";
import { leastOf, type Sale, soldNames, totalText } from "../../../data/orders/sale-data.ts";
import type { Column } from "../../../ui/list/rows.tsx";
import { PickUp, pickUpGroup, pickUpGroups, SalePhoto, SaleState, TwoLines } from "../../../ui/shop/order-parts.tsx";

/** A sale with its group at the time the list was loaded. */
export type ListedSale = Sale & { readonly group?: ReturnType<typeof pickUpGroup> };

/** Orders as cards. Open ones are grouped by pick-up day. */
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

/**
 * Groups open sales by pick-up day; those without a day keep their order. Rows keep their group until the list is
 * reloaded.
 */
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

/** The customer of a sale; its number if it has none. */
function SaleFor({ id, orders: [{ customer }] }: Sale) {
  return <small class="pet-facts">{customer === undefined ? allTexts.value.orders.order(id) : customer.name}</small>;
}

/** The pick-up time, or when the order was completed or returned. */
function When({ order }: { readonly order: Order }) {
  const at = order.returns?.at(-1)?.at ?? order.completedAt;
  if (at === undefined) return <PickUp order={order} />;
  return <TwoLines at={at} first={formatRecentDay(at)} second={formatTimeOfDay(at)} />;
}
