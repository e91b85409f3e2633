/** A kind of failure, as the published document and docs/errors.md describe it. */
interface FailureDeclaration {
  readonly status: number;
  /** What happened, in one sentence. */
  readonly description: string;
  /** Why it happens. */
  readonly cause: string;
  /** What the client can do. */
  readonly remedy: string;
  /** A message that the service sends. */
  readonly example: string;
}

/** All failures (decision D5): each code has one status, and the body's `status` is the HTTP status. */
export const failures = {
  malformed_json: {
    status: 400,
    description: "The body is not valid JSON",
    cause: "The body is empty, is not JSON (RFC 8259) in UTF-8, repeats a member, or nests deeper than 32 levels.",
    remedy: "Correct the body at the position in the message.",
    example: "body: expected JSON (RFC 8259) in UTF-8; Quoted object key expected but got '}' at position 14",
  },
  validation_failed: {
    status: 400,
    description: "The body lacks required fields or has invalid values",
    cause:
      "At least one member is missing, has another type, or is out of range, or an operation that changes stock or money does not " +
      "know it. `details` lists each of them.",
    remedy: "Correct the members that `details` names. Numbers must not be in quotes.",
    example: "categoryId: expected an integer from -9223372036854775808 to 9223372036854775807; it is missing",
  },
  invalid_parameter: {
    status: 400,
    description: "A query parameter or a request header has an invalid value",
    cause: "A value is invalid or given twice. With `Prefer: handling=strict`, unknown parameters are invalid too.",
    remedy: "Correct the parameters that the message names.",
    example: 'limit: expected an integer from 1 to 100; got "0"',
  },
  invalid_image: {
    status: 400,
    description: "The file is not an image that can be read",
    cause:
      "It is not a JPEG, PNG, WebP or GIF, it is damaged or incomplete, it has more than 40 megapixels (a JPEG 64), or a side is " +
      "longer than 16384 pixels.",
    remedy: "Send the original file, or save it as JPEG, smaller if it is too large.",
    example: "The file is not an image: expected JPEG, PNG, WebP or GIF",
  },
  invalid_cursor: {
    status: 400,
    description: "The cursor does not belong to this list and these filters",
    cause: "The cursor was changed, or used with another list or other filters.",
    remedy: 'Follow the `Link` header with `rel="next"` without changing it, or start again without a cursor.',
    example:
      "cursor: expected a cursor from the Link header of this list with the same filters; got one that this service did not make",
  },
  unauthorized: {
    status: 401,
    description: "The API key is missing or invalid",
    cause: "There is no `Authorization: Bearer <API_KEY>` header, or the key is unknown, expired or revoked.",
    remedy: "Send a valid key in the `Authorization` header. The operator of the service issues keys.",
    example: "The API key is unknown, expired or revoked",
  },
  insufficient_scope: {
    status: 403,
    description: "The API key does not have the scope that the operation needs",
    cause:
      "The key is valid, but lacks the scope: `WWW-Authenticate` names it. Or it would grant another key more than it may do, or a " +
      "later end than its own.",
    remedy: "Use a key that has the scope. Retrying with the same key does not help.",
    example: "The API key needs the scope pets:write; it has pets:read, inventory:read",
  },
  not_found: {
    status: 404,
    description: "The resource does not exist",
    cause: "No resource has the id in the path, or the path is not part of the interface.",
    remedy: "Check the id and the path. The base URL and the path are case-sensitive.",
    example: "There is no pet with the id 404",
  },
  method_not_allowed: {
    status: 405,
    description: "The path does not support this method",
    cause: "The path exists, but not with this method.",
    remedy: "Use one of the methods in the `Allow` header.",
    example: "/pets supports GET, POST, HEAD, OPTIONS; got PUT",
  },
  not_acceptable: {
    status: 406,
    description: "The `Accept` header excludes the media type of the response",
    cause: "Responses are `application/json`; event streams are `text/event-stream`.",
    remedy: "Add the media type to `Accept`, or omit the header.",
    example: 'Accept: expected a list that includes application/json; got "text/html"',
  },
  request_timeout: {
    status: 408,
    description: "The body did not arrive in time",
    cause: "The connection is slow or was interrupted while the client sent the body.",
    remedy: "Retry. Send an `Idempotency-Key` with every POST and PATCH, so that a retry takes effect only once.",
    example: "The body did not arrive within 10 s",
  },
  conflict: {
    status: 409,
    description: "The request conflicts with the current state",
    cause: "The resource changed in the meantime, or a rule does not allow the change.",
    remedy: "Read the resource again, then decide.",
    example: 'The stock has changed: the entry is now {"petId":1,"quantity":3,"status":"available"}',
  },
  invalid_status_transition: {
    status: 409,
    description: "The pet cannot change from its current status to this one",
    cause: "A sold pet cannot become pending. Every other change of status is possible.",
    remedy: "Use one of the statuses in the message.",
    example: "status: a pet that is sold may become available; got pending",
  },
  insufficient_stock: {
    status: 409,
    description: "The stock is smaller than the requested quantity",
    cause: "Other orders or changes took the stock.",
    remedy: "Request a smaller quantity, or wait for new stock.",
    example: "Pet 1 has 3 in stock; cannot remove 5",
  },
  belongs_together: {
    status: 409,
    description: "The pet belongs together with others, which the order does not have",
    cause: "The profile of the pet names pets that should not be parted (`together`), and those are available.",
    remedy: "Order all of them in one sale, or send `apart: true` to part them.",
    example: 'Pet 1 belongs together with 2 (Tom): order them in one sale, or part them with "apart": true',
  },
  pet_not_available: {
    status: 409,
    description: "The pet cannot be ordered, because it is not available",
    cause: "Its status is `pending` or `sold`: somebody else ordered it, or staff changed its status.",
    remedy: "Order another pet, or wait until its status is `available` again.",
    example: "Pet 1 is sold; only available pets can be ordered",
  },
  request_in_progress: {
    status: 409,
    description: "A request with the same `Idempotency-Key` is in progress",
    cause: "The client repeated a request before the response to the first one was ready.",
    remedy: "Retry the same request after the number of seconds in `Retry-After` to get the response to the first one.",
    example: "A request with this Idempotency-Key is still in progress",
  },
  gone: {
    status: 410,
    description: "The resource or operation no longer exists",
    cause: "A deprecated operation was removed on its `Sunset` date, or an event is older than the service keeps.",
    remedy: "Use the replacement that the message names. Retrying does not help.",
    example:
      "getPet was removed on 2030-12-05: use GET /pets with the status filter, or with the ids filter for a pet whose id is known",
  },
  precondition_failed: {
    status: 412,
    description: "The resource no longer has the entity tag in `If-Match`",
    cause: "The resource changed after the client read it.",
    remedy: "Read the resource again, then decide. The new tag is in the `ETag` header.",
    example:
      'If-Match: expected "1wjsm7mmtwddp", the tag of the current state {"petId":1,"quantity":3,"status":"available"}; got "\\"a81b\\""',
  },
  payload_too_large: {
    status: 413,
    description: "The body is too large",
    cause: "A body may have at most 64 KiB, an import 10 MiB and 10,000 pets, a photo 20 MiB.",
    remedy: "Send a smaller body.",
    example: "The body may have at most 65536 bytes; this one has 70000 bytes",
  },
  uri_too_long: {
    status: 414,
    description: "The request target is too long",
    cause: "The path and query together may have at most 8192 characters.",
    remedy: "Send fewer ids or filters in one request.",
    example: "The request target may have at most 8192 characters; this one has 9001",
  },
  unsupported_media_type: {
    status: 415,
    description: "The body has an unsupported media type or encoding",
    cause: "`Content-Type` is missing or wrong, the text is not UTF-8, or the body is compressed.",
    remedy: "Send `Content-Type: application/json` and an uncompressed body.",
    example: 'Content-Type: expected application/json in UTF-8; got "text/plain"',
  },
  idempotency_key_reused: {
    status: 422,
    description: "The `Idempotency-Key` was used for another request",
    cause: "The key was used with another method, path or body in the last 24 hours.",
    remedy: "Generate a new key for each new request. Reuse a key only to repeat exactly the same request.",
    example: "Idempotency-Key: expected a new key for a new request; this one was used with another path or body",
  },
  rate_limited: {
    status: 429,
    description: "The API key exceeded its rate limit",
    cause:
      "The key sent more requests per second than `RateLimit-Policy` allows. A request that takes longer than 1 ms before it " +
      "waits for the disk or the database counts once for each millisecond.",
    remedy: "Wait for the number of seconds in `Retry-After`, then retry.",
    example:
      "Rate limit of 1000 requests per second exceeded; retry in 1 s. A request that takes longer than 1 ms before it " +
      "waits for the disk or the database counts once for each millisecond",
  },
  headers_too_large: {
    status: 431,
    description: "The request headers are too large",
    cause: "All headers together may have at most 16 KiB. The HTTP server rejects such requests without a body.",
    remedy: "Send fewer or shorter headers.",
    example: "The headers may have 16384 bytes; they have more",
  },
  internal_error: {
    status: 500,
    description: "The service failed",
    cause: "There was an error in the service. The log has its cause under the id in `X-Request-Id`.",
    remedy: "Report the request id to the operator. A retry with the same `Idempotency-Key` is safe.",
    example: "The service failed; its log has the cause under the request id 4Hx2bLq9",
  },
  service_unavailable: {
    status: 503,
    description: "The service is temporarily unable to handle the request",
    cause: "The service is overloaded or stopping, or its database does not respond.",
    remedy:
      "Wait for the number of seconds in `Retry-After`, then retry. If the message says that a change may or may not be stored, " +
      "check first or retry with the same `Idempotency-Key`.",
    example: "The database is not available now",
  },
} as const satisfies Record<string, FailureDeclaration>;

export type FailureCode = keyof typeof failures;
