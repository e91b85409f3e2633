/* An order in its panel, and what a person can decide about it. */
import { useState } from "preact/hooks";
import type { Order } from "../../../client/index.ts";
import { now } from "../../app/day.ts";
import { keyFor } from "../../app/keys.ts";
import { allTexts, formatNumber } from "../../app/language.ts";
import { formatMoney } from "../../app/money.ts";
import { announce, attempt } from "../../app/notices.ts";
import { ask } from "../../app/questions.ts";
import { hrefOf, readId } from "../../app/routes.ts";
import { can, petstore } from "../../app/session.ts";
import { formatTime } from "../../app/view-formats.ts";
import { type Change, changed, publish } from "../../data/changes.ts";
import { learnPets, petName, usePetNames } from "../../data/pet-names.ts";
import { STALE, useResource } from "../../data/resource.ts";
import { hasDraft } from "../../forms/draft.ts";
import { FactList } from "../../ui/fact-list.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { draftOf, OrderEdit, readOrder, type TaggedOrder } from "./order-details.tsx";
import { OrderEffect } from "./order-effect.tsx";

async function completeOrder({ id, petId }: Order): Promise<void> {
  const data = await petstore().orders.complete(id);
  publish({ type: "order.completed", data, source: "here" });
  learnPets([petId]);
  announce(allTexts.value.orders.decisions.complete.done(id), () => void attempt(() => reopenOrder(data)));
}

/** Takes the completion of an order back. */
async function reopenOrder({ id, petId }: Order): Promise<void> {
  const data = await petstore().orders.reopen(id);
  publish({ type: "order.reopened", data, source: "here" });
  learnPets([petId]);
  announce(allTexts.value.orders.reopened(id));
}

/** How long the service lets an order be reopened. */
const REOPEN_MS = 24 * 3_600_000;

/** Whether an order can still be reopened. */
function canReopen({ completedAt, returnedAt }: Order): boolean {
  return completedAt !== undefined && returnedAt === undefined && Date.parse(completedAt) > now() - REOPEN_MS;
}

/** Cancels an order. */
export async function cancelOrder(order: Order): Promise<void> {
  await petstore().orders.cancel(order.id);
  publish({ type: "order.cancelled", data: order, source: "here" });
  learnPets([order.petId]);
  announce(allTexts.value.orders.decisions.cancel.done(order.id));
}

/** Whether a change is one of an order. */
function isOrderChange(change: Change): change is Extract<Change, { readonly type: `order.${string}` }> {
  return change.type.startsWith("order.");
}

interface OpenedOrder {
  readonly order: Order;
  readonly isCancelled: boolean;
}

interface LoadedOrder extends OpenedOrder, TaggedOrder {}

/** An order in words. */
export function OrderState({ order, isCancelled }: OpenedOrder) {
  const state = isCancelled ? "cancelled" : order.complete ? "complete" : "open";
  return <span class={`chip order-${state}`}>{allTexts.value.orders.states[state]}</span>;
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
      if (!isOrderChange(change) || change.data.id !== id) return opened;
      if (change.type === "order.cancelled") return { ...opened, isCancelled: true };
      // An event does not have the customer.
      if (change.type === "order.updated" && change.source === "others") return STALE;
      return { ...opened, order: changed(opened.order, change) };
    },
  });
  return (
    <SidePanel title={words.order(id)} close={close}>
      <Loaded resource={resource} lines={5} missing={words.notFound(id.toString())}>
        {(opened) => <Details {...opened} reload={resource.reload} />}
      </Loaded>
    </SidePanel>
  );
}

interface DetailsProps extends LoadedOrder {
  readonly reload: () => void;
}

function Details({ order, etag, isCancelled, reload }: DetailsProps) {
  const { orders: words, common } = allTexts.value;
  const [isEditing, setEditing] = useState(() => hasDraft(draftOf(order.id)));
  const canEdit = can("orders:write") && !isCancelled;
  const done = () => setEditing(false);
  return (
    <>
      <Facts order={order} isCancelled={isCancelled} />
      {canEdit && isEditing && (
        <OrderEdit
          order={order}
          etag={etag}
          saved={() => {
            done();
            reload();
          }}
          cancel={done}
        />
      )}
      {!isEditing && (
        <div class="buttons start">
          {canEdit && (
            <button type="button" {...keyFor("edit", common.edit)} onClick={() => setEditing(true)}>
              {common.edit}
            </button>
          )}
          <button type="button" class="quiet" {...keyFor("print", words.print)} onClick={() => print()}>
            {words.print}
          </button>
          {!isCancelled && <Decisions order={order} />}
        </div>
      )}
    </>
  );
}

function Facts({ order, isCancelled }: OpenedOrder) {
  const { orders: words } = allTexts.value;
  const { petId, quantity, price, customer, note, placedAt, completedAt, shipDate } = order;
  usePetNames([petId]);
  return (
    <>
      <p class="on-paper">{words.reservation}</p>
      <FactList
        facts={[
          [words.state, <OrderState key="state" order={order} isCancelled={isCancelled} />],
          [words.pet, can("pets:read") ? <a href={hrefOf("pets", petId)}>{petName(petId)}</a> : petName(petId)],
          [words.quantity, formatNumber(quantity)],
          [words.price, price && formatMoney(price)],
          [words.customer, customer?.name],
          [words.contact, customer?.contact],
          [words.note, note && <span class="lines">{note}</span>],
          [words.placedAt, placedAt && formatTime(placedAt)],
          [words.completedAt, completedAt && formatTime(completedAt)],
          [words.shipDate, shipDate === undefined ? "–" : formatTime(shipDate)],
        ]}
      />
    </>
  );
}

/** What a person can decide about an open order. */
export function Decisions({ order }: { readonly order: Order }) {
  if (!can("orders:write")) return null;
  if (order.complete) {
    if (!canReopen(order)) return null;
    return (
      <button type="button" class="quiet" onClick={() => void attempt(() => reopenOrder(order))}>
        {allTexts.value.orders.reopen}
      </button>
    );
  }
  const pet = petName(order.petId);
  return (["complete", "cancel"] as const).map((decision) => {
    const { action, actionOf } = allTexts.value.orders.decisions[decision];
    return (
      <button
        key={decision}
        type="button"
        class={decision === "cancel" ? "quiet danger" : undefined}
        aria-label={actionOf(order.id, pet)}
        aria-haspopup="dialog"
        {...(decision === "complete" ? keyFor("handOver", action) : {})}
        onClick={() => askAbout(order, decision)}
      >
        {action}
      </button>
    );
  });
}

/** Asks before an order is completed or cancelled, and shows what that changes. */
function askAbout(order: Order, decision: "complete" | "cancel"): void {
  const { decisions, leave } = allTexts.value.orders;
  const { title, text, action } = decisions[decision];
  ask({
    title: title(order.id),
    text,
    children: <OrderEffect action={decision} petId={order.petId} quantity={order.quantity} />,
    action,
    isDangerous: decision === "cancel",
    dismissal: leave,
    confirm: () => (decision === "cancel" ? cancelOrder(order) : completeOrder(order)),
  });
}
