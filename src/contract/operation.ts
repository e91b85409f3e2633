import type * as z from "zod";
import type { FailureCode } from "./errors/failures.ts";

/** What an API key may be allowed to do (decisions D12 and D37). */
export const scopes = [
  "pets:read",
  "pets:write",
  "inventory:read",
  "inventory:write",
  "orders:read",
  "orders:write",
  "inquiries:read",
  "inquiries:write",
  "care:read",
  "care:write",
  "calendar:read",
  "categories:read",
  "categories:write",
  "events:read",
  "webhooks:manage",
  "keys:manage",
] as const;

export type Scope = (typeof scopes)[number];

/** Every scope, including those that later versions add (decision D37). */
export const ALL_SCOPES = "*";

/** What is stored with a key: single scopes, or all of them. */
export type GrantedScope = Scope | typeof ALL_SCOPES;

/** How much an operation or a parameter may still change (decision D24). A stable one has none. */
export type Stability = "experimental" | "alpha" | "beta";

/** The end of an operation's life (RFC 9745, RFC 8594). Dates are midnight UTC, `YYYY-MM-DD`. */
export interface Deprecation {
  /** The day the operation became deprecated. */
  readonly since: string;
  /** The day it is removed: from then on it returns 410. */
  readonly sunset: string;
  /** The path of its replacement, relative to the base address; `{name}` is filled from the request. */
  readonly successor: string;
  /** The replacement in words. */
  readonly replacement: string;
}

interface Success {
  readonly status: 200 | 201 | 202 | 204;
  readonly description: string;
  /** The body. A 204 has none. */
  readonly schema?: z.ZodType;
  /** The body of a request with `include`: that of `schema` with optional members (decision D42). */
  readonly included?: z.ZodType;
  /** A bare array in pages, with `Link: <...>; rel="next"` (decision D7). */
  readonly paged?: true;
  /** Items enter or leave the list as time passes, always or with this parameter: then its responses are not cached. */
  readonly timed?: true | string;
  /** The query parameter with the position of a page; `cursor` if omitted. */
  readonly pageParameter?: string;
  /** A bare array that is streamed whole unless limit or cursor is given (decision D9). */
  readonly streamed?: true;
  /** A text of this media type, streamed whole: a table, or a calendar (RFC 5545). */
  readonly text?: "text/csv" | "text/calendar";
  /** Server-Sent Events, each with a value of the schema as its data (decision D35). */
  readonly eventStream?: true;
  /** The address of the created resource, relative to the base address; `{name}` is a member of the body. */
  readonly location?: `/${string}`;
  /** The member of the body that only the first response has: the one to a repeated Idempotency-Key is without it, and none is stored. */
  readonly shownOnce?: string;
  /** Members that are not stored with an Idempotency-Key because they are personal: the response to a repeated one is without them. */
  readonly notStored?: readonly string[];
  /** Operations that take the `id` of the body, each with the name of its path parameter. */
  readonly links?: Readonly<Record<string, string>>;
}

/** The body of an operation that takes a file. */
interface FileSpecification {
  readonly schema: z.ZodType;
  readonly types: readonly string[];
  readonly maxBytes: number;
}

