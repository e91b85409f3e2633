/* What is done with a pet next, always in reach at the foot of its panel. */
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

/** One filled button: reserve it, hand it over, or take it back. Beside it, what can be printed. */
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
 * What can be done with the order of a pet: the open one, and of a sold pet the last. One that was reserved or sold without an order
 * has only its status. Several open ones of a group are listed: which of them is meant, only the person knows.
 */
function Ordered({ pet }: PetProps) {
  const { id, status } = pet;
  const { orders: words, views } = allTexts.value;
  const isSold = status === "sold";
  const { order, other, sale } = useOrders(pet, isSold) ?? {};
  if (order === undefined || order.complete !== isSold || order.returnedAt !== undefined) return null;
  if (isSold) {
    return (
      <a class="button primary big" href={hrefOf("orders", order.id, { petId: id, show: "complete" })}>
        {words.takeBack}
      </a>
    );
  }
  const isReserved = status !== "available";
  if (other !== undefined) {
    return (
      <a class={isReserved ? "button primary big" : "button soft big"} href={hrefOf("orders", "", { petId: id })}>
        {views.orders}
      </a>
    );
  }
  const total = sale === undefined ? "" : totalText(sale);
  const text = total === "" ? words.handOver : words.handOverFor(total);
  return (
    <>
      {isReserved && sale !== undefined && (
        <button type="button" class="primary big" {...keyFor("handOver", text)} onClick={() => handOver(sale)}>
          {text}
        </button>
      )}
      <a class="button soft big" href={hrefOf("orders", order.saleId ?? order.id)}>
        {words.order(order.saleId ?? order.id)}
      </a>
    </>
  );
}

interface LatestOrders {
  readonly order: Order | undefined;
  readonly other: Order | undefined;
  /** What the latest one was placed with: they go together. */
  readonly sale: Sale | undefined;
}

/** The two latest orders of a pet, those that are open or those that are complete. */
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
