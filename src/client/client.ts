import type * as z from "zod";
import type { Detail, FailureCode } from "../contract/errors.ts";
import { type Contract, contract, type OperationId } from "../contract/index.ts";
import { type Json, parseJson } from "../contract/json.ts";
import { fillPath, type Operation } from "../contract/operation.ts";
import { serializer } from "../contract/serializer.ts";

type Given<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;
type Named<Name extends string, Members> = keyof Members extends never
  ? unknown
  : Record<never, never> extends Members
    ? { readonly [N in Name]?: Members }
    : { readonly [N in Name]: Members };

/** What a call is given: path parameters, query parameters and the body, as the operation declares them. */
export type Call<O extends Operation> = Named<"params", Given<O["params"]>> &
  Named<"query", Given<O["query"]>> &
  Named<"body", Given<O["body"]>> & { readonly headers?: Readonly<Record<string, string>> };

/** The body of a failed call. */
export interface ErrorBody {
  readonly code: FailureCode;
  readonly message: string;
  readonly status: number;
  readonly details?: readonly Detail[];
}

/** The outcome of a call: the operation's body when `ok`, else the Error body. */
export type Outcome<O extends Operation> =
  | {
      readonly ok: true;
      readonly status: O["success"]["status"];
      readonly headers: Headers;
      readonly body: z.output<O["success"]["schema"]>;
    }
  | { readonly ok: false; readonly status: number; readonly headers: Headers; readonly body: ErrorBody };

type Arguments<O extends Operation> = Record<never, never> extends Call<O> ? [call?: Call<O>] : [call: Call<O>];

/** A function for each operation of the interface. */
export type Client = {
  readonly [Id in OperationId]: (...call: Arguments<Contract[Id]>) => Promise<Outcome<Contract[Id]>>;
};

/** How requests are sent: the global `fetch`, or an application without a socket. */
export type Send = (request: Request) => Promise<Response>;

export interface ClientOptions {
  readonly send?: Send;
  /** How often a call is sent at most, the first time included. */
  readonly attempts?: number;
}

/**
 * The typed client. `base` is the base address, ending in `/v1`. A call rejects only when no response arrived; a failure is an
 * outcome. Integers are exact: int64 is bigint.
 *
 * A call is sent again, after a pause, when the network failed or the service asks for it with Retry-After (429, 503, or
 * 409 for a request that is being worked on). That is safe for changes too: a POST or PATCH carries a new Idempotency-Key, and a second DELETE changes nothing.
 */
export function client(base: string, key: string | undefined, options: ClientOptions = {}): Client {
  const calls = Object.values(contract).map((operation) => [operation.id, caller(operation, base, key, options)]);
  return Object.fromEntries(calls) as Client;
}

interface AnyCall {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

function caller(operation: Operation, base: string, key: string | undefined, options: ClientOptions) {
  const render = operation.body && serializer(operation.body);
  return async ({ params = {}, query = {}, body, headers = {} }: AnyCall = {}) => {
    const url = `${base}${fillPath(operation.path, params)}${queryString(query)}`;
    const init: RequestInit = {
      method: operation.method,
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(render && { "Content-Type": "application/json" }),
        ...(operation.idempotencyKey && { "Idempotency-Key": crypto.randomUUID() }),
        ...headers,
      },
      ...(render && { body: render(body) }),
    };
    const response = await sendAgain(() => new Request(url, init), options);
    const { status, ok } = response;
    const text = await response.text();
    // 304 has no body.
    const json = text === "" ? undefined : parseJson(text);
    return {
      ok,
      status,
      headers: response.headers,
      body: ok ? operation.success.schema?.parse(json) : errorBody(json),
    };
  };
}

/** Between two attempts: this, doubled each time, in milliseconds; and at most as long as a person waits. */
const PAUSE_MS = 100;
const PAUSE_MAX_MS = 10_000;

async function sendAgain(request: () => Request, { send = fetch, attempts = 5 }: ClientOptions): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await send(request()).catch((error: unknown) => ({ error }));
    const isLast = attempt >= attempts;
    if ("error" in outcome) {
      if (isLast) throw outcome.error;
    } else if (isLast || !mayBeSentAgain(outcome)) {
      return outcome;
    }
    const asked = "error" in outcome ? 0 : Number(outcome.headers.get("Retry-After")) * 1000;
    // Random, so that those who were turned away together do not come back together.
    const pause = Math.max(asked, PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, PAUSE_MAX_MS)));
  }
}

function mayBeSentAgain({ status, headers }: Response): boolean {
  return (status === 409 || status === 429 || status === 503) && headers.has("Retry-After");
}

function queryString(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** The status of an Error body is a small integer: a number for the caller, as every HTTP status is. */
function errorBody(json: Json | undefined): unknown {
  return typeof json === "object" && json !== null && "status" in json
    ? { ...json, status: Number(json["status"]) }
    : json;
}
