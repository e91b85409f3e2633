import type { Event } from "../contract/events/events.ts";
import { ALL_SCOPES, type EventBatch, type GrantedScope, type Scope } from "../contract/operation.ts";
import type { Papers } from "../contract/orders/papers.ts";
import type { PhotoSize } from "../contract/pets/photos.ts";
import type { MemberTexts } from "./caches/member-texts.ts";
import type { MaybePromise } from "./concurrency/maybe-promise.ts";
import type { Transact } from "./execute.ts";
import type { EventFilter, FeedPlace, NewEvent } from "./feed/event-ports.ts";
import type { FileReader } from "./imports/import-ports.ts";
import type { Repositories } from "./ports.ts";
import type { ConvertPhoto } from "./shop/photos/photo-ports.ts";

export type Environment = "production" | "staging";

/** The newest events, read once for all streams. */
export interface NewestEvents {
  /** Yields batches of the events after a place that match, as they arrive. `return` ends it at once. */
  follow(start: FeedPlace, filter: EventFilter): AsyncIterableIterator<EventBatch<Event>>;
}

/** The challenge of a response to a request without a valid key (RFC 9110 11.6.1). */
export const REALM = 'Bearer realm="petstore"';

/** The API key that a request carried. */
export interface Principal {
  readonly keyId: string;
  /** Whether it is among the keys of the store, unlike PETSTORE_API_KEY. */
  readonly isStored: boolean;
  readonly name: string;
  /** The last characters of the key, for the log. */
  readonly hint: string;
  readonly scopes: ReadonlySet<GrantedScope>;
  /** The invitation that this is instead of a key. */
  readonly invitationId?: bigint;
  /** In epoch milliseconds; undefined if the key never expires. */
  readonly expiresAt: number | undefined;
}

/** Whether a key may do what a scope names. */
export function hasScope({ scopes }: Principal, scope: Scope): boolean {
  return scopes.has(scope) || scopes.has(ALL_SCOPES);
}

/** Whether a key may pass these scopes on: nobody grants more than the own key has (decision D48). */
export function hasAll({ scopes }: Pick<Principal, "scopes">, granted: readonly GrantedScope[]): boolean {
  return scopes.has(ALL_SCOPES) || granted.every((scope) => scopes.has(scope));
}

/** What all use cases may use, whatever the request. */
export interface Provisions {
  /** The environment of the service. */
  readonly environment: Environment;
  readonly tail: NewestEvents;
  /** What the shop is called; empty if it has no name. */
  readonly shopName: string;
  /** The currency of the shop (ISO 4217), where nothing names another. */
  readonly currency: string;
  /** Of the tax that prices include, in hundredths of a per cent; undefined if the shop names none. */
  readonly taxRate: number | undefined;
  /** What the shop prints for customers. */
  readonly papers: Papers;
  /** The time zone of the shop (IANA), in which its days begin. */
  readonly timeZone: string;
  /** CRC-32, which binds a cursor to its list and filter. */
  readonly crc32: (text: string) => number;
  readonly random: (bytes: number) => Uint8Array;
  /** SHA-256 in hexadecimal, of secrets. */
  readonly sha256: (data: string | Uint8Array) => string;
  /** Throws `validation_failed` unless messages may be sent to a URL. */
  readonly requirePublic: (url: string) => Promise<void>;
  /** Reads the lines of a file. */
  readonly readFile: FileReader;
  /** Makes the files of a photo. */
  readonly convertPhoto: ConvertPhoto;
}

/** What a use case may use besides its input. */
export interface Context extends Provisions {
  readonly principal: Principal;
  /** The time of the request, in epoch milliseconds. */
  readonly now: number;
  /** In an operation that changes something, these belong to its transaction. */
  readonly store: Repositories;
  /** Makes a change in a transaction of its own. Only for checks: a handler runs in a transaction already and would deadlock. */
  readonly transact: Transact;
  /** The events of the change, in the order of the feed. */
  readonly events: NewEvent[];
  /** The entity tags of `If-Match`; undefined without that header. */
  readonly ifMatch: string | undefined;
  /** The last event that the client of a stream has received (`Last-Event-ID`). */
  readonly lastEventId: string | undefined;
  /** The entity tags that `If-Match` may name for a state of the resource: that of the resource, then that of a list with only it. */
  readonly tagsOf: (resource: unknown) => readonly [string, ...string[]];
  /** Yields to the event loop, so that other requests run. */
  readonly turn: () => MaybePromise<void>;
  /** The address of the console. */
  readonly consoleUrl: string;
  /** The address of a photo with a token. */
  readonly photoUrl: (token: string, size: PhotoSize) => string;
  /** Members of pets as JSON, with such addresses. */
  readonly memberTexts: MemberTexts;
}
