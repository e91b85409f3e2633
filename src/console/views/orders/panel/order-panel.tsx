/* The panel of a sale or a single order, with its actions. */
import { useEffect, useState } from "preact/hooks";
import type { Order, OrderReturn } from "../../../../client/index.ts";
import { totalOf } from "../../../../core/shop/orders/price-totals.ts";
import { contactParts } from "../../../app/formats/contact.ts";
import { allTexts, formatNumber } from "../../../app/formats/language.ts";
import { formatMoney } from "../../../app/formats/money-text.ts";
import { factsOf } from "../../../app/formats/profile-members.ts";
import { formatPickUp, formatTime } from "../../../app/formats/view-formats.ts";
import { hrefOf, readId } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { isUnderWay } from "../../../data/command.ts";
import { type Change, idOf, isOf, onChange } from "../../../data/events/changes.ts";
import { aboutSale } from "../../../data/orders/order-commands.ts";
import { leastOf, orderedName, type Sale, soldNames, sumsText } from "../../../data/orders/sale-data.ts";
import { knownPet, usePetNames } from "../../../data/pets/pet-names.ts";
import { photoSource } from "../../../data/photos/photo-data.ts";
import { STALE, useResource } from "../../../data/resource.ts";
import { hasDraft } from "../../../forms/draft.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { panelIcons } from "../../../ui/panels/panel-icons.tsx";
import { FactList, SidePanel } from "../../../ui/panels/side-panel.tsx";
import { petOf, SaleState } from "../../../ui/shop/order-parts.tsx";
import { PetPhoto } from "../../../ui/shop/pet-photo.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { saleAfter, saleWithout } from "../list/orders-route.ts";
import { SaleActions, SoldPets } from "./order-actions.tsx";
import { draftOf, OrderEdit, readSale, type TaggedSale } from "./order-details.tsx";
import { OrderSteps } from "./order-steps.tsx";

interface LoadedSale extends TaggedSale {
  readonly isCancelled: boolean;
}

export function OrderPanel({ number, close }: { readonly number: string; readonly close: () => void }) {
  const { orders: words } = allTexts.value;
  const id = readId(number);
  if (id !== undefined) return <OpenOrder id={id} close={close} />;
  return (
    <SidePanel title={words.orderNumber} close={close}>
      <EmptyState title={words.notFound(number)} />
    </SidePanel>
  );
}

function OpenOrder({ id, close }: { readonly id: bigint; readonly close: () => void }) {
  const { orders: words } = allTexts.value;
  const resource = useResource<LoadedSale>(`order ${id}`, {
    load: async (signal) => ({ ...(await readSale(id, signal)), isCancelled: false }),
    apply: (opened, change) => {
      if (!isOf(change, "order") || !hasOrder(opened.sale, change)) return opened;
      if (change.type === "order.cancelled") {
        const sale = saleWithout(opened.sale, change);
        return sale === undefined ? { ...opened, isCancelled: true } : { ...opened, sale };
      }
      // Events do not contain the customer, so the order must be reloaded.
      if (change.type === "order.updated" && change.source === "others") return STALE;
      return { ...opened, sale: saleAfter(opened.sale, change) };
    },
  });
  const sale = resource.data?.sale;
  // The person who cancelled it needs no panel any more; others see that it was cancelled. The event may precede the
  // response.
  useEffect(() =>
    onChange((change) => {
      if (change.type !== "order.cancelled" || sale === undefined || !hasOrder(sale, change)) return;
      if (isUnderWay(aboutSale(sale)) && !sale.orders.some(({ complete }) => complete)) close();
    }),
  );
  usePetNames(sale?.orders.map(({ petId }) => petId) ?? []);
  return (
    <SidePanel
      title={sale === undefined ? words.order(id) : <Title sale={sale} />}
      close={close}
      banner={sale !== undefined && <Banner sale={sale} />}
    >
      <Loaded resource={resource} lines={5} missing={words.notFound(id.toString())}>
        {(opened) => <Details {...opened} reload={resource.reload} />}
      </Loaded>
    </SidePanel>
  );
}

const hasOrder = ({ orders }: Sale, change: Change) => orders.some(({ id }) => id === idOf(change));

function Title({ sale: { id, orders } }: { readonly sale: Sale }) {
  return (
    <>
      <bdi>{soldNames(orders)}</bdi>
      <span class="visually-hidden"> {allTexts.value.orders.order(id)}</span>
    </>
  );
}

