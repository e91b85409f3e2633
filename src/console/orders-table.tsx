import type { Order } from "../client/index.ts";
import type { Row } from "./followed-page.ts";
import { knownPet } from "./known-pets.ts";
import { formatNumber, formatTime, texts } from "./language.ts";
import type { OrderAction } from "./order-effects.ts";
import { petName } from "./pet-names.ts";
import { hrefOf } from "./router.ts";
import { can } from "./session.ts";
import { StatusChip } from "./status-chip.tsx";

/** What a person can decide about an open order. */
export type Decision = Exclude<OrderAction, "place">;

interface OrdersTableProps {
  readonly rows: readonly Row<Order>[];
  readonly decide: (order: Order, decision: Decision) => void;
}

/** The orders of a page: a table, on a phone a card for each. */
export function OrdersTable({ rows, decide }: OrdersTableProps) {
  const { orders: words, views } = texts.value;
  return (
    <table class="cards orders">
      <caption class="visually-hidden">{views.orders}</caption>
      <thead>
        <tr>
          <th scope="col">{words.orderNumber}</th>
          <th scope="col">{words.pet}</th>
          <th scope="col" class="number">
            {words.quantity}
          </th>
          <th scope="col">{words.shipDate}</th>
          <th scope="col">{words.state}</th>
          <th scope="col">{words.actions}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <OrderRow key={row.item.id} {...row} decide={decide} />
        ))}
      </tbody>
    </table>
  );
}

type OrderRowProps = Row<Order> & Pick<OrdersTableProps, "decide">;

function OrderRow({ item: order, isRemoved, decide }: OrderRowProps) {
  const { orders: words } = texts.value;
  const { id, quantity, shipDate, complete } = order;
  const state = isRemoved ? "cancelled" : complete ? "complete" : "open";
  return (
    <tr class={isRemoved ? "deleted" : ""}>
      <th scope="row">{words.order(id)}</th>
      <td class="pet">
        <OrderedPet petId={order.petId} />
      </td>
      <td class="number" data-label={words.quantity}>
        {formatNumber(quantity)}
      </td>
      <td class="ship-date" data-label={words.shipDate}>
        {shipDate === undefined ? <span class="muted">–</span> : formatTime(shipDate)}
      </td>
      <td class="order-state">
        <span class={`chip order-${state}`}>{words.states[state]}</span>
      </td>
      <td class="actions">{state === "open" && can("orders:write") && <Decisions order={order} decide={decide} />}</td>
    </tr>
  );
}

function OrderedPet({ petId }: Pick<Order, "petId">) {
  const status = knownPet(petId).value?.pet.status;
  const name = <bdi>{petName(petId)}</bdi>;
  return (
    <>
      {can("pets:read") ? <a href={hrefOf("pets", petId.toString())}>{name}</a> : name}{" "}
      {status !== undefined && <StatusChip status={status} />}
    </>
  );
}

function Decisions({ order, decide }: { readonly order: Order } & Pick<OrdersTableProps, "decide">) {
  const { orders: words } = texts.value;
  const pet = petName(order.petId);
  return (
    <>
      <button
        type="button"
        aria-label={words.completeOf(order.id, pet)}
        aria-haspopup="dialog"
        onClick={() => decide(order, "complete")}
      >
        {words.complete}
      </button>
      <button
        type="button"
        class="quiet danger"
        aria-label={words.cancelOf(order.id, pet)}
        aria-haspopup="dialog"
        onClick={() => decide(order, "cancel")}
      >
        {words.cancel}
      </button>
    </>
  );
}
