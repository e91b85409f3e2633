/* The prose of the document. */
import { commonRequestHeaders, commonResponseHeaders, responseHeaders } from "../headers.ts";
import { roleNames } from "../keys/roles.ts";
import { ALL_SCOPES, type Operation } from "../operation.ts";
import { guideList } from "./document-guides.ts";

function headerTable(rows: readonly (readonly [name: string, meaning: string])[]): string {
  return `| header | meaning |\n| --- | --- |\n${rows.map(([name, meaning]) => `| \`${name}\` | ${meaning} |`).join("\n")}`;
}

const requestTable = headerTable(Object.entries(commonRequestHeaders));
const responseTable = headerTable(commonResponseHeaders.map((name) => [name, responseHeaders[name].description]));

/** The introduction of the reference, in Markdown. */
export const introduction = `List the pets of a shop or shelter, sort them into categories, track their stock and take orders. Follow every change in the
event feed, or receive it by webhook.

The guides explain more than this reference:

${guideList("")}
## Authentication

Send an API key with every request: \`Authorization: Bearer <API_KEY>\`. The operator of the service issues keys. A missing or
invalid key returns 401, and a valid key without the required scope returns 403.

## Lists and pages

A list is a JSON array in ascending order of id. If there are more items, the \`Link\` header has the URL of the next page:

\`\`\`http
GET /v1/pets?status=available&limit=2

200 OK
Link: <http://127.0.0.1:8080/v1/pets?status=available&limit=2&cursor=MS4y>; rel="next"

[{"id":1,"name":"Rex","categoryId":7,"status":"available"},{"id":2,"name":"Mia","categoryId":9,"status":"available"}]
\`\`\`

Follow the link without changing it, until a response has none. Cursors are opaque and belong to one list with one set of
filters.

## Integers

Integers with the format int64 are exact from -2^63 to 2^63-1. Many languages read JSON numbers as doubles, which are exact only
up to 2^53. Ids that SQLite assigns stay below that, unless the operator imported a larger one. Other integers, such as
\`categoryId\`, may be larger.

## Errors

Every response with a status of 400 or more has an \`Error\` body. Check its \`code\`. If you do not know the code, check \`status\`,
because later versions may add codes. [Error codes](/docs/errors) explains what causes each code, and how to fix it.

## Headers

Every request may have these headers. They are not listed with each operation:

${requestTable}

Responses of every operation may have these:

${responseTable}

## Retries

Reads are safe to repeat. To repeat a change safely, send an \`Idempotency-Key\`: for 24 hours, the same request with the same
key takes effect once and returns the same response. If a response has \`Retry-After\`, wait for that many seconds.

## Rate limits

Each API key has a limit of requests per second: by default 1000, with bursts of up to 2000. The \`RateLimit-Policy\` header has
the limit, and \`RateLimit\` has the rest of the quota. Requests beyond the limit return 429. A request that takes
longer than 1 ms before it waits for the disk or the database counts once for each millisecond.

## Unknown fields

Unknown members and query parameters are ignored. \`X-Ignored-Parameters\` lists the ignored parameters. With
\`Prefer: handling=strict\` they are errors. Operations that change stock or money always refuse unknown members.

## Stability and deprecation

\`/v1\` never breaks: later versions only add to it. Clients must ignore unknown members. Parts with \`x-stability: beta\` or
\`alpha\` may change with 90 days' notice, \`experimental\` parts with 30 days' notice. Their responses have an \`X-Stability\`
header. Responses of a deprecated operation have the headers \`Deprecation\` and \`Sunset\`, and a \`Link\` to the replacement. The
operation works for at least 12 months after its deprecation, and returns 410 after its sunset.`;

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
  return `An API key, sent as \`Authorization: Bearer <API_KEY>\`. The operator creates keys with \`petstore keys create\`. Keys with
the scope \`keys:manage\` create others with \`createKey\`. A key has scopes:

| scope | operations |
| --- | --- |
${rows.join("")}| \`${ALL_SCOPES}\` | All operations, including those of later versions |

A role is a name for a set of scopes: ${roleNames.map((role) => `\`${role}\``).join(", ")}. \`owner\` has \`${ALL_SCOPES}\`. \`staff\` has all scopes except
those to manage keys and webhooks, and that of calendars. \`counter\` can read everything else, place orders and change stock.
\`viewer\` can read that, too.

401 means that the key is missing, unknown, expired or revoked. 403 means that the key is valid but lacks the scope;
the \`WWW-Authenticate\` header names it.`;
}
