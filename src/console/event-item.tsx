import type { Event } from "../client/index.ts";
import { eventLine } from "./event-line.ts";
import { formatRecentTime, texts } from "./language.ts";

interface EventItemProps {
  readonly event: Event;
  /** Whether to say who did it, and why. */
  readonly isWhole?: boolean;
}

/** An event as a line of a list. */
export function EventItem({ event, isWhole = false }: EventItemProps) {
  const { subject, href, what } = eventLine(event);
  const who = event.key?.name ?? texts.value.events.operator;
  return (
    <li class="event">
      <p>
        <bdi class="event-subject">{href === undefined ? subject : <a href={href}>{subject}</a>}</bdi>{" "}
        <span class="event-what">{what}</span>
        {isWhole && (
          <small>
            <bdi>{who}</bdi>
            {event.note !== undefined && (
              <>
                {" · "}
                <bdi>{event.note}</bdi>
              </>
            )}
          </small>
        )}
      </p>
      <time dateTime={event.at}>{formatRecentTime(event.at)}</time>
    </li>
  );
}
