/* Builds the URL, headers and body of a request. */
import { toJson, toText } from "./client-json.ts";
import type { ConditionalOptions } from "./options.ts";
import type { UploadFile } from "./upload.ts";

/** What the client needs to know of an operation. */
export interface Operation {
  /** The HTTP method. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the base URL; `{name}` is a path parameter. */
  readonly path: string;
  /** The default media type of a body that is not JSON. */
  readonly file?: string;
  /** For paged lists: the query parameter of the cursor. */
  readonly page?: string;
  /** For paged lists: the maximum page size. */
  readonly limit?: number;
  /** Whether a successful response has no body. */
  readonly empty?: true;
  /** Whether a successful response is a text. */
  readonly text?: true;
  /** Whether responses to a repeated Idempotency-Key omit personal members. */
  readonly partial?: true;
}

/** Whether operations with this method take an Idempotency-Key: those that could take effect twice. */
export function takesKey(method: Operation["method"]): boolean {
  return method === "POST" || method === "PATCH";
}

/** The parameters and the body of a request. */
export interface Input {
  /** The path parameters. */
  readonly params?: object;
  /** The query parameters. */
  readonly query?: object;
  /** The body. */
  readonly body?: unknown;
  /** A body that is not JSON. */
  readonly file?: UploadFile | undefined;
}

/** The target of requests, and the key. */
export interface Place {
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string;
  /** The API key. */
  readonly apiKey: string | undefined;
  /** The `X-Position` of the last change, which reads must include. */
  readonly position?: string | undefined;
}

/** The URL and the `fetch` options of a request. */
export function requestOf(
  { baseUrl, apiKey, position }: Place,
  { method, path, file: fileType }: Operation,
  input: Input,
  options: ConditionalOptions,
): [string, RequestInit] {
  const { params = {}, query = {}, body, file } = input;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(params, name));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, toText(value, name)])).toString();
  const headers = {
    ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(file !== undefined && fileType && { "Content-Type": (file instanceof Blob && file.type) || fileType }),
    ...(options.idempotencyKey && { "Idempotency-Key": options.idempotencyKey }),
    ...(options.ifMatch !== undefined && { "If-Match": options.ifMatch }),
    ...(position !== undefined && method === "GET" && { "X-Position": position }),
    ...options.headers,
  };
  const url = `${baseUrl}${filled}${search && `?${search}`}`;
  // `fetch` follows a redirected POST with a GET, whose response would look like success.
  const init: RequestInit = { method, headers, redirect: "error" };
  const sent = file ?? (body === undefined ? undefined : (toJson(body) ?? null));
  return [url, sent === undefined ? init : { ...init, body: sent as BodyInit | null }];
}

function pathSegment(params: object, name: string): string {
  const text = toText(params[name as keyof typeof params], name);
  // `/pets/` is not the URL of a pet.
  if (text === "" || text === "undefined") throw new TypeError(`${name} is missing`);
  // Neither is `/pets/..`, which URLs resolve.
  if (/^\.\.?$/.test(text)) throw new TypeError(`${name}: expected an id; got ${text}`);
  return encodeURIComponent(text);
}

/** Pages without TLS have no `randomUUID`. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Makes a file repeatable, which a stream is not. Not as a Blob: engines give those a media type of their own. */
export async function repeatable(
  file: UploadFile | undefined,
): Promise<Exclude<UploadFile, AsyncIterable<unknown>> | undefined> {
  if (typeof file !== "object" || file instanceof Blob || file instanceof ArrayBuffer || ArrayBuffer.isView(file))
    return file;
  if (file instanceof ReadableStream) return new Response(file).arrayBuffer();
  const parts: (Uint8Array<ArrayBuffer> | string)[] = [];
  for await (const part of file) parts.push(part as Uint8Array<ArrayBuffer> | string);
  return new Blob(parts).arrayBuffer();
}
