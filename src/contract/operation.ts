import type * as z from "zod";
import type { FailureCode } from "./errors.ts";

/** What an API key may be allowed to do (decision D12). */
export const scopes = [
  "pets:read",
  "pets:write",
  "inventory:read",
  "inventory:write",
  "orders:read",
  "orders:write",
] as const;

export type Scope = (typeof scopes)[number];

/** How far an operation or a parameter may still change (decision D24). Stable ones say nothing. */
export type Stability = "experimental" | "beta";

/** The end of an operation's life (RFC 9745, RFC 8594). Dates are midnight UTC, `YYYY-MM-DD`. */
export interface Deprecation {
  /** The day the operation became deprecated. */
  readonly since: string;
  /** The day it is removed: from then on it answers 410. */
  readonly sunset: string;
  /** The path of what to use instead, relative to the base address; `{name}` is filled from the request. */
  readonly successor: string;
  /** The same for a reader. */
  readonly replacement: string;
}

interface Success {
  readonly status: 200 | 201;
  readonly description: string;
  readonly schema: z.ZodType;
  /** A bare array that is answered in pages with `Link: <...>; rel="next"` (decision D7). */
  readonly paged?: true;
  /** A bare array that is streamed whole when neither limit nor cursor is given (decision D9). */
  readonly streamed?: true;
  /** Where the created resource is, relative to the base address; `{name}` is a member of the body. */
  readonly location?: `/${string}`;
}

/** One operation of the interface, as data. Everything else about it is derived from this. */
export interface Operation {
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH";
  /** Relative to the base address; `{name}` is a path parameter. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: Scope;
  readonly stability?: Stability;
  readonly deprecation?: Deprecation;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Takes an Idempotency-Key: sent again with the same key, it has its effect once and answers the same. */
  readonly idempotencyKey?: true;
  /** Takes If-Match: changes only what is still as the client knows it (RFC 9110 13.1.1). */
  readonly ifMatch?: true;
  readonly success: Success;
  /** Failures of this operation's own rules; `failuresOf` adds those that follow from the other members. */
  readonly errors: readonly FailureCode[];
  readonly examples: {
    readonly params?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly response: unknown;
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

/** What a handler gets: validated values, as they are inside (bigint for int64). */
export interface Input<O extends Operation> {
  readonly params: Value<O["params"]>;
  readonly query: Value<O["query"]>;
  readonly body: Value<O["body"]>;
}

/** Some items of a list and, when there are more, the cursor of the next page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

/** A whole list in pieces, so that it never stands in memory at once. */
export interface Pieces<Item> {
  /** The position of the first one. */
  readonly start: bigint;
  /** Reads the piece after a position, and tells that of the next one; undefined after the last. */
  read(after: bigint): Promise<{ readonly items: readonly Item[]; readonly next: bigint | undefined }>;
}

type Item<O extends Operation> = z.output<O["success"]["schema"]> extends readonly (infer T)[] ? T : never;

/** What a handler answers: a value, a page, or for a streamed list its pieces. */
export type Output<O extends Operation> = O["success"] extends { streamed: true }
  ? Page<Item<O>> | Pieces<Item<O>>
  : O["success"] extends { paged: true }
    ? Page<Item<O>>
    : z.output<O["success"]["schema"]>;

/** One handler for each operation of a contract: a missing one is a compile error. */
export type Handlers<Contract extends Record<string, Operation>, Context> = {
  readonly [Id in keyof Contract]: (input: Input<Contract[Id]>, context: Context) => Promise<Output<Contract[Id]>>;
};

/** The failures that an operation has because of a member of its declaration; `id` stands for those that all have. */
const failuresByMember = {
  id: [
    "invalid_parameter",
    "unauthorized",
    "insufficient_scope",
    "not_acceptable",
    "uri_too_long",
    "rate_limited",
    "internal_error",
    "service_unavailable",
  ],
  params: ["not_found"],
  body: ["malformed_json", "validation_failed", "request_timeout", "payload_too_large", "unsupported_media_type"],
  deprecation: ["gone"],
  idempotencyKey: ["conflict", "idempotency_key_reused"],
  ifMatch: ["precondition_failed"],
} as const satisfies { [Member in keyof Operation]?: readonly FailureCode[] };

type MemberWithFailures = keyof typeof failuresByMember;

/** Every failure that the operation may answer, as a type. */
export type FailureOf<O extends Operation> =
  | {
      [M in MemberWithFailures]: O[M] extends object | string | true ? (typeof failuresByMember)[M][number] : never;
    }[MemberWithFailures]
  | O["errors"][number];

/** Every failure that the operation may answer. */
export function failuresOf(operation: Operation): readonly FailureCode[] {
  const members = Object.keys(failuresByMember) as MemberWithFailures[];
  const implied = members.flatMap((member) => (operation[member] === undefined ? [] : failuresByMember[member]));
  return [...new Set([...implied, ...operation.errors])];
}

/** Makes the function that puts values into the `{name}` places of a path. */
export function pathFiller(path: string): (values: Readonly<Record<string, unknown>>) => string {
  // Text and names in turn: "/pets/{petId}" is "/pets/", "petId", "".
  const parts = path.split(/[{}]/);
  return (values) => {
    let filled = "";
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] ?? "";
      filled += i % 2 === 0 ? part : encodeURIComponent(String(values[part]));
    }
    return filled;
  };
}

/** Puts values into the `{name}` places of a path. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return pathFiller(path)(values);
}
