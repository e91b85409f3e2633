import type { Order } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/language.ts";
import { formatPrice } from "../../app/money.ts";
import { hrefOf } from "../../app/routes.ts";
import { can } from "../../app/session.ts";
import { handOver } from "../../data/order-changes.ts";
import { OrderPhoto, orderedName, PickUp, pickUpGroup } from "../../ui/order-parts.tsx";

/** The pets that are picked up today, the earliest first. The next one has the filled button. */
export function PickUps({ orders }: { readonly orders: readonly Order[] }) {
  const { today: words } = allTexts.value;
  const today = orders
    .filter((order) => pickUpGroup(order) === "today")
    .toSorted((one, other) => Date.parse(one.shipDate ?? "") - Date.parse(other.shipDate ?? ""));
  if (today.length === 0) return null;
  return (
    <section aria-labelledby="pick-ups">
      <h2 id="pick-ups">
        {words.pickUps} <small>{formatNumber(today.length)}</small>
      </h2>
      <ul class="pick-ups">
        {today.map((order, index) => (
          <PickUpCard key={order.id} order={order} isNext={index === 0} />
        ))}
      </ul>
    </section>
  );
}

function PickUpCard({ order, isNext }: { readonly order: Order; readonly isNext: boolean }) {
  const { orders: words } = allTexts.value;
  const { id, customer, note, price } = order;
  return (
    <li class="pick-up">
      <OrderPhoto order={order} />
      <p class="story">
        <a href={hrefOf("orders", id)}>
          <bdi>{orderedName(order)}</bdi>
        </a>
        <small>
          <bdi>{[customer?.name ?? words.order(id), note].filter(Boolean).join(" · ")}</bdi>
        </small>
      </p>
      {can("orders:write") && (
        <button
          type="button"
          class={isNext ? "primary" : undefined}
          aria-label={words.handOverOf(orderedName(order))}
          onClick={() => handOver(order)}
        >
          {words.handOver}
        </button>
      )}
      <PickUp order={order} detail={price && formatPrice(price)} />
    </li>
  );
}
