/* Live activity in the shop. */
import { useRef, useState } from "preact/hooks";
import type { Event } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { latestEvents, latestFailure, readLatest } from "../../data/events/live.ts";
import { useLatestCustomers } from "../../data/orders/open-orders.ts";
import { usePetNames } from "../../data/pets/pet-names.ts";
import { EmptyState, FailureState, Skeleton } from "../../ui/states.tsx";
import { petsWithoutName } from "./event-line.ts";
import { storiesOf } from "./stories.ts";
import { StoryLine } from "./story-line.tsx";

const SHOWN = 15;

/** The activity list. While the pointer or the focus is in it, new stories wait above, so nothing moves. */
export function StoryFeed() {
  const { today: words } = allTexts.value;
  return (
    <section class="feed" aria-labelledby="feed-title">
      <h2 id="feed-title">{words.activity}</h2>
      <Feed />
    </section>
  );
}

function Feed() {
  const { today: words } = allTexts.value;
  const [held, setHeld] = useState<readonly Event[]>();
  const [shown, setShown] = useState(SHOWN);
  const events = latestEvents.value;
  const failure = latestFailure.value;
  const stories = storiesOf(held ?? events ?? []);
  const list = stories.slice(0, shown);
  usePetNames(petsWithoutName(list.flatMap((story) => story.events)));
  const customers = useLatestCustomers();
  // An empty list has nothing to hold.
  const hold = () => setHeld((before) => before ?? (list.length > 0 ? events : undefined));
  const release = useRelease(() => setHeld(undefined));

  if (failure !== undefined) return <FailureState error={failure} retry={readLatest} />;
  if (events === undefined) return <Skeleton lines={SHOWN} />;
  if (events.length === 0) return <EmptyState title={words.quiet} />;
  const waiting = held === undefined ? 0 : newerThan(held[0], events);
  return (
    <div onPointerEnter={hold} onFocusIn={hold} onPointerLeave={release} onFocusOut={release}>
      {waiting > 0 && (
        <button type="button" class="feed-newer" onClick={() => setHeld(events)}>
          {words.newer(waiting, formatNumber(waiting))}
        </button>
      )}
      <ol class="stories">
        {list.map((story) => (
          <StoryLine key={story.key} story={story} customers={customers} />
        ))}
      </ol>
      {shown < stories.length && (
        <button type="button" class="quiet" onClick={() => setShown(stories.length)}>
          {words.more}
        </button>
      )}
    </div>
  );
}

/** Calls `release` when both the pointer and the focus have left the element. */
function useRelease(release: () => void) {
  const callback = useRef(release);
  callback.current = release;
  return ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    // Wait until the browser has moved the focus.
    setTimeout(() => {
      if (!currentTarget.matches(":hover, :focus-within")) callback.current();
    });
  };
}

/** How many events are newer than this one. */
function newerThan(event: Event | undefined, events: readonly Event[]): number {
  const index = events.findIndex(({ id }) => id === event?.id);
  return index === -1 ? events.length : index;
}
