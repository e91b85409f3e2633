import type { Order } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { hrefOf } from "../../app/routes.ts";
import { can } from "../../app/session/session.ts";
import { handOver } from "../../data/orders/order-commands.ts";
import { type Sale, salesOf, soldNames, totalText } from "../../data/orders/sale-data.ts";
import { PickUp, pickUpGroup, SalePhoto } from "../../ui/shop/order-parts.tsx";

/** The pick-ups of today, earliest first. The next one has the primary button. */
export function PickUps({ orders }: { readonly orders: readonly Order[] }) {
  const { today: words } = allTexts.value;
  const today = salesOf(orders.filter((order) => pickUpGroup(order) === "today")).toSorted(
    ({ orders: [one] }, { orders: [other] }) => Date.parse(one.shipDate ?? "") - Date.parse(other.shipDate ?? ""),
  );
  if (today.length === 0) return null;
  return (
    <section aria-labelledby="pick-ups">
      <h2 id="pick-ups">
        {words.pickUps} <small>{formatNumber(today.length)}</small>
      </h2>
      <ul class="pick-ups">
        {today.map((sale, index) => (
          <PickUpCard key={sale.id} sale={sale} isNext={index === 0} />
        ))}
      </ul>
    </section>
  );
}

function PickUpCard({ sale, isNext }: { readonly sale: Sale; readonly isNext: boolean }) {
  const { orders: words } = allTexts.value;
  const { id, orders } = sale;
  const { customer, note } = orders[0];
  const pets = soldNames(orders);
  return (
    <li class="pick-up">
      <SalePhoto sale={sale} />
      <p class="story">
        <a href={hrefOf("orders", id)}>
          <bdi>{pets}</bdi>
        </a>
        <small>
          <bdi>{[customer?.name ?? words.order(id), note].filter(Boolean).join(" · ")}</bdi>
        </small>
      </p>
      {can("orders:write") && (
        <button
          type="button"
          class={isNext ? "primary" : undefined}
          aria-label={words.handOverOf(pets)}
          onClick={() => handOver(sale)}
        >
          {words.handOver}
        </button>
      )}
      <PickUp order={orders[0]} detail={totalText(sale) || undefined} />
    </li>
  );
}
