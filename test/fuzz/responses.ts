/* The responses that a service may send to any bytes: those that the document declares, and the runtime's own. */

import document from "../../api/openapi.json" with { type: "json" };
import { ErrorBody } from "../../src/contract/errors/error-body.ts";
import { failures } from "../../src/contract/errors/failures.ts";
import { operations } from "../../src/contract/index.ts";
import { parseJson } from "../../src/contract/json/json.ts";
import type { Operation } from "../../src/contract/operation.ts";
import type { RawResponse } from "../support/raw-http.ts";

/** The path of a target as it was sent. */
function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, "").replace(/\?.*$/s, "") || "/";
}

/** Paths beside the interface. */
const PAGES = /^\/(?:$|docs|v1\/openapi\.json$|metrics|healthz|readyz)/;

/** Whether the runtime refused a request that it could not parse: without an id and without a body. */
export function isRuntimes({ status, headers, body }: RawResponse): boolean {
  return !headers.has("x-request-id") && body === "" && [400, 413, 414, 417, 431, 505].includes(status);
}

/** What is wrong with a response to a request with this method and target; undefined when nothing is. */
export function faultOf({ status, headers, body }: RawResponse, method: string, target: string): string | undefined {
  if (!headers.has("x-request-id")) return "it has no id";
  if (status >= 500) return "the service failed";
  const path = pathOf(target);
  const isPage = PAGES.test(path) && status < 400;
  if (body === "") return status < 400 || method === "HEAD" ? undefined : "a failure without a body";
  const type = headers.get("content-type");
  if (!isPage && type !== "application/json") return `its type is ${type}`;
  if (isPage) return undefined;
  const text = Buffer.from(body, "latin1").toString();
  if (status >= 400) return errorFault(status, text, method, path);
  const operation = operationAt(method, path);
  if (operation === undefined) return "no operation is declared there";
  const { success } = operation;
  if (status !== success.status) return `${operation.id} declares ${success.status} for success`;
  const parsed = success.schema?.safeParse(parseJson(text));
  return parsed === undefined || parsed.success
    ? undefined
    : `its body is not what ${operation.id} declares: ${parsed.error.message}`;
}

function errorFault(status: number, text: string, method: string, path: string): string | undefined {
  const parsed = ErrorBody.safeParse(JSON.parse(text));
  if (!parsed.success) return `its body is not an Error: ${parsed.error.message}`;
  const { data } = parsed;
  const declared = Object.entries(failures).find(([code]) => code === data.code)?.[1].status;
  if (data.status !== status || declared !== status) return "its status and its code differ";
  return undeclared(status, method, path);
}

/** A fault if the published document does not declare this failure for the operation. */
function undeclared(status: number, method: string, path: string): string | undefined {
  const operation = operationAt(method, path);
  if (operation === undefined) return undefined;
  const paths: Record<string, Record<string, { readonly responses: object }>> = document.paths;
  const responses = paths[operation.path]?.[operation.method.toLowerCase()]?.responses ?? {};
  return String(status) in responses ? undefined : `${operation.id} does not declare ${status}`;
}

function operationAt(method: string, path: string): Operation | undefined {
  return operations.find(
    (operation) =>
      operation.method === (method === "HEAD" ? "GET" : method) &&
      new RegExp(`^/v1${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
}
