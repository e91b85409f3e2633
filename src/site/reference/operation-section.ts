/* One operation on the reference page. */
import type { Sample } from "../../contract/openapi/samples.ts";
import { type Markup, markup } from "../markup.ts";
import {
  type DocumentedOperation,
  type DocumentedResponse,
  nameOf,
  type OpenApi,
  type Parameter,
  type Reference,
  resolved,
} from "./reference-document.ts";
import { membersOf, prose, row, typeOf } from "./schemas.ts";

/** An operation and its path and method. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

const PLACES = { path: "Path", query: "Query", header: "Headers" } as const;

/** The section of an operation, collapsed at first. */
export function operationOf(document: OpenApi, placed: Placed, samples: readonly Sample[], base: string): Markup {
  const { method, path, operation } = placed;
  const { operationId: id, summary, description, deprecated, requestBody } = operation;
  const stability = operation["x-stability"];
  const parameters = operation.parameters.map((parameter) => resolved<Parameter>(document, parameter));
  const types = Object.keys(requestBody?.content ?? {});
  const credential = operation.security.some((one) => "invitation" in one) ? "invitation" : "key";
  return markup`<details class="op" data-method="${method}" data-path="${path}" data-types="${types.join(" ")}" data-credential="${credential}">
<summary><h3><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code> ${summary}</h3>${deprecated === true && markup` <i>deprecated</i>`}${stability !== undefined && markup` <i>${stability}</i>`}</summary>
<div id="${id}"><div>
<p><code>${id}</code>
${prose(description, base)}
${Object.entries(PLACES).map(([place, title]) => parametersIn(place, title, parameters, base))}
${requestBody !== undefined && bodyOf(document, requestBody.content, base)}
${Object.entries(operation.responses).map(([status, response]) => successOf(document, status, response))}
${errorsOf(document, operation)}
</div><div>${samplesOf(id, samples)}</div></div>
</details>
`;
}

function parametersIn(place: string, title: string, all: readonly Parameter[], base: string): Markup {
  const here = all.filter((parameter) => parameter.in === place);
  if (here.length === 0) return markup``;
  return markup`<h4>${title}</h4><dl>${here.map((parameter) => {
    const { name, schema, required = false, description, example } = parameter;
    const sample = example !== undefined && markup` data-example="${String(example)}"`;
    return row(name, schema, required, prose(description, base), markup` data-in="${place}"${sample}`);
  })}</dl>`;
}

/** The example of a media type as text. */
function exampleOf(content: { readonly example?: unknown }): string | undefined {
  const { example } = content;
  return typeof example === "string" || example === undefined ? example : JSON.stringify(example, null, 2);
}

function bodyOf(
  document: OpenApi,
  content: NonNullable<DocumentedOperation["requestBody"]>["content"],
  base: string,
): Markup {
  const types = Object.keys(content);
  const [first] = Object.values(content);
  if (first === undefined) return markup``;
  const { schema } = first;
  const named =
    schema.$ref === undefined
      ? undefined
      : markup` <a href="#schema-${nameOf({ $ref: schema.$ref })}">${nameOf({ $ref: schema.$ref })}</a>`;
  const examples = Object.values(content).map(exampleOf);
  const example = examples.find((text) => text !== undefined);
  return markup`<h4>Body${named}</h4><p>${types.map((type, index) => markup`${index > 0 && " or "}<code>${type}</code>`)}
${membersOf(resolved(document, schema), base)}${example !== undefined && markup`<pre tabindex="0" class="body">${example}</pre>`}`;
}

/** A successful response. */
function successOf(document: OpenApi, status: string, given: DocumentedResponse | Reference): Markup {
  if (Number(status) >= 400) return markup``;
  const response = resolved<DocumentedResponse>(document, given);
  const { description, headers = {}, content = {} } = response;
  const names = Object.keys(headers);
  return markup`<h4>${status} ${description}</h4>${Object.entries(content).map(([type, one]) => {
    const data = one.schema["x-event-data"];
    const example = exampleOf(one);
    return markup`<p><code>${type}</code> ${data === undefined ? typeOf(one.schema) : markup`events, each ${typeOf(data)}`}${
      example !== undefined && markup`<pre tabindex="0">${example}</pre>`
    }`;
  })}${names.length > 0 && markup`<p>Headers: ${names.map((name, index) => markup`${index > 0 && ", "}<a href="#header-${name}">${name}</a>`)}`}`;
}

function errorsOf(document: OpenApi, { responses }: DocumentedOperation): Markup {
  const failed = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  if (failed.length === 0) return markup``;
  return markup`<h4>Errors</h4><p>${failed.map(([status, response], index) => {
    const { content = {} } = resolved<DocumentedResponse>(document, response);
    const codes = Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
    return markup`${index > 0 && ", "}${status} ${codes.map((code) => markup`<a href="#error-${code}">${code}</a> `)}`;
  })}`;
}

/** The code samples; one is shown at a time. */
function samplesOf(id: string, samples: readonly Sample[]): readonly Markup[] {
  return samples.map(
    ({ label, source }, index) =>
      markup`<details name="${id}"${index === 0 && markup` open`}><summary>${label}</summary><pre tabindex="0">${source}</pre></details>`,
  );
}
