/* An order in its panel, and what a person can do with it. */
import { useEffect, useState } from "preact/hooks";
import type { Order, OrderReturn } from "../../../client/index.ts";
import { contactParts } from "../../app/contact.ts";
import { allTexts, formatNumber } from "../../app/language.ts";
import { formatMoney } from "../../app/money.ts";
import { factsOf } from "../../app/profile-members.ts";
import { hrefOf, readId } from "../../app/routes.ts";
import { can } from "../../app/session.ts";
import { formatPickUp, formatTime } from "../../app/view-formats.ts";
import { changed, isOf, onChange } from "../../data/changes.ts";
import { isUnderWay } from "../../data/command.ts";
import { aboutOrder } from "../../data/order-changes.ts";
import { knownPet, usePetNames } from "../../data/pet-names.ts";
import { photoSource } from "../../data/photos.ts";
import { STALE, useResource } from "../../data/resource.ts";
import { hasDraft } from "../../forms/draft.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { OrderPhoto, OrderState, orderedName } from "../../ui/order-parts.tsx";
import { panelIcons } from "../../ui/panel-icons.tsx";
import { FactList, SidePanel } from "../../ui/side-panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { OrderActions } from "./order-actions.tsx";
import { draftOf, OrderEdit, readOrder, type TaggedOrder } from "./order-details.tsx";
import { OrderSteps } from "./order-steps.tsx";

interface LoadedOrder extends TaggedOrder {
  readonly isCancelled: boolean;
}

/** The panel of an order. */
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
  const resource = useResource<LoadedOrder>(`order ${id}`, {
    load: async (signal) => ({ ...(await readOrder(id, signal)), isCancelled: false }),
    apply: (opened, change) => {
      if (!isOf(change, "order") || change.data.id !== id) return opened;
      if (change.type === "order.cancelled") return { ...opened, isCancelled: true };
      // An event does not have the customer.
      if (change.type === "order.updated" && change.source === "others") return STALE;
      return { ...opened, order: changed(opened.order, change) };
    },
  });
  // Whoever cancels it is done with it; of others, the panel says so. The event may come before the response.
  useEffect(() =>
    onChange((change) => {
      if (change.type !== "order.cancelled" || change.data.id !== id) return;
      if (change.source === "here" || isUnderWay(aboutOrder(change.data))) close();
    }),
  );
  const order = resource.data?.order;
  usePetNames(order === undefined ? [] : [order.petId]);
  return (
    <SidePanel
      title={order === undefined ? words.order(id) : <Title order={order} />}
      close={close}
      banner={order !== undefined && <Banner order={order} />}
    >
      <Loaded resource={resource} lines={5} missing={words.notFound(id.toString())}>
        {(opened) => <Details {...opened} reload={resource.reload} />}
      </Loaded>
    </SidePanel>
  );
}

function Title({ order }: { readonly order: Order }) {
  return (
    <>
      <bdi>{orderedName(order)}</bdi>
      <span class="visually-hidden"> {allTexts.value.orders.order(order.id)}</span>
    </>
  );
}

function Banner({ order }: { readonly order: Order }) {
  const [photo] = knownPet(order.petId)?.photos ?? [];
  return (
    <div class={photo === undefined ? "pet-banner drawn" : "pet-banner"}>
      {photo === undefined ? <OrderPhoto order={order} /> : <img src={photoSource(photo, "medium")} alt="" />}
    </div>
  );
}

interface DetailsProps extends LoadedOrder {
  readonly reload: () => void;
}

function Details({ order, etag, isCancelled, reload }: DetailsProps) {
  const [isEditing, setEditing] = useState(() => hasDraft(draftOf(order.id)));
  const done = () => setEditing(false);
  return (
    <>
      <PetLine order={order} />
      {isCancelled ? <OrderState order={order} isCancelled /> : <OrderSteps order={order} isCancelled={isCancelled} />}
      {isEditing && can("orders:write") && !isCancelled ? (
        <OrderEdit
          order={order}
          etag={etag}
          saved={() => {
            done();
            reload();
          }}
          cancel={done}
        />
      ) : (
        <>
          <Customer order={order} />
          <Facts order={order} />
          <OrderActions order={order} isCancelled={isCancelled} edit={() => setEditing(true)} />
        </>
      )}
    </>
  );
}

/** What the pet is, which leads to it, and the number of the order. */
function PetLine({ order: { id, petId } }: { readonly order: Order }) {
  const { orders: words, pets } = allTexts.value;
  const pet = knownPet(petId);
  const facts = pet?.profile && factsOf(pet.profile);
  return (
    <p class="pet-line">
      {can("pets:read") && <a href={hrefOf("pets", petId)}>{facts || pets.petNumber(petId)}</a>}
      {can("pets:read") && " · "}
      {words.order(id)}
    </p>
  );
}

/** Whom the order is for, with what calls them or writes to them. */
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

function Facts({ order }: { readonly order: Order }) {
  const { orders: words } = allTexts.value;
  const { price, note, completedAt, returns = [], refund } = order;
  return (
    <section class="pet-card">
      <p class="on-paper">{words.reservation}</p>
      <FactList
        facts={[
          [words.price, price && formatMoney(price)],
          [words.shipDate, formatPickUp(order) ?? words.noDay],
          [words.completedAt, completedAt && formatTime(completedAt)],
          [words.returnedAt, returns.length > 0 && <span class="lines">{returns.map(returnText).join("\n")}</span>],
          [words.refund, returns.length > 1 && refund && formatMoney(refund)],
          [words.note, note && <span class="lines">{note}</span>],
        ]}
      />
    </section>
  );
}

/** A return in a line: when, how many, what was paid back, and why. */
function returnText({ at, quantity, refund, note }: OrderReturn): string {
  const count = allTexts.value.orders.returnedSome(formatNumber(quantity));
  return [formatTime(at), count, refund && formatMoney(refund), note].filter(Boolean).join(" · ");
}
