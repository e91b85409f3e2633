/* The delivery log of a webhook. */
import { useEffect, useState } from "preact/hooks";
import type { Delivery } from "../../../client/index.ts";
import { now } from "../../app/formats/day.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { formatRecentTime } from "../../app/formats/view-formats.ts";
import { attempt, inform } from "../../app/notices.ts";
import { petstore } from "../../app/session/session.ts";
import { eventName } from "../../data/events/event-words.ts";
import { latestEvents } from "../../data/events/live.ts";
import { STALE, useResource } from "../../data/resource.ts";
import { Loaded } from "../../ui/loaded.tsx";

const SHOWN = 20;

/** While a delivery is pending, how often to reload; also how many times. */
const LOOK_MS = 1500;
const LOOKS_MAX = 20;

/** How often to reload after an event: its delivery appears a moment later. */
const LOOKS_AFTER_EVENT = 3;

/** Deliveries due later than this are reloaded only on request. */
const SOON_MS = 30_000;

interface DeliveriesProps {
  readonly webhookId: bigint;
  /** An inactive webhook sends nothing. */
  readonly isActive: boolean;
}

export function Deliveries({ webhookId, isActive }: DeliveriesProps) {
  const { webhooks: words } = allTexts.value;
  const [isFiltered, setFiltered] = useState(false);
  const deliveries = useResource<readonly Delivery[]>(`deliveries ${webhookId} ${isFiltered}`, {
    async load(signal) {
      const query = { order: "desc", limit: SHOWN, state: isFiltered ? "failed" : undefined } as const;
      return (await petstore().webhooks.deliveries(webhookId, query, { signal })).items;
    },
    topic: "deliveries",
    apply: (shown, { source }) => (source === "others" ? STALE : shown),
  });
  const { data, isLoading, reload } = deliveries;
  const looks = data?.some(isUnderWay) ? LOOKS_MAX : LOOKS_AFTER_EVENT;
  useLookUp(isActive ? looks : 0, data, reload);
  return (
    <section aria-label={words.deliveries} class="deliveries">
      <div class="row wrap section-head">
        <h3>{words.deliveries}</h3>
        <select
          aria-label={words.filter}
          value={String(isFiltered)}
          onChange={({ currentTarget }) => setFiltered(currentTarget.value === "true")}
        >
          <option value="false">{words.all}</option>
          <option value="true">{words.onlyFailed}</option>
        </select>
        <button type="button" onClick={reload} aria-disabled={isLoading}>
          {words.refresh}
        </button>
      </div>
      <Loaded resource={deliveries} lines={5}>
        {(shown) => (
          <>
            {shown.length === 0 && <p class="muted">{words.noDeliveries}</p>}
            <ol class="events">
              {shown.map((delivery) => (
                <DeliveryItem key={delivery.id} webhookId={webhookId} delivery={delivery} retried={reload} />
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </section>
  );
}

function isUnderWay({ state, nextAttemptAt }: Delivery): boolean {
  const dueAt = nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt);
  return state === "sending" || (state === "waiting" && dueAt - now() < SOON_MS);
}

/** Reloads at most this many times after the last event. */
function useLookUp(looksMax: number, data: unknown, reload: () => void): void {
  const [looks, setLooks] = useState(0);
  const newest = latestEvents.value?.[0]?.id;
  useEffect(() => setLooks(0), [newest]);
  useEffect(() => {
    if (looks >= looksMax) return;
    const timer = setTimeout(() => {
      setLooks(looks + 1);
      reload();
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [looksMax, looks, data]);
}

interface DeliveryItemProps {
  readonly webhookId: bigint;
  readonly delivery: Delivery;
  readonly retried: () => void;
}

function DeliveryItem({ webhookId, delivery, retried }: DeliveryItemProps) {
  const { webhooks: words } = allTexts.value;
  const { id, type, state, createdAt, response } = delivery;
  // Newer services may send types that this console does not know.
  const name = type === "webhook.ping" ? words.pingType : eventName(type);
  const time = formatRecentTime(createdAt);
  async function retry() {
    await attempt(async () => {
      await petstore().webhooks.retry(webhookId, id);
      inform(words.retried);
    });
    retried();
  }
  return (
    <li class="event delivery">
      <div>
        <p>
          {name} <span class={`chip ${state}`}>{words.deliveryStates[state]}</span>
        </p>
        <small>{outcomeOf(delivery)}</small>
        {response !== undefined && response !== "" && (
          <details>
            <summary>{words.response}</summary>
            <pre dir="auto">{response}</pre>
          </details>
        )}
      </div>
      <div class="delivery-side">
        <time dateTime={createdAt}>{time}</time>
        {(state === "failed" || state === "waiting") && (
          <button type="button" class="quiet" aria-label={words.retryOf(name, time)} onClick={retry}>
            {words.retry}
          </button>
        )}
      </div>
    </li>
  );
}

/** The outcome of the last attempt and the time of the next. */
function outcomeOf({ attempts, status, durationMs = 0, error, nextAttemptAt, state }: Delivery): string {
  const { webhooks: words } = allTexts.value;
  return [
    attempts > 0 && words.attempts(attempts),
    status !== undefined && words.status(status, formatNumber(durationMs)),
    error,
    state === "waiting" && nextAttemptAt !== undefined && words.next(formatRecentTime(nextAttemptAt)),
  ]
    .filter(Boolean)
    .join(", ");
}