function Banner({ sale }: { readonly sale: Sale }) {
  const [photo] = knownPet(sale.orders[0].petId)?.photos ?? [];
  return (
    <div class={photo === undefined ? "pet-banner drawn" : "pet-banner"}>
      {photo === undefined ? (
        <PetPhoto pet={petOf(sale.orders[0])} />
      ) : (
        <img src={photoSource(photo, "medium")} alt="" />
      )}
    </div>
  );
}

interface DetailsProps extends LoadedSale {
  readonly reload: () => void;
}

function Details({ sale, etag, isCancelled, reload }: DetailsProps) {
  const [isEditing, setEditing] = useState(() => hasDraft(draftOf(sale.id)));
  const done = () => setEditing(false);
  return (
    <>
      <PetLine sale={sale} />
      {isCancelled ? <SaleState sale={sale} isCancelled /> : <OrderSteps sale={sale} />}
      {isEditing && can("orders:write") && !isCancelled ? (
        <OrderEdit
          sale={sale}
          etag={etag}
          saved={() => {
            done();
            reload();
          }}
          cancel={done}
        />
      ) : (
        <>
          {sale.orders.length > 1 && <SoldPets sale={sale} isCancelled={isCancelled} />}
          <Customer order={sale.orders[0]} />
          <Facts sale={sale} />
          <SaleActions sale={sale} isCancelled={isCancelled} edit={() => setEditing(true)} />
        </>
      )}
    </>
  );
}

/** Links to the pet, and shows the order number. */
function PetLine({ sale }: { readonly sale: Sale }) {
  const { orders: words, pets } = allTexts.value;
  const [{ petId }, other] = sale.orders;
  const pet = knownPet(petId);
  const facts = pet?.profile && factsOf(pet.profile);
  const isOne = other === undefined && can("pets:read");
  return (
    <p class="pet-line">
      {isOne && <a href={hrefOf("pets", petId)}>{facts || pets.petNumber(petId)}</a>}
      {isOne && " · "}
      {words.order(sale.id)}
    </p>
  );
}

/** The customer, with links to call or write. */
function Customer({ order: { customer } }: { readonly order: Order }) {
  const { orders: words } = allTexts.value;
  if (customer === undefined) return null;
  const parts = customer.contact === undefined ? [] : contactParts(customer.contact);
  return (
    <section class="order-customer" aria-label={words.customer}>
      <strong>
        <bdi>{customer.name}</bdi>
      </strong>
      {parts.map(({ text, href }) =>
        href === undefined ? (
          <bdi key={text}>{text}</bdi>
        ) : (
          <a key={text} class="button soft big" href={href}>
            {href.startsWith("tel:") ? panelIcons.phone : panelIcons.mail} <bdi>{text}</bdi>
          </a>
        ),
      )}
    </section>
  );
}

function Facts({ sale }: { readonly sale: Sale }) {
  const { orders: words } = allTexts.value;
  const { orders } = sale;
  const { completedAt } = leastOf(sale);
  const returns = orders.flatMap((order) =>
    (order.returns ?? []).map((one) => returnText(one, order, orders.length > 1)),
  );
  const refund = sumsText(totalOf(orders.map((order) => order.refund)), formatMoney);
  return (
    <section class="pet-card">
      <p class="on-paper">{words.reservation}</p>
      <FactList
        facts={[
          [words.price, sumsText(totalOf(orders.map(({ price }) => price)), formatMoney)],
          [words.shipDate, formatPickUp(orders[0]) ?? words.noDay],
          [words.completedAt, completedAt && formatTime(completedAt)],
          [words.returnedAt, returns.length > 0 && <span class="lines">{returns.join("\n")}</span>],
          [words.refund, returns.length > 1 && refund],
          [words.note, orders[0].note && <span class="lines">{orders[0].note}</span>],
        ]}
      />
    </section>
  );
}

/** A return as one line: time, quantity, refund and reason. */
function returnText({ at, quantity, refund, note }: OrderReturn, order: Order, isNamed: boolean): string {
  const count = allTexts.value.orders.returnedSome(
    isNamed ? orderedName({ ...order, quantity }) : formatNumber(quantity),
  );
  return [formatTime(at), count, refund && formatMoney(refund), note].filter(Boolean).join(" · ");
}
