/* The reference: one page with all operations. Reading it needs no script. */
import { type FailureCode, failures } from "../../contract/errors/failures.ts";
import { operations } from "../../contract/index.ts";
import { guides } from "../../contract/openapi/document-guides.ts";
import { samples } from "../../contract/openapi/samples.ts";
import { yieldToEventLoop } from "../../core/concurrency/event-loop.ts";
import { type Markup, markup } from "../markup.ts";
import { operationOf, type Placed } from "./operation-section.ts";
import type { JsonSchema, OpenApi } from "./reference-document.ts";
import { membersOf, prose } from "./schemas.ts";

export interface ReferenceFiles {
  /** The path that prefixes URLs of the service: empty, or that of a proxy. */
  readonly base: string;
  readonly stylePath: string;
  readonly scriptPath: string;
}

/** The sections after the operations, by fragment. */
const LAST_SECTIONS = {
  "all-messages": "Webhook messages",
  "all-schemas": "Schemas",
  "all-errors": "Errors",
  "all-headers": "Headers",
};

/** Renders the page, yielding to the event loop between sections. */
export async function referencePage(
  document: OpenApi,
  { base, stylePath, scriptPath }: ReferenceFiles,
): Promise<string> {
  const url = document.servers[0].url;
  const byId = new Map(operations.map((operation) => [operation.id as string, operation]));
  const placed = placedIn(document.paths);
  const sections: Markup[] = [];
  for (const { name, description } of document.tags) {
    const here = placed.filter(({ operation }) => operation.tags.includes(name));
    const body = here.map((one) => {
      const declared = byId.get(one.operation.operationId);
      return operationOf(document, one, declared === undefined ? [] : samples(declared, url), base);
    });
    sections.push(markup`<section id="tag-${name}"><h2>${name}</h2>${paragraph(description, base)}${body}</section>`);
    await yieldToEventLoop();
  }
  const messages = placedIn(document.webhooks).map((one) => operationOf(document, one, [], base));
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Petstore API reference</title>
<link rel="icon" href="${base}/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath}">
<script defer src="${scriptPath}"></script>
</head>
<body class="reference" data-server="${base}/v1">
<nav aria-label="Reference">
<a href="${base}/docs" aria-current="page"><b>API reference</b></a>
<ul>${[...document.tags.map(({ name }) => [`tag-${name}`, name]), ...Object.entries(LAST_SECTIONS)].map(
    ([id, title]) => markup`<li><a href="#${id}">${title}</a>`,
  )}</ul>
<b>Guides</b>
<ul>${Object.entries(guides).map(([name, { title }]) => markup`<li><a href="${base}/docs/${name}"${name.endsWith("-de") && markup` lang="de" hreflang="de"`}>${title}</a>`)}</ul>
<a href="${base}/v1/openapi.json">OpenAPI document</a>
</nav>
<main>
<h1>${document.info.title}</h1>
<p>Base address: <code>${url}</code>
<div id="key"></div>
<details><summary><h2>Introduction</h2></summary><div>${prose(document.info.description.replaceAll(`](${base}/`, "](/"), base)}</div></details>
<details><summary><h2>Keys and scopes</h2></summary><div>${prose(document.components.securitySchemes.apiKey.description, base)}</div></details>
${sections}
${section("all-messages", messages)}
${section("all-schemas", await schemasOf(document, base))}
${section("all-errors", errors(base))}
${section("all-headers", headersOf(document, base))}
</main>
</body>
</html>
`.text;
}

function placedIn(paths: OpenApi["paths"]): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Wraps a one-line description in a paragraph. Longer ones have their own. */
function paragraph(description: string, base: string): Markup {
  const text = prose(description, base);
  return text.text.startsWith("<p>") ? text : markup`<p>${text}</p>`;
}

function section(id: keyof typeof LAST_SECTIONS, body: Markup | readonly Markup[]): Markup {
  return markup`<section id="${id}"><h2>${LAST_SECTIONS[id]}</h2>${body}</section>`;
}

async function schemasOf({ components }: OpenApi, base: string): Promise<readonly Markup[]> {
  const all: Markup[] = [];
  for (const [name, schema] of Object.entries(components.schemas)) {
    all.push(schemaOf(name, schema, base));
    if (all.length % 32 === 0) await yieldToEventLoop();
  }
  return all;
}

function schemaOf(name: string, schema: JsonSchema, base: string): Markup {
  const text = schema.description !== undefined && paragraph(schema.description, base);
  return markup`<details><summary><h3><code>${name}</code></h3></summary><div id="schema-${name}">${text}${membersOf(schema, base)}</div></details>
`;
}

function errors(base: string): Markup {
  const rows = (Object.keys(failures) as FailureCode[]).map((code) => {
    const { status, description, remedy } = failures[code];
    return markup`<dt id="error-${code}"><a href="${base}/docs/errors#${code}"><code>${code}</code></a> ${status}<dd>${prose(`${description}. ${remedy}`, base)}`;
  });
  return markup`<dl>${rows}</dl>`;
}

function headersOf({ components }: OpenApi, base: string): Markup {
  const rows = Object.entries(components.headers).map(
    ([name, { description }]) => markup`<dt id="header-${name}"><code>${name}</code><dd>${prose(description, base)}`,
  );
  return markup`<dl>${rows}</dl>`;
}
