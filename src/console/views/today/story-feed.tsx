/* What happens in the shop, as it happens. */
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

/** What happened lately. While a person works in the list, new ones wait above it, so that nothing moves under the pointer. */
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
  // There is nothing to work with in an empty list.
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

/** Calls back when neither the pointer nor the focus is in the element any more. */
function useRelease(release: () => void) {
  const callback = useRef(release);
  callback.current = release;
  return ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    // After the browser has moved the focus.
    setTimeout(() => {
      if (!currentTarget.matches(":hover, :focus-within")) callback.current();
    });
  };
}

/** How many events have come since this one. */
function newerThan(event: Event | undefined, events: readonly Event[]): number {
  const index = events.findIndex(({ id }) => id === event?.id);
  return index === -1 ? events.length : index;
}
