/* The prose of the document. */
import { commonRequestHeaders, commonResponseHeaders, responseHeaders } from "../headers.ts";
import { ALL_SCOPES, type Operation } from "../operation.ts";
import { roleNames } from "../roles.ts";
import { guideList } from "./guides.ts";

/** A table of headers and their meanings. */
function headerTable(rows: readonly (readonly [name: string, meaning: string])[]): string {
  return `| header | meaning |\n| --- | --- |\n${rows.map(([name, meaning]) => `| \`${name}\` | ${meaning} |`).join("\n")}`;
}

const requestTable = headerTable(Object.entries(commonRequestHeaders));
const responseTable = headerTable(commonResponseHeaders.map((name) => [name, responseHeaders[name].description]));

/** The introduction of the reference, in Markdown. */
export const introduction = `Publish the pets of a shop or shelter and sort them into categories, keep their stock and take orders. Follow every change in
the event feed, or have it sent to webhooks.

The guides say more than this reference:

${guideList("")}
## Authentication

Send an API key with every request: \`Authorization: Bearer <API_KEY>\`. The operator of the service issues keys. A missing or
invalid key returns 401, and a valid key without the required scope returns 403.

## Lists and pages

A list is a JSON array in ascending order of id. If there are more items, the \`Link\` header has the address of the next page:

\`\`\`http
GET /v1/pets?status=available&limit=2

200 OK
Link: <http://127.0.0.1:8080/v1/pets?status=available&limit=2&cursor=MS4y>; rel="next"

[{"id":1,"name":"Rex","categoryId":7,"status":"available"},{"id":2,"name":"Mia","categoryId":9,"status":"available"}]
\`\`\`

Follow the link as it is, until a response has none. Cursors are opaque and belong to one list with one set of filters.

## Integers

Integers with the format int64 are exact from -2^63 to 2^63-1. Many languages read JSON numbers as doubles, which are exact only
up to 2^53. Ids that an embedded database assigns stay below that, unless the
operator imported a larger one. Others, such as \`categoryId\`, may not.

## Errors

Every response with a status of 400 or more has an \`Error\` body. Decide by its \`code\`, and by \`status\` for a code that you do
not know: later versions may add codes. The page of [error codes](/docs/errors) lists the cause and the remedy
of each.

## Headers

Every request may have these headers. They are not listed with each operation:

${requestTable}

Responses of every operation may have these:

${responseTable}

## Retries

Reads are safe to repeat. To repeat a change safely, send an \`Idempotency-Key\`: within 24 hours, the same request with the same
key takes effect once and gets the same response. If a response has \`Retry-After\`, wait for that many seconds.

## Rate limits

Each API key has a limit of requests per second, by default 1000 with bursts of up to 2000. The \`RateLimit-Policy\` header
has the limit, and \`RateLimit\` what is left of it. A request beyond the limit returns 429.

## Unknown fields

Unknown members and query parameters are ignored, and \`X-Ignored-Parameters\` names such parameters. With
\`Prefer: handling=strict\` they are errors.

## Stability and deprecation

\`/v1\` never breaks: later versions only add. Clients must ignore members that they do not know. Parts with
\`x-stability: beta\` or \`alpha\` may change with 90 days' notice, and \`experimental\` parts with 30 days' notice; their responses
have an \`X-Stability\` header. A deprecated operation has the headers \`Deprecation\` and \`Sunset\`, and a \`Link\` to its
replacement. It works for at least 12 months after its deprecation, and returns 410 after its sunset.`;

/** The description of the security scheme: the scopes, and what each of them allows. */
export function authenticationGuide(operations: readonly Operation[]): string {
  const byScope = Map.groupBy(
    operations.filter(({ credential }) => credential === undefined),
    ({ scope }) => scope,
  );
  const rows = [...byScope].map(([scope, allowed]) => {
    const ids = allowed.map(({ id }) => `\`${id}\``).join(", ");
    return `| ${scope ? `\`${scope}\`` : "none"} | ${ids} |\n`;
  });
  return `An API key, sent as \`Authorization: Bearer <API_KEY>\`. The operator issues keys with \`petstore keys create\`, and whoever
has \`keys:manage\` with \`createKey\`. A key has scopes:

| scope | operations |
| --- | --- |
${rows.join("")}| \`${ALL_SCOPES}\` | All operations, including those of later versions |

A role is a name for a set of scopes, given instead of them: ${roleNames.map((role) => `\`${role}\``).join(", ")}. \`owner\` is
\`${ALL_SCOPES}\`, \`staff\` all but managing keys and webhooks, \`counter\` every read, orders and stock, and \`viewer\` every read.

401 means that the key is missing, unknown, expired or revoked. 403 means that the key is valid but lacks the scope;
the \`WWW-Authenticate\` header names it.`;
}
