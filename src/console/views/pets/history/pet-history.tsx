import { useState } from "preact/hooks";
import type { Event, Pet, StockChange } from "../../../../client/index.ts";
import { allTexts, formatNumber } from "../../../app/formats/language.ts";
import { formatDifference, formatRecentTime } from "../../../app/formats/view-formats.ts";
import { attempt } from "../../../app/notices.ts";
import { petIdOf } from "../../../data/events/changes.ts";
import { actorOf, eventText, petChanges } from "../../../data/events/event-words.ts";
import { STALE, useResource } from "../../../data/resource.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { StockPlot } from "../stock/stock-plot.tsx";
import { ProfileChange } from "./profile-change.tsx";
import {
  hasOlder,
  linesOf,
  type Moment,
  momentsOf,
  readOlder,
  readTimeline,
  type Timeline,
  withNewest,
} from "./timeline.ts";

/** How many moments are shown at first. */
const LATEST = 3;

/** The history of a pet: what happened, who did it and why, with a plot of its stock. */
export function PetHistory({ pet }: { readonly pet: Pet }) {
  const { history: words } = allTexts.value;
  /** Entries loaded on request. */
  const [older, setOlder] = useState<Timeline>();
  const [isBusy, setBusy] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const resource = useResource<Timeline>(`history ${pet.id}`, {
    load: async (signal, known) => {
      const newest = await readTimeline(pet.id, signal);
      return known === undefined ? newest : withNewest(known, newest);
    },
    apply: (timeline, change) => (change.source !== "pending" && petIdOf(change) === pet.id ? STALE : timeline),
  });
  async function showOlder(timeline: Timeline) {
    setBusy(true);
    await attempt(async () => setOlder(await readOlder(pet.id, timeline)));
    setBusy(false);
  }
  return (
    <section aria-label={words.title}>
      <h3>{words.title}</h3>
      <Loaded resource={resource} lines={5}>
        {(newest) => {
          const timeline = older === undefined ? newest : withNewest(older, newest);
          const moments = momentsOf(timeline);
          return (
            <>
              {isWhole && <StockPlot name={pet.name} changes={timeline.changes.items} />}
              <ol class="stack timeline">
                {moments.slice(0, isWhole ? undefined : LATEST).map((moment) => (
                  <TimelineEntry key={moment.at} moment={moment} all={timeline.events.items} />
                ))}
              </ol>
              {!isWhole && moments.length > 0 && (
                <button type="button" class="quiet" onClick={() => setWhole(true)}>
                  {words.whole}
                </button>
              )}
              {isWhole && hasOlder(timeline) && (
                <button type="button" aria-disabled={isBusy} onClick={() => isBusy || showOlder(timeline)}>
                  {words.older}
                </button>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

interface TimelineEntryProps {
  readonly moment: Moment;
  readonly all: readonly Event[];
}

function TimelineEntry({ moment, all }: TimelineEntryProps) {
  const { at, events, changes } = moment;
  const notes = new Set([...events, ...changes].map(({ note }) => note).filter((note) => note !== undefined));
  return (
    <li>
      <ul>
        {linesOf(moment).map((line) =>
          "type" in line ? <EventLine key={line.id} event={line} all={all} /> : <ChangeLine key={line.id} {...line} />,
        )}
      </ul>
      {[...notes].map((note) => (
        <p key={note} class="note">
          <bdi>{note}</bdi>
        </p>
      ))}
      <p class="hint">
        <time dateTime={at}>{formatRecentTime(at)}</time> <Actors events={events} />
      </p>
    </li>
  );
}

function Actors({ events }: Pick<Moment, "events">) {
  const { history: words } = allTexts.value;
  if (events.length === 0) return null;
  const names = new Set(events.map(actorOf));
  return <bdi>{words.by([...names].join(", "))}</bdi>;
}

function EventLine({ event, all }: { readonly event: Event; readonly all: readonly Event[] }) {
  if (event.type === "profile.updated") return <ProfileChange event={event} events={all} />;
  if (event.type !== "pet.updated") return <li>{eventText(event)}</li>;
  return (
    <>
      {petChanges(event).map(({ label, before, after }) => (
        <li key={label}>
          {label}: <bdi>{before}</bdi> → <bdi>{after}</bdi>
        </li>
      ))}
    </>
  );
}

function ChangeLine({ delta, quantity, reason, orderId }: StockChange) {
  const { history: words, events } = allTexts.value;
  const text = orderId === undefined ? words.reasons[reason] : events.numbered(words.reasons[reason], orderId);
  return (
    <li>
      {text}: {formatDifference(delta)} <span class="muted">({words.stockNow(formatNumber(quantity))})</span>
    </li>
  );
}
