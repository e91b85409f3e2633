/* Every header the interface uses, declared once. The published document, CORS and the HTTP layer read these tables. */
import { INT32_MAX } from "./common.ts";
import { type FailureCode, failures } from "./errors/failures.ts";
import type { Operation } from "./operation.ts";
import { EVENT_ID_MAX, URL_MAX } from "./values/texts.ts";

/** A value of so many characters at most. */
const text = (maxLength: number) => ({ type: "string", maxLength }) as const;

interface HeaderDeclaration {
  readonly description: string;
  /** JSON Schema of the value. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The headers of responses, by name. */
export const responseHeaders = {
  "X-Request-Id": {
    description: "Identifies this request in the service's log",
    schema: { type: "string", minLength: 1, maxLength: 128 },
  },
  "X-Ignored-Parameters": {
    description: "Query parameters that were ignored because this operation does not have them",
    schema: text(8192),
  },
  "Preference-Applied": {
    description: "The preferences that were honored (RFC 7240)",
    schema: { type: "string", enum: ["handling=strict"] },
  },
  "X-Position": {
    description: "Where the database is after this change. Send it with reads that must see the change",
    schema: { type: "string", minLength: 16, maxLength: 16 },
  },
  Link: { description: "URLs of related resources (RFC 8288)", schema: text(16_384) },
  ETag: { description: "Tag of this state of the resource (RFC 9110, 8.8.3)", schema: text(64) },
  Location: { description: "URL of the created resource", schema: { ...text(URL_MAX), format: "uri" } },
  "Idempotency-Replayed": {
    description: "This is the response to an earlier request with the same Idempotency-Key",
    schema: { type: "string", enum: ["true"] },
  },
  "RateLimit-Policy": {
    description: "The quota of the API key (draft-ietf-httpapi-ratelimit-headers-11)",
    schema: text(64),
  },
  RateLimit: {
    description: "The rest of the quota, and the seconds until it is full again",
    schema: text(64),
  },
  "Retry-After": {
    description: "Seconds to wait before the next attempt",
    schema: { type: "integer", format: "int32", minimum: 1, maximum: INT32_MAX },
  },
  Deprecation: { description: "When the operation became deprecated (RFC 9745)", schema: text(64) },
  Sunset: { description: "When the operation will be removed (RFC 8594)", schema: text(64) },
  "X-Stability": {
    description: "How much the operation may still change",
    schema: { type: "string", enum: ["experimental", "alpha", "beta"] },
  },
  "WWW-Authenticate": { description: "How to authenticate (RFC 6750)", schema: text(256) },
  Allow: { description: "The methods of this path", schema: text(64) },
  "Accept-Encoding": { description: "The allowed encodings of a request body", schema: text(64) },
} as const satisfies Record<string, HeaderDeclaration>;

export type ResponseHeader = keyof typeof responseHeaders;

/** Some headers of a response, as they are sent. */
export type ResponseHeaders = { [Name in ResponseHeader]?: string };

interface RequestHeaderDeclaration extends HeaderDeclaration {
  readonly appliesTo: (operation: Operation) => boolean;
}

/** The request headers that only some operations have, by name. */
export const requestHeaders = {
  "Idempotency-Key": {
    description:
      "Identifies this request: 1 to 255 visible ASCII characters, with or without quotes. Repeating the request with this key within 24 hours has no further effect and returns the same response",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]{1,255}$" },
    appliesTo: ({ idempotencyKey }) => idempotencyKey === true,
  },
  "If-Match": {
    description: "An entity tag. If the resource no longer has it, the response is 412 and nothing changes",
    schema: text(1024),
    appliesTo: ({ ifMatch }) => ifMatch !== undefined,
  },
  "Last-Event-ID": {
    description: "The id of the last event received: the stream continues after it",
    schema: text(EVENT_ID_MAX),
    appliesTo: ({ success }) => success.eventStream === true,
  },
} as const satisfies Record<string, RequestHeaderDeclaration>;

/**
 * The request headers that every operation has, with what they do. The document describes them once, in its introduction: as
 * parameters they would be in every method of every generated client.
 */
export const commonRequestHeaders = {
  "If-None-Match": "An entity tag. If the resource of a `GET` still has it, the response is 304 without a body",
  Prefer: "`handling=strict` rejects unknown members and parameters instead of ignoring them (RFC 7240)",
  "X-Position":
    "The `X-Position` of the response to a change: a `GET` then shows nothing older, whichever server of the database answers it. Of two, the greater text is the later one. Only services that read from standbys send it",
  "X-Request-Id":
    "Your own id for this request: 1 to 128 characters of `A-Z a-z 0-9 . _ ~ : + / = -`. The response and the log repeat it. The service replaces invalid ids",
} as const satisfies Record<string, string>;

export type RequestHeader =
  | keyof typeof requestHeaders
  | keyof typeof commonRequestHeaders
  | "Authorization"
  | "Content-Type";

/** The request headers that a page of another origin may send. */
export const corsRequestHeaders: readonly RequestHeader[] = [
  "Authorization",
  "Content-Type",
  ...(Object.keys(requestHeaders) as RequestHeader[]),
  ...(Object.keys(commonRequestHeaders) as RequestHeader[]),
];

/** The rate limit of the key: on every response after authentication, unless the operator has switched the limit off. */
export const rateLimitHeaders = ["RateLimit-Policy", "RateLimit"] as const satisfies readonly ResponseHeader[];

/** The headers that the response of any operation may have: described in the introduction. Responses declare only those of the quota. */
export const commonResponseHeaders = [
  "X-Request-Id",
  "X-Stability",
  "X-Position",
  ...rateLimitHeaders,
  "X-Ignored-Parameters",
  "Preference-Applied",
] as const satisfies readonly ResponseHeader[];

/** The headers of a successful response that not every operation has. */
export function successHeaders({ success, idempotencyKey, deprecation }: Operation): readonly ResponseHeader[] {
  const isCacheable = success.eventStream !== true && success.status !== 204;
  return [
    ...(isCacheable ? (["ETag"] as const) : []),
    ...(idempotencyKey ? (["Idempotency-Replayed"] as const) : []),
    ...(success.paged || deprecation ? (["Link"] as const) : []),
    ...(success.location ? (["Location"] as const) : []),
    ...(deprecation ? (["Deprecation", "Sunset"] as const) : []),
  ];
}

const failureHeaders: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ["WWW-Authenticate"],
  403: ["WWW-Authenticate"],
  405: ["Allow"],
  409: ["Retry-After"],
  412: ["ETag"],
  415: ["Accept-Encoding"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

/** The headers that responses with this failure add. */
export function headersOfFailure(code: FailureCode): readonly ResponseHeader[] {
  return failureHeaders[failures[code].status] ?? [];
}
