import { useState } from "preact/hooks";
import type { Order } from "../client/index.ts";
import { useStats } from "./counts.ts";
import { ConfirmDialog } from "./dialog.tsx";
import { failureText } from "./failure.tsx";
import { type FollowedPage, useFollowedPage } from "./followed-page.ts";
import { formatCount, formatNumber, texts } from "./language.ts";
import { cancelOrder, completeOrder, orderChangeOf, orderChanges, settle } from "./order-changes.ts";
import { OrderEffect } from "./order-effect.tsx";
import { OrderForm } from "./order-form.tsx";
import { type OrdersPlace, orderLists, ordersHref, ordersPlace, ordersQuery } from "./orders-place.ts";
import { type Decision, OrdersTable } from "./orders-table.tsx";
import { Pager } from "./pager.tsx";
import { learnPets, petName } from "./pet-names.ts";
import { place as currentPlace, navigate } from "./router.ts";
import { isPanelOver } from "./screen.ts";
import { can, petstore } from "./session.ts";
import { SidePanel } from "./side-panel.tsx";
import { EmptyState, FailureState, Skeleton } from "./states.tsx";
import { announce, announceFailure } from "./status-line.tsx";

/** All orders, the open ones first: place one, complete it, cancel it. */
export function OrdersView() {
  const { orders: words, views } = texts.value;
  const place = ordersPlace(currentPlace.value);
  const isPlacing = place.isPlacing && can("orders:write");
  const page = useFollowedPage(
    (signal) => readOrders(place, signal),
    [place.list, place.petId, place.cursor],
    (event) => {
      if (event.type.startsWith("order.")) orderChanges.value += 1;
      return orderChangeOf(event, place);
    },
  );
  return (
    <div class={isPlacing ? "with-panel" : ""}>
      <div class="list" inert={isPlacing && isPanelOver.value}>
        <div class="view-head">
          <h1>{views.orders}</h1>
          {can("orders:write") && (
            <a class="button primary" href={ordersHref(place, { isPlacing: true })}>
              {words.place}
            </a>
          )}
        </div>
        <OrderTabs place={place} />
        <PetFilter place={place} />
        {page.newcomers > 0 && (
          <button type="button" class="newcomers" onClick={() => showFirst(place, page)}>
            {words.newcomers(page.newcomers, formatNumber(page.newcomers))}
          </button>
        )}
        <OrderList page={page} place={place} />
      </div>
      {isPlacing && <PlaceOrder place={place} page={page} />}
    </div>
  );
}

async function readOrders(place: OrdersPlace, signal: AbortSignal) {
  const page = await petstore().orders.list(ordersQuery(place), { signal });
  await learnPets(
    page.items.map(({ petId }) => petId),
    signal,
  );
  return page;
}

/** Shows the newest orders, without the form for another one. */
function showFirst(place: OrdersPlace, page: FollowedPage<Order>): void {
  navigate(ordersHref(place, { cursor: undefined, isPlacing: false }));
  page.reload();
}

function OrderTabs({ place }: { readonly place: OrdersPlace }) {
  const { orders: words } = texts.value;
  const open = useStats(orderChanges)?.openOrders;
  return (
    <nav class="tabs" aria-label={words.tabs}>
      {orderLists.map((list) => (
        <a
          key={list}
          href={ordersHref(place, { list, isPlacing: false })}
          aria-current={list === place.list ? "true" : undefined}
        >
          {words.lists[list]}
          {list === "open" && <span class="count">{open === undefined ? "" : formatCount(open)}</span>}
        </a>
      ))}
    </nav>
  );
}

function PetFilter({ place }: { readonly place: OrdersPlace }) {
  const { orders: words } = texts.value;
  if (place.petId === undefined) return null;
  return (
    <p class="pet-filter">
      <bdi>{words.ofPet(petName(place.petId))}</bdi>
      <a href={ordersHref(place, { petId: undefined })}>{words.ofAllPets}</a>
    </p>
  );
}

interface OrderListProps {
  readonly page: FollowedPage<Order>;
  readonly place: OrdersPlace;
}

function OrderList({ page, place }: OrderListProps) {
  const { orders: words } = texts.value;
  const { data, error, isLoading, reload } = page;
  const [deciding, setDeciding] = useState<{ readonly order: Order; readonly decision: Decision }>();
  if (error !== undefined) return <FailureState error={error} retry={reload} />;
  if (data === undefined) return <Skeleton lines={8} />;
  if (data.rows.length === 0) {
    return isLoading ? (
      <Skeleton lines={8} />
    ) : (
      <EmptyState title={words.none[place.list]}>{<p>{words.noneHint}</p>}</EmptyState>
    );
  }
  return (
    <div class={isLoading ? "results loading" : "results"} aria-busy={isLoading}>
      <OrdersTable rows={data.rows} decide={(order, decision) => setDeciding({ order, decision })} />
      <Pager cursor={place.cursor} next={data.next} hrefAt={(cursor) => ordersHref(place, { cursor })} />
      {deciding !== undefined && <DecisionDialog {...deciding} page={page} close={() => setDeciding(undefined)} />}
    </div>
  );
}

interface DecisionDialogProps {
  readonly order: Order;
  readonly decision: Decision;
  readonly page: FollowedPage<Order>;
  readonly close: () => void;
}

/** Asks before an order is completed or cancelled, and shows what that changes. */
function DecisionDialog({ order, decision, page, close }: DecisionDialogProps) {
  const { orders: words } = texts.value;
  async function act() {
    if (decision === "complete") return page.apply({ changed: await completeOrder(order) });
    await cancelOrder(order);
    page.apply({ removed: order });
  }
  const isCancelling = decision === "cancel";
  return (
    <ConfirmDialog
      title={isCancelling ? words.cancelTitle(order.id) : words.completeTitle(order.id)}
      text={isCancelling ? words.cancelText : words.completeText}
      action={isCancelling ? words.cancel : words.complete}
      isDangerous={isCancelling}
      dismissal={words.leave}
      confirm={act}
      close={close}
    >
      <OrderEffect action={decision} petId={order.petId} quantity={order.quantity} />
    </ConfirmDialog>
  );
}

function PlaceOrder({ place, page }: OrderListProps) {
  const { orders: words } = texts.value;
  const close = () => navigate(ordersHref(place, { isPlacing: false }));
  function placed(order: Order) {
    settle(order);
    // A new order is not complete.
    showFirst(place.list === "complete" ? { ...place, list: "open" } : place, page);
    const undo = () => {
      cancelOrder(order).then(page.reload, (error: unknown) => announceFailure(failureText(error)));
    };
    announce(words.placed(order.id, petName(order.petId)), undo);
  }
  return (
    <SidePanel title={words.placeTitle} close={close}>
      <OrderForm key={place.petId} petId={place.petId} placed={placed} />
    </SidePanel>
  );
}
