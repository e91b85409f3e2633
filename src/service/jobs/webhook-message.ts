/* Messages in the format of Standard Webhooks. */

import { Event } from "../../contract/events/events.ts";
import { serializer } from "../../contract/json/serializer.ts";
import { PING } from "../../contract/webhooks/deliveries.ts";
import type { StoredEvent } from "../../core/feed/event-ports.ts";
import { published } from "../../core/feed/feed.ts";

/** An unsigned message. */
export interface Message {
  /** The same for every attempt, so that receivers can detect duplicates. */
  readonly id: string;
  readonly body: string;
}

const writeEvent = serializer(Event);

/** The message about an event. */
export function eventMessage(event: StoredEvent): Message {
  const data = published(event);
  return { id: data.id, body: bodyOf(data.type, data.at, writeEvent(data)) };
}

/** The message of `pingWebhook`. */
export function pingMessage(webhookId: bigint, id: string, at: number): Message {
  return { id, body: bodyOf(PING, new Date(at).toISOString(), `{"webhookId":${webhookId}}`) };
}

function bodyOf(type: string, timestamp: string, data: string): string {
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(timestamp)},"data":${data}}`;
}
