import { useEffect, useRef } from "preact/hooks";
import type { ActivityDay, Event } from "../client/index.ts";
import { ActivityFeed } from "./activity-feed.tsx";
import { todayStart } from "./day.ts";
import { DayPlot } from "./day-plot.tsx";
import { EventItem } from "./event-item.tsx";
import { petsWithoutName } from "./event-line.ts";
import { formatNumber, formatWeekday, texts } from "./language.ts";
import { onEvent } from "./live-stream.ts";
import { useLoaded } from "./loading.ts";
import { usePetNames } from "./pet-names.ts";
import { petstore } from "./session.ts";
import { FailureState, Skeleton } from "./states.tsx";
import { type Today, useToday } from "./todays-events.ts";

/** What has happened today, what happens now, and the last 30 days. */
export function TodayView() {
  const { today, error, reload } = useToday();
  return (
    <>
      <div class="view-head">
        <h1>{texts.value.views.today}</h1>
        <p class="muted">{formatWeekday(todayStart.value)}</p>
      </div>
      <div class="today">
        {error === undefined ? <Cards today={today} /> : <FailureState error={error} retry={reload} />}
        <ActivityFeed />
        <Plots />
      </div>
    </>
  );
}

function Cards({ today }: { readonly today: Today | undefined }) {
  const { today: words } = texts.value;
  const { arrivals, arrived = 0, adoptions, orders, isPartial = false } = today ?? {};
  usePetNames(petsWithoutName([...(adoptions ?? []), ...(orders ?? [])]));
  return (
    <div class="today-cards">
      <DayCard title={words.arrivals} none={words.noArrivals} {...{ events: arrivals, count: arrived, isPartial }} />
      <DayCard title={words.adoptions} none={words.noAdoptions} {...{ events: adoptions, isPartial }} />
      <DayCard title={words.orders} none={words.noOrders} {...{ events: orders, isPartial }} />
    </div>
  );
}

/** How many events a card shows. */
const SHOWN = 3;

interface DayCardProps {
  readonly title: string;
  readonly none: string;
  /** Undefined while they are loading. */
  readonly events: readonly Event[] | undefined;
  readonly count?: number;
  readonly isPartial: boolean;
}

function DayCard({ title, none, events, count = events?.length ?? 0, isPartial }: DayCardProps) {
  const isLoading = events === undefined;
  return (
    <section class="card day-card" aria-label={title} aria-busy={isLoading}>
      <h2>{title}</h2>
      <p class="figure">{!isLoading && formatNumber(count) + (isPartial ? "+" : "")}</p>
      {isLoading && <Skeleton lines={SHOWN} />}
      {events?.length === 0 && <p class="muted">{none}</p>}
      <ol class="events">
        {events?.slice(0, SHOWN).map((event) => (
          <EventItem key={event.id} event={event} />
        ))}
      </ol>
    </section>
  );
}

const DAYS = 30;

/** The plots, and the type of event that each counts. */
const PLOTS = { added: "pet.created", placed: "order.placed", completed: "order.completed" } as const;

/** The last days as plots. Today's bars grow with what happens. */
function Plots() {
  const { today: words } = texts.value;
  const { data, error, reload, patch } = useLoaded(
    (signal) => petstore().activity.list({ days: DAYS }, { signal }),
    [],
  );
  const follow = (event: Event) => {
    // The days between have no events of their own: only the service knows which they are.
    if (isAfter(data, event)) reload();
    else patch((days) => counted(days, event));
  };
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(() => onEvent((event) => latest.current(event)), []);
  return (
    <section aria-labelledby="plots-title" class="plots">
      <h2 id="plots-title">{words.lastDays(DAYS)}</h2>
      {error !== undefined && <FailureState error={error} retry={reload} />}
      {error === undefined &&
        Object.entries(PLOTS).map(([name, type]) =>
          data === undefined ? (
            <div class="card plot" key={name}>
              <Skeleton lines={6} />
            </div>
          ) : (
            <DayPlot
              key={name}
              title={words.plots[name as keyof typeof PLOTS]}
              days={data.map(({ date, counts }) => ({ date, count: counts[type] ?? 0 }))}
            />
          ),
        )}
      <p class="hint">{words.utc}</p>
    </section>
  );
}

function isAfter(days: readonly ActivityDay[] | undefined, { at }: Event): boolean {
  const last = days?.at(-1);
  return last !== undefined && dateOf(at) > last.date;
}

/** The days with one more event. */
function counted(days: readonly ActivityDay[], { type, at }: Event): ActivityDay[] {
  return days.map(({ date, counts }) => ({
    date,
    counts: date === dateOf(at) ? { ...counts, [type]: (counts[type] ?? 0) + 1 } : counts,
  }));
}

function dateOf(at: string): string {
  return at.slice(0, 10);
}
