import type { Event } from "../contract/events/events.ts";
import { ALL_SCOPES, type EventBatch, type GrantedScope, type Scope } from "../contract/operation.ts";
import type { Papers } from "../contract/orders/papers.ts";
import type { PhotoSize } from "../contract/pets/photos.ts";
import type { MemberTexts } from "./caches/member-texts.ts";
import type { MaybePromise } from "./concurrency/maybe-promise.ts";
import type { Transact } from "./execute.ts";
import type { EventFilter, FeedPosition, NewEvent } from "./feed/event-ports.ts";
import type { FileReader } from "./imports/import-ports.ts";
import type { Repositories } from "./ports.ts";
import type { ConvertPhoto } from "./shop/photos/photo-ports.ts";

export type Environment = "production" | "staging";

/** The newest events, read once for all streams. */
export interface NewestEvents {
  /** Yields batches of matching events after a position, as they arrive. `return` ends it at once. */
  follow(start: FeedPosition, filter: EventFilter): AsyncIterableIterator<EventBatch<Event>>;
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
  /** Set if the request carried an invitation instead of a key. */
  readonly invitationId?: bigint;
  /** In epoch milliseconds; undefined if the key never expires. */
  readonly expiresAt: number | undefined;
}

/** Whether a key has a scope. */
export function hasScope({ scopes }: Principal, scope: Scope): boolean {
  return scopes.has(scope) || scopes.has(ALL_SCOPES);
}

/** Whether a key may grant these scopes: no key grants more than it has (decision D48). */
export function hasAll({ scopes }: Pick<Principal, "scopes">, granted: readonly GrantedScope[]): boolean {
  return scopes.has(ALL_SCOPES) || granted.every((scope) => scopes.has(scope));
}

/** What every use case may use; the same for all requests. */
export interface Provisions {
  /** The environment of the service. */
  readonly environment: Environment;
  readonly tail: NewestEvents;
  /** The name of the shop; empty if it has none. */
  readonly shopName: string;
  /** The default currency of the shop (ISO 4217). */
  readonly currency: string;
  /** The rate of the tax that prices include, in hundredths of a per cent; undefined if the shop sets none. */
  readonly taxRate: number | undefined;
  /** The texts of receipts and agreements. */
  readonly papers: Papers;
  /** The time zone of the shop (IANA), in which its days begin. */
  readonly timeZone: string;
  /** CRC-32, which binds a cursor to its list and filter. */
  readonly crc32: (text: string) => number;
  readonly random: (bytes: number) => Uint8Array;
  /** SHA-256 in hexadecimal, of secrets. */
  readonly sha256: (data: string | Uint8Array) => string;
  /** Throws `validation_failed` if webhooks must not be sent to a URL, such as one in a private network. */
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
  /** The repositories of the transaction, in an operation that changes something. */
  readonly store: Repositories;
  /** Makes a change in its own transaction. Only for checks: a handler runs in a transaction already and would deadlock. */
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
  readonly yieldToRequests: () => MaybePromise<void>;
  /** The address of the console. */
  readonly consoleUrl: string;
  /** The address of a photo with a token. */
  readonly photoUrl: (token: string, size: PhotoSize) => string;
  /** Cached members of pets as JSON, with the addresses of photos. */
  readonly memberTexts: MemberTexts;
}