/** A file as it was sent. */
export interface GivenFile {
  /** One of the types of the operation. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** One operation of the interface, as data. Everything else about it is derived from this. */
export interface Operation {
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the base address; `{name}` is a path parameter. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The scope that a key needs. Without one, every valid key may call the operation. */
  readonly scope?: Scope;
  /** The query parameter for a key with this scope and no other, for programs that send no headers (decision 092). */
  readonly keyParameter?: string;
  /** The bearer is not an API key, but an invitation. */
  readonly credential?: "invitation";
  readonly stability?: Stability;
  readonly deprecation?: Deprecation;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /**
   * Refuses unknown members of the body, at every depth, whatever `Prefer` says (decision D19). For changes of stock or money: ignoring a
   * member would change another amount than the client meant. Without `body`, the body must be empty or `{}`.
   */
  readonly exact?: true;
  /** A body that is not JSON. */
  readonly file?: FileSpecification;
  /** The body may have the media type of a merge patch, too (RFC 7396). */
  readonly mergePatch?: true;
  /** Accepts an Idempotency-Key: a repeated request takes effect once and gets the same response. */
  readonly idempotencyKey?: true;
  /** Accepts If-Match: the change applies only if this resource still has that tag (RFC 9110 13.1.1). */
  readonly ifMatch?: z.ZodType;
  /** The part of the resource that clients change, if other parts change without them: If-Match compares only that. */
  readonly settings?: z.ZodType;
  readonly success: Success;
  /** Failures of this operation's own rules; `failuresOf` adds those that follow from the other members. */
  readonly errors?: readonly FailureCode[];
  readonly examples: {
    readonly params?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    /** The text of a file, or the name of one that is no text. */
    readonly file?: string | { readonly name: string };
    readonly response?: unknown;
  };
}

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Shape<Schema> = Schema extends z.ZodObject<infer Members> ? keyof Members : never;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Declares an operation. Path parameters that differ from the `params` schema are a compile error. */
export function operation<const Declared extends Operation>(
  declared: Declared &
    (Same<Names<Declared["path"]>, Shape<Declared["params"]>> extends true
      ? unknown
      : { params: `path names ${Names<Declared["path"]>}` }),
): Declared {
  return declared;
}

type Value<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The input of a handler: validated values, in their inner form (bigint for int64). */
export interface Input<O extends Operation> {
  readonly params: Value<O["params"]>;
  readonly query: Value<O["query"]>;
  readonly body: O["file"] extends FileSpecification ? GivenFile : Value<O["body"]>;
}

/** Some items of a list and, when there are more, the cursor of the next page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

/** Some items of a whole list. `next` is the position of the following chunk; undefined after the last. */
interface Chunk<Item> {
  readonly items: readonly Item[];
  readonly next: bigint | undefined;
}

/** A whole list in chunks, so that it is never in memory at once. */
export interface ChunkedList<Item> {
  /** The position before the first item. */
  readonly start: bigint;
  read(after: bigint): Chunk<Item> | Promise<Chunk<Item>>;
}

/** One Server-Sent Event: its id, its type and its data, which the operation's schema describes. */
export interface StreamedEvent<Data> {
  readonly id: string;
  readonly type: string;
  readonly data: Data;
}

/** The events that a stream sends at once. An empty batch only advances the position. */
export interface EventBatch<Data> {
  /** Resume after this id to miss nothing. It is the id of the last event, or of a later one that a filter left out. */
  readonly id: string;
  readonly events: readonly StreamedEvent<Data>[];
}

/** The body of a response, with the members of `include`. */
export type Body<O extends Operation> = O["success"] extends { included: infer Included }
  ? Value<Included>
  : Value<O["success"]["schema"]>;
type Item<O extends Operation> = Body<O> extends readonly (infer T)[] ? T : never;

/** The result of a handler: a value, a page, the chunks of a streamed list, the parts of a text, events, or nothing for a 204. */
export type Output<O extends Operation> = O["success"] extends { streamed: true }
  ? Page<Item<O>> | ChunkedList<Item<O>>
  : O["success"] extends { paged: true }
    ? Page<Item<O>>
    : O["success"] extends { eventStream: true }
      ? AsyncIterableIterator<EventBatch<Body<O>>>
      : O["success"] extends { text: string }
        ? AsyncIterableIterator<string>
        : Body<O>;

/** One handler for each operation of a contract: a missing one is a compile error. */
export type Handlers<Contract extends Record<string, Operation>, Context> = {
  readonly [Id in keyof Contract]: (
    input: Input<Contract[Id]>,
    context: Context,
  ) => Output<Contract[Id]> | Promise<Output<Contract[Id]>>;
};

/** A form with one file: every operation with a file accepts it too. */
export const MULTIPART = "multipart/form-data";

/** The media types of a body. */
export function bodyTypes({ file, mergePatch }: Operation): readonly string[] {
  return file ? [...file.types, MULTIPART] : mergePatch ? MERGE_PATCH_TYPES : JSON_TYPES;
}

/** The media type of successful responses. */
export function responseType({ success }: Operation): string {
  return success.eventStream ? "text/event-stream" : (success.text ?? "application/json");
}

const JSON_TYPES = ["application/json"];
const MERGE_PATCH_TYPES = [...JSON_TYPES, "application/merge-patch+json"];

/** Creates a function that fills the `{name}` parts of a path. */
export function pathFiller(path: string): (values: Readonly<Record<string, unknown>>) => string {
  // Text and names alternate: "/pets/{petId}" is "/pets/", "petId", "".
  const [start = "", ...rest] = path.split(/[{}]/);
  return (values) => {
    let filled = start;
    for (let at = 0; at < rest.length; at += 2)
      filled += encodeURIComponent(String(values[rest[at] ?? ""])) + (rest[at + 1] ?? "");
    return filled;
  };
}

/** Fills the `{name}` parts of a path. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return pathFiller(path)(values);
}
