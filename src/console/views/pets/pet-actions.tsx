/* What is done with a pet next, always in reach at the foot of its panel. */
import type { Order, PetWithIncluded } from "../../../client/index.ts";
import { keyFor } from "../../app/keys.ts";
import { allTexts } from "../../app/language.ts";
import { formatPrice } from "../../app/money.ts";
import { hrefOf } from "../../app/routes.ts";
import { can, petstore } from "../../app/session.ts";
import { petIdOf } from "../../data/changes.ts";
import { handOver } from "../../data/order-changes.ts";
import { STALE, useResource } from "../../data/resource.ts";
import { Menu } from "../../ui/menu.tsx";
import { panelIcons } from "../../ui/panel-icons.tsx";
import { printPets } from "./pet-prints.tsx";

interface PetProps {
  readonly pet: PetWithIncluded;
}

/** One filled button: reserve it, hand it over, or take it back. Beside it, what can be printed. */
export function PetActions({ pet }: PetProps) {
  const canOrder = can("orders:read") && can("orders:write");
  return (
    <div class="row buttons panel-bar">
      {canOrder && (pet.status === "available" ? <Reserve pet={pet} /> : <Ordered pet={pet} />)}
      <PrintMenu pet={pet} />
    </div>
  );
}

function PrintMenu({ pet }: PetProps) {
  const { print: words } = allTexts.value;
  const items = (["cards", "poster"] as const).map((what) => ({
    text: words.one[what],
    choose: () => void printPets([pet], what),
  }));
  return (
    <Menu label={words.title} class="soft icon big" keyName="print" items={items}>
      {panelIcons.print}
    </Menu>
  );
}

function Reserve({ pet: { id, profile } }: PetProps) {
  const { pets: words, shell } = allTexts.value;
  const text = profile?.price === undefined ? shell.reserve : words.reserveFor(formatPrice(profile.price));
  return (
    <a class="button primary big" href={hrefOf("orders", "new", { petId: id })} {...keyFor("reserve", text)}>
      {text}
    </a>
  );
}

/** What can be done with the last order of a pet. One that was reserved or sold without an order has only its status. */
function Ordered({ pet: { id, status } }: PetProps) {
  const { orders: words } = allTexts.value;
  const isSold = status === "sold";
  const { data: [order] = [] } = useResource<readonly Order[]>(`pet-order ${id} ${status}`, {
    load: async (signal) => {
      const query = { petId: id, complete: isSold, order: "desc", limit: 1 } as const;
      return (await petstore().orders.list(query, { signal })).items;
    },
    apply: (known, change) =>
      change.source !== "pending" && change.type.startsWith("order.") && petIdOf(change) === id ? STALE : known,
  });
  if (order === undefined || order.complete !== isSold || order.returnedAt !== undefined) return null;
  const href = hrefOf("orders", order.id, { petId: id, show: isSold ? "complete" : undefined });
  if (isSold) {
    return (
      <a class="button primary big" href={href}>
        {words.takeBack}
      </a>
    );
  }
  const text = order.price === undefined ? words.handOver : words.handOverFor(formatPrice(order.price));
  return (
    <>
      <button type="button" class="primary big" {...keyFor("handOver", text)} onClick={() => handOver(order)}>
        {text}
      </button>
      <a class="button soft big" href={href}>
        {words.order(order.id)}
      </a>
    </>
  );
}
