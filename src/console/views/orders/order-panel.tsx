/* An order in its panel, and what a person can decide about it. */
import { useState } from "preact/hooks";
import type { Order } from "../../../client/index.ts";
import { hasCode } from "../../app/failure.ts";
import { formatNumber, formatTime, texts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { hrefOf, readId } from "../../app/routes.ts";
import { can, petstore } from "../../app/session.ts";
import { changed, publish } from "../../data/changes.ts";
import { learnPets, petName, usePetNames } from "../../data/pets.ts";
import { useResource } from "../../data/resource.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { OrderEffect } from "./order-effect.tsx";
import type { OrderAction } from "./order-effects.ts";

/** An order, and what somebody is about to decide about it. */
export interface Deciding {
  readonly order: Order;
  readonly decision: Exclude<OrderAction, "place">;
}

/** Completes an order. */
async function completeOrder({ id, petId }: Order): Promise<void> {
  const data = await petstore().orders.complete(id);
  publish({ type: "order.completed", data, source: "here" });
  learnPets([petId]);
  announce(texts.value.orders.completed(id));
}

/** Cancels an order. */
export async function cancelOrder(order: Order): Promise<void> {
  await petstore().orders.cancel(order.id);
  publish({ type: "order.cancelled", data: order, source: "here" });
  learnPets([order.petId]);
  announce(texts.value.orders.cancelledNow(order.id));
}

interface OpenedOrder {
  readonly order: Order;
  readonly isCancelled: boolean;
}

/** An order in words. */
export function OrderState({ order, isCancelled }: OpenedOrder) {
  const state = isCancelled ? "cancelled" : order.complete ? "complete" : "open";
  return <span class={`chip order-${state}`}>{texts.value.orders.states[state]}</span>;
}

/** The panel of an order. */
export function OrderPanel({ number, close }: { readonly number: string; readonly close: () => void }) {
  const { orders: words } = texts.value;
  const id = readId(number);
  if (id !== undefined) return <OpenOrder id={id} close={close} />;
  return (
    <SidePanel title={words.orderNumber} close={close}>
      <EmptyState title={words.notFound(number)} />
    </SidePanel>
  );
}

function OpenOrder({ id, close }: { readonly id: bigint; readonly close: () => void }) {
  const { orders: words } = texts.value;
  const [deciding, setDeciding] = useState<Deciding>();
  const resource = useResource<OpenedOrder>(`order ${id}`, {
    load: async (signal) => ({ order: await petstore().orders.get(id, { signal }), isCancelled: false }),
    apply: (opened, change) => {
      if (change.type === "order.cancelled" && change.data.id === id) return { ...opened, isCancelled: true };
      if (change.type !== "order.completed" || change.data.id !== id) return opened;
      return { ...opened, order: changed(opened.order, change) };
    },
  });
  const isMissing = hasCode(resource.error, "not_found") && resource.data === undefined;
  return (
    <SidePanel title={words.order(id)} close={close}>
      {isMissing ? (
        <EmptyState title={words.notFound(id.toString())} />
      ) : (
        <Loaded resource={resource} lines={5}>
          {(opened) => <Facts {...opened} decide={setDeciding} />}
        </Loaded>
      )}
      {deciding !== undefined && <DecisionDialog {...deciding} close={() => setDeciding(undefined)} />}
    </SidePanel>
  );
}

function Facts({ order, isCancelled, decide }: OpenedOrder & Pick<DecisionsProps, "decide">) {
  const { orders: words } = texts.value;
  const { petId, quantity, shipDate } = order;
  usePetNames([petId]);
  return (
    <>
      <dl class="facts">
        <dt>{words.state}</dt>
        <dd>
          <OrderState order={order} isCancelled={isCancelled} />
        </dd>
        <dt>{words.pet}</dt>
        <dd>{can("pets:read") ? <a href={hrefOf("pets", petId)}>{petName(petId)}</a> : petName(petId)}</dd>
        <dt>{words.quantity}</dt>
        <dd>{formatNumber(quantity)}</dd>
        <dt>{words.shipDate}</dt>
        <dd>{shipDate === undefined ? "–" : formatTime(shipDate)}</dd>
      </dl>
      {!isCancelled && (
        <div class="buttons start">
          <Decisions order={order} decide={decide} />
        </div>
      )}
    </>
  );
}

interface DecisionsProps {
  readonly order: Order;
  readonly decide: (deciding: Deciding) => void;
}

/** What a person can decide about an open order. */
export function Decisions({ order, decide }: DecisionsProps) {
  const { orders: words } = texts.value;
  const pet = petName(order.petId);
  if (order.complete || !can("orders:write")) return null;
  return (
    <>
      <button
        type="button"
        aria-label={words.completeOf(order.id, pet)}
        aria-haspopup="dialog"
        onClick={() => decide({ order, decision: "complete" })}
      >
        {words.complete}
      </button>
      <button
        type="button"
        class="quiet danger"
        aria-label={words.cancelOf(order.id, pet)}
        aria-haspopup="dialog"
        onClick={() => decide({ order, decision: "cancel" })}
      >
        {words.cancel}
      </button>
    </>
  );
}

/** Asks before an order is completed or cancelled, and shows what that changes. */
export function DecisionDialog({ order, decision, close }: Deciding & { readonly close: () => void }) {
  const { orders: words } = texts.value;
  const isCancelling = decision === "cancel";
  return (
    <ConfirmDialog
      title={isCancelling ? words.cancelTitle(order.id) : words.completeTitle(order.id)}
      text={isCancelling ? words.cancelText : words.completeText}
      action={isCancelling ? words.cancel : words.complete}
      isDangerous={isCancelling}
      dismissal={words.leave}
      confirm={() => (isCancelling ? cancelOrder(order) : completeOrder(order))}
      close={close}
    >
      <OrderEffect action={decision} petId={order.petId} quantity={order.quantity} />
    </ConfirmDialog>
  );
}
