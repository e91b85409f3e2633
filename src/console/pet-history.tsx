import { useEffect, useRef, useState } from "preact/hooks";
import type { Event, Pet, StockChange } from "../client/index.ts";
import { categoryName } from "./category-names.ts";
import { failureText } from "./failure.tsx";
import { formatDifference, formatNumber, formatTime, texts } from "./language.ts";
import { useLoaded } from "./loading.ts";
import { useReloadOn } from "./pet-stock.ts";
import { FailureState, Skeleton } from "./states.tsx";
import { StatusChip } from "./status-chip.tsx";
import { announceFailure } from "./status-line.tsx";
import { stockChanges } from "./stock-changes.ts";
import { StockPlot } from "./stock-plot.tsx";
import { hasOlder, type Moment, momentsOf, readOlder, readTimeline } from "./timeline.ts";

/** What happened to a pet, who did it and why, and a plot of its stock. */
export function PetHistory({ pet }: { readonly pet: Pet }) {
  const { history: words } = texts.value;
  const { data, error, reload, patch } = useLoaded((signal) => readTimeline(pet.id, signal), [pet.id]);
  const [isBusy, setBusy] = useState(false);
  useReloadOn(pet.id, reload);
  const changes = stockChanges.value;
  const before = useRef(changes);
  useEffect(() => {
    if (changes !== before.current) reload();
    before.current = changes;
  }, [changes]);

  async function showOlder() {
    if (data === undefined) return;
    setBusy(true);
    try {
      const older = await readOlder(pet.id, data);
      patch(() => older);
    } catch (cause) {
      announceFailure(failureText(cause));
    }
    setBusy(false);
  }
  return (
    <section aria-label={words.title}>
      <h3>{words.title}</h3>
      {error !== undefined && <FailureState error={error} retry={reload} />}
      {data === undefined && error === undefined && <Skeleton lines={5} />}
      {data !== undefined && (
        <>
          <StockPlot name={pet.name} changes={data.changes.items} />
          <ol class="timeline">
            {momentsOf(data).map((moment) => (
              <TimelineEntry key={moment.at} {...moment} />
            ))}
          </ol>
          {hasOlder(data) && (
            <button type="button" disabled={isBusy} onClick={showOlder}>
              {words.older}
            </button>
          )}
        </>
      )}
    </section>
  );
}

function TimelineEntry({ at, events, changes }: Moment) {
  const notes = new Set([...events, ...changes].map(({ note }) => note).filter((note) => note !== undefined));
  return (
    <li>
      <ul>
        {events.map((event) => (
          <EventLine key={event.id} event={event} changes={changes} />
        ))}
        {changes.map((change) => (
          <li key={change.id}>
            <ChangeLine {...change} />
          </li>
        ))}
      </ul>
      {[...notes].map((note) => (
        <p key={note} class="note">
          <bdi>{note}</bdi>
        </p>
      ))}
      <p class="hint">
        <time dateTime={at}>{formatTime(at)}</time> <Actors events={events} />
      </p>
    </li>
  );
}

/** Who did it: the API keys, or a command without one. */
function Actors({ events }: Pick<Moment, "events">) {
  const { history: words } = texts.value;
  if (events.length === 0) return null;
  const names = new Set(events.map(({ key }) => key?.name ?? words.byCommand));
  return <bdi>{words.by([...names].join(", "))}</bdi>;
}

interface EventLineProps {
  readonly event: Event;
  readonly changes: readonly StockChange[];
}

/** An event. One that a change of the stock says too is left out: the change has the reason. */
function EventLine({ event, changes }: EventLineProps) {
  const { history: words } = texts.value;
  switch (event.type) {
    case "pet.created":
      return changes.some(({ reason }) => reason === "created") ? null : <li>{words.added}</li>;
    case "pet.updated":
      return <PetChange {...event} />;
    case "pet.deleted":
      return <li>{words.deleted}</li>;
    case "order.placed":
      return <OrderLine id={event.data.id} text={words.orderPlaced} changes={changes} />;
    case "order.cancelled":
      return <OrderLine id={event.data.id} text={words.orderCancelled} changes={changes} />;
    case "order.completed":
      return <li>{words.orderCompleted(event.data.id)}</li>;
    case "inventory.updated":
      return changes.length > 0 ? null : <StockLine {...event} />;
    default:
      return null;
  }
}

interface OrderLineProps {
  readonly id: bigint;
  readonly text: (number: bigint) => string;
  readonly changes: readonly StockChange[];
}

function OrderLine({ id, text, changes }: OrderLineProps) {
  return changes.some(({ orderId }) => orderId === id) ? null : <li>{text(id)}</li>;
}

function StockLine({ data, previous }: Event & { readonly type: "inventory.updated" }) {
  const before = previous?.quantity;
  return (
    <li>
      {texts.value.history.stock}: {before === undefined ? "" : `${formatNumber(before)} → `}
      {formatNumber(data.quantity)}
    </li>
  );
}

function ChangeLine({ delta, quantity, reason, orderId }: StockChange) {
  const { history: words } = texts.value;
  const orderTexts = { order_placed: words.orderPlaced, order_cancelled: words.orderCancelled };
  const text =
    orderId !== undefined && (reason === "order_placed" || reason === "order_cancelled")
      ? orderTexts[reason](orderId)
      : words.reasons[reason];
  return (
    <>
      {text}: {formatDifference(delta)} <span class="muted">({words.stockNow(formatNumber(quantity))})</span>
    </>
  );
}

function PetChange({ data, previous = {} }: Event & { readonly type: "pet.updated" }) {
  const { pets: words } = texts.value;
  return (
    <>
      {previous.name !== undefined && (
        <li>
          {words.name}: <bdi>{previous.name}</bdi> → <bdi>{data.name}</bdi>
        </li>
      )}
      {previous.categoryId !== undefined && (
        <li>
          {words.category}: <bdi>{categoryName(previous.categoryId)}</bdi> → <bdi>{categoryName(data.categoryId)}</bdi>
        </li>
      )}
      {previous.status !== undefined && (
        <li>
          {words.status}: <StatusChip status={previous.status} /> → <StatusChip status={data.status} />
        </li>
      )}
    </>
  );
}
