import { useState } from "preact/hooks";
import type { ActivityDay, Event } from "../../../client/index.ts";
import { dateOf, timeZone, todayStart } from "../../app/day.ts";
import { allTexts, formatNumber } from "../../app/language.ts";
import { hrefOf } from "../../app/routes.ts";
import { petstore } from "../../app/session.ts";
import { formatWeekday } from "../../app/view-formats.ts";
import { latestEvents } from "../../data/live.ts";
import { usePetNames } from "../../data/pet-names.ts";
import { type Resource, STALE, useResource } from "../../data/resource.ts";
import { ViewHead } from "../../ui/list-view.tsx";
import { DayPlot } from "../../ui/plot.tsx";
import { FailureState, Skeleton } from "../../ui/states.tsx";
import { ActivityFeed } from "./activity-feed.tsx";
import { EventItem, petsWithoutName } from "./event-item.tsx";

const DAYS = 30;

/** The figures of a day, the type of event that each counts, and where what it counts is. */
const figures = {
  added: { type: "pet.created", hrefOn: () => hrefOf("pets") },
  placed: { type: "order.placed", hrefOn: (day) => hrefOf("orders", "", { show: "all", day }) },
  completed: { type: "order.completed", hrefOn: () => hrefOf("orders", "", { show: "complete" }) },
} as const satisfies Record<string, { type: Event["type"]; hrefOn: (day: string | undefined) => string }>;

type Figure = keyof typeof figures;

const names = Object.keys(figures) as readonly Figure[];

type Activity = Resource<readonly ActivityDay[]>;

/** What has happened today, what happens now, and the last 30 days. All numbers are counted by the service. */
export function TodayView() {
  const { today: words, views } = allTexts.value;
  const activity = useResource<readonly ActivityDay[]>(`activity ${todayStart.value}`, {
    load: (signal) => petstore().activity.list({ days: DAYS, timeZone: timeZone() }, { signal }),
    apply: (days, change) => (change.source === "pending" ? days : STALE),
  });
  const { data, error, reload } = activity;
  return (
    <>
      <ViewHead title={views.today}>
        <p class="muted">{formatWeekday(todayStart.value)}</p>
      </ViewHead>
      <div class="stack today">
        {error !== undefined && data === undefined ? (
          <FailureState error={error} retry={reload} />
        ) : (
          <div class="today-cards">
            {names.map((name) => (
              <FigureCard key={name} name={name} today={data?.at(-1)} />
            ))}
          </div>
        )}
        <ActivityFeed />
        <section aria-labelledby="plots-title" class="stack card plots">
          <h2 id="plots-title">{words.lastDays(DAYS)}</h2>
          <p class="hint">{words.days(timeZone())}</p>
          <Plot activity={activity} />
        </section>
      </div>
    </>
  );
}

const SHOWN = 3;

interface FigureCardProps {
  readonly name: Figure;
  /** Undefined while it is loading. */
  readonly today: ActivityDay | undefined;
}

/** A figure of today, with the latest events that it counts. */
function FigureCard({ name, today }: FigureCardProps) {
  const { today: words } = allTexts.value;
  const { type, hrefOn } = figures[name];
  const date = today?.date;
  const events = (latestEvents.value ?? []).filter((event) => event.type === type && dateOf(event.at) === date);
  const shown = events.slice(0, SHOWN);
  usePetNames(petsWithoutName(shown));
  const title = words.figures[name];
  return (
    <section class="card day-card" aria-label={title} aria-busy={today === undefined}>
      <h2>
        <a href={hrefOn(date)}>{title}</a>
      </h2>
      <p class="figure">{today !== undefined && formatNumber(today.counts[type] ?? 0)}</p>
      {today === undefined && <Skeleton lines={SHOWN} />}
      {today !== undefined && shown.length === 0 && <p class="muted">{words.nothing[name]}</p>}
      <ol class="events">
        {shown.map((event) => (
          <EventItem key={event.id} event={event} />
        ))}
      </ol>
    </section>
  );
}

/** One plot of the last days, with a switch for what it counts. */
function Plot({ activity: { data, error } }: { readonly activity: Activity }) {
  const { today: words } = allTexts.value;
  const [chosen, setChosen] = useState<Figure>("added");
  if (data === undefined) return error === undefined ? <Skeleton lines={6} /> : null;
  return (
    <>
      <fieldset class="segments">
        <legend class="visually-hidden">{words.shown}</legend>
        {names.map((name) => (
          <label key={name}>
            <input type="radio" name="plot" checked={name === chosen} onChange={() => setChosen(name)} />
            <span>{words.figures[name]}</span>
          </label>
        ))}
      </fieldset>
      <DayPlot
        title={words.figures[chosen]}
        days={data.map(({ date, counts }) => ({ date, count: counts[figures[chosen].type] ?? 0 }))}
      />
    </>
  );
}
