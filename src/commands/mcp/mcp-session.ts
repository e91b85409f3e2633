/* An assistant's session: translates between the Model Context Protocol and the API. */
import { type CallToolResult, Server } from "@modelcontextprotocol/server";
import manifest from "../../../package.json" with { type: "json" };
import { Engine } from "../../client/client-engine.ts";
import { toJson } from "../../client/exact-json.ts";
import { nextCursor } from "../../client/list.ts";
import { operations as requests } from "../../client/operations.gen.ts";
import type { Operation } from "../../contract/operation.ts";

/** Loaded on demand: the contract takes as long to load as everything else. */
const loadTools = () => import("./tools.ts");

/** The service, the key, and whether changes are allowed. */
export interface SessionOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly write: boolean;
}

/** Refuse misspelled arguments: ignoring them would change what the call does. */
const STRICT = { Prefer: "handling=strict" };

type Arguments = Readonly<Record<string, unknown>>;

/** Creates a session's server. The scopes of its key are read when the tools are listed; the service checks them at every call. */
export function createSession({ baseUrl, apiKey, write }: SessionOptions): Server {
  const engine = new Engine({ baseUrl, apiKey });
  const server = new Server({ name: manifest.name, version: manifest.version }, { capabilities: { tools: {} } });

  async function callable(): Promise<readonly Operation[]> {
    const { allowedOperations } = await loadTools();
    const key = await engine.call<{ readonly scopes: readonly string[] }>(requests.getKey, {}, {});
    return allowedOperations({ scopes: key.scopes, write });
  }

  server.setRequestHandler("tools/list", async () => {
    const { toolOf } = await loadTools();
    return { tools: (await callable()).map(toolOf) };
  });

  server.setRequestHandler("tools/call", async ({ params: { name, arguments: given = {} } }) => {
    const { allowedOperations } = await loadTools();
    const operation = allowedOperations({ scopes: ["*"], write }).find(({ id }) => id === name);
    if (operation === undefined) return refusal(`There is no tool ${name}${write ? "" : " without --write"}`);
    try {
      return await callOperation(engine, operation, given);
    } catch (error) {
      return refusal(reasonOf(error));
    }
  });
  return server;
}

async function callOperation(engine: Engine, operation: Operation, given: Arguments): Promise<CallToolResult> {
  const { params, body: bodyOf, file: fileOf, success } = operation;
  const request = requests[operation.id as keyof typeof requests];
  const inPath = Object.keys(params?.shape ?? {});
  const named = [...inPath, ...(bodyOf ? ["body"] : []), ...(fileOf ? ["content"] : [])];
  const { body: givenBody = {}, content } = given;
  const input = {
    params: pick(given, (name) => inPath.includes(name)),
    // Includes unknown arguments: the service refuses them and names the known ones.
    query: pick(given, (name) => !named.includes(name)),
    ...(bodyOf && { body: givenBody }),
    ...(fileOf && { file: await bytesOf(content, fileOf.types) }),
  };
  const { ok, headers, body } = await engine.exchange(request, input, { headers: STRICT });
  const text = body === undefined ? "done" : toJson(body as object);
  const next = ok && success.paged ? nextCursor(headers, success.pageParameter ?? "cursor") : undefined;
  const more =
    next === undefined ? [] : [textOf(`More follow: call again with ${success.pageParameter ?? "cursor"} ${next}`)];
  return { content: [textOf(text), ...more], isError: !ok };
}

function pick(given: Arguments, isWanted: (name: string) => boolean): Arguments {
  return Object.fromEntries(Object.entries(given).filter(([name]) => isWanted(name)));
}

async function bytesOf(file: unknown, types: readonly string[]): Promise<Blob> {
  if (typeof file !== "string") throw new TypeError(`content: expected a string; got ${typeof file}`);
  const { isText } = await loadTools();
  return new Blob([isText(types) ? file : fromBase64(file)], { type: types[0] ?? "" });
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    throw new TypeError("content: expected the file in base64");
  }
}

/** Why a call was not sent or got no response. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError)
    return error.message.replace(/: pass a bigint.*/, ": an assistant's numbers are exact up to 2^53");
  return error instanceof Error ? error.message : String(error);
}

function refusal(message: string): CallToolResult {
  return { content: [textOf(message)], isError: true };
}

function textOf(text: string) {
  return { type: "text" as const, text };
}
