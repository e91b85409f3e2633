import type { Detail } from "../errors/errors.ts";
import { type FailureCode, failures } from "../errors/failures.ts";
import { importProblems } from "../imports/import-problems.ts";

/** A body as the service sends it for a failure. */
export function exampleBody(code: FailureCode): object {
  const { status, example: message } = failures[code];
  return { code, message, status, ...(detailOf[code] && { details: [{ ...detailOf[code], message }] }) };
}

/** The failures that have details, with the detail of their example. */
const detailOf: { readonly [Code in FailureCode]?: Omit<Detail, "message"> } = {
  validation_failed: { field: "categoryId", code: "missing" },
  invalid_parameter: { field: "limit", code: "invalid" },
  invalid_cursor: { field: "cursor", code: "invalid" },
};

const codes = Object.keys(failures) as FailureCode[];

/** The page of all error codes, in Markdown. */
export function errorReference(): string {
  return `# Error codes

Every response with a status of 400 or more has this body, in \`application/json\`:

| member | type | meaning |
| --- | --- | --- |
| \`code\` | string | The code of the error, from the table below. Codes do not change; later versions may add some |
| \`message\` | string | What went wrong, for a person. Messages may change |
| \`status\` | integer | The HTTP status |
| \`details\` | array | If single fields are invalid (status 400), or an item of a sale is refused: the \`field\`, a \`code\` (\`missing\`, \`invalid\` or \`unknown\`) and a \`message\` for each |

Programs should check \`code\`, and \`status\` if they do not know the code. Every response has an \`X-Request-Id\` header:
include it when you ask the operator for help. The HTTP server itself rejects malformed HTTP (400) and headers that are too
large (431). Those responses have no body and no request id.

| status | code | meaning |
| --- | --- | --- |
${codes.map(row).join("")}${codes.map(section).join("")}
## Problems of an import

The report of \`POST /imports\` has the problems of the file, each with one of these codes, and the \`column\` if one value is wrong:

| code | meaning |
| --- | --- |
${Object.entries(importProblems)
  .map(([code, meaning]) => `| \`${code}\` | ${meaning} |\n`)
  .join("")}`;
}

function row(code: FailureCode): string {
  const { status, description } = failures[code];
  return `| ${status} | [\`${code}\`](#${code}) | ${description} |\n`;
}

function section(code: FailureCode): string {
  const { status, description, cause, remedy } = failures[code];
  return `
## ${code}

${description}. HTTP status ${status}.

**Cause.** ${cause}

**Remedy.** ${remedy}

\`\`\`json
${JSON.stringify(exampleBody(code), null, 2)}
\`\`\`
`;
}
