/* The next actions on a pet, always visible at the foot of its panel. */
import type { Order, PetWithIncluded } from "../../../../client/index.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { formatPrice } from "../../../app/formats/money-text.ts";
import { keyFor } from "../../../app/keyboard/shortcut-keys.ts";
import { hrefOf } from "../../../app/routes.ts";
import { can, petstore } from "../../../app/session/session.ts";
import { handOver } from "../../../data/orders/order-commands.ts";
import { readSaleOf, type Sale, totalText } from "../../../data/orders/sale-data.ts";
import { useResource } from "../../../data/resource.ts";
import { Menu } from "../../../ui/panels/menu.tsx";
import { panelIcons } from "../../../ui/panels/panel-icons.tsx";
import { printPets } from "./pet-prints.tsx";

interface PetProps {
  readonly pet: PetWithIncluded;
}

/** A primary button: reserve or hand over. Beside it, the pet's order and a menu to print. */
export function PetActions({ pet }: PetProps) {
  const canOrder = can("orders:read") && can("orders:write");
  return (
    <div class="row buttons panel-bar">
      {canOrder && pet.status === "available" && <Reserve pet={pet} />}
      {canOrder && <Ordered pet={pet} />}
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

/**
 * The actions on a pet's order: the open one, or the last order of a sold pet. A pet reserved or sold without an order
 * has only its status. A group may have several open orders; they are listed, because only the person knows which one
 * is meant.
 */
function Ordered({ pet }: PetProps) {
  const { id, status } = pet;
  const { orders: words, views } = allTexts.value;
  const isSold = status === "sold";
  const { order, other, sale } = useOrders(pet, isSold) ?? {};
  if (order === undefined || order.complete !== isSold) return null;
  const isReserved = status !== "available";
  if (other !== undefined && !isSold) {
    return (
      <a class={isReserved ? "button primary big" : "button soft big"} href={hrefOf("orders", "", { petId: id })}>
        {views.orders}
      </a>
    );
  }
  const number = order.saleId ?? order.id;
  const total = sale === undefined ? "" : totalText(sale);
  const text = total === "" ? words.handOver : words.handOverFor(total);
  return (
    <>
      {isReserved && sale !== undefined && (
        <button type="button" class="primary big" {...keyFor("handOver", text)} onClick={() => handOver(sale)}>
          {text}
        </button>
      )}
      <a class="button soft big" href={hrefOf("orders", number)}>
        {words.order(number)}
      </a>
    </>
  );
}

interface LatestOrders {
  readonly order: Order | undefined;
  readonly other: Order | undefined;
  /** The sale of the latest order. */
  readonly sale: Sale | undefined;
}

/** The two latest orders of a pet, open or complete. */
function useOrders({ id, status }: PetWithIncluded, complete: boolean): LatestOrders | undefined {
  const { data } = useResource<LatestOrders>(`pet-orders ${id} ${status}`, {
    load: async (signal) => {
      const query = { petId: id, complete, order: "desc", limit: 2 } as const;
      const [order, other] = (await petstore().orders.list(query, { signal })).items;
      return { order, other, sale: order && !complete ? await readSaleOf(order, signal) : undefined };
    },
    topic: "orders",
    petId: id,
  });
  return data;
}
