/* The shop that simulated windows talk to: a feed of events, keys, and whatever else a test responds with. */

import { toJson } from "../../src/client/client-json.ts";
import type { Event } from "../../src/client/index.ts";
import { NOW } from "../support/harness.ts";
import type { Serve } from "./browser.ts";

interface Stream {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly key: string;
}

const encoder = new TextEncoder();

/** A key, by its text. */
interface Key {
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly string[];
}

/** A shop. */
export class Shop {
  readonly events: Event[] = [];
  /** The keys that work, by their text. */
  readonly keys = new Map<string, Key>();
  /** The requests so far, such as `GET /v1/pets`. */
  readonly requests: string[] = [];
  /** Events at or before this place are no longer kept. */
  purgedTo = 0;
  isReachable = true;
  /** Responds to what is neither the feed nor a key. */
  respond: (request: Request) => unknown = () => [];
  /** What every response but that about a key waits for. */
  hold: Promise<unknown> = Promise.resolve();
  readonly #streams = new Set<Stream>();

  /** Adds a key that may do everything. */
  admit(apiKey: string, scopes: readonly string[] = ["*"]): string {
    this.keys.set(apiKey, { name: apiKey, hint: apiKey.slice(-4), scopes });
    return apiKey;
  }

  /** Ends a key, with its streams. */
  revoke(apiKey: string): void {
    this.keys.delete(apiKey);
    this.cut((stream) => stream.key === apiKey);
  }

  /** Ends streams, as a service does that stops. */
  cut(isOver: (stream: Stream) => boolean = () => true): void {
    for (const stream of [...this.#streams].filter(isOver)) {
      this.#streams.delete(stream);
      stream.controller.close();
    }
  }

  /** Lets something happen: a pet gets a new name. */
  happen(facts: Partial<Event> = {}): Event {
    const number = this.events.length + 1;
    const pet = { id: 1n, name: `Rex ${number}`, categoryId: 7n, status: "available" } as const;
    const previous = { name: `Rex ${number - 1}` };
    const event = { id: `evt_${number}`, type: "pet.updated", at: NOW, data: pet, previous, ...facts } as Event;
    this.events.push(event);
    for (const { controller } of this.#streams) controller.enqueue(blockOf(event));
    return event;
  }

  /** Sends the comment by which a window knows that a silent stream is still there. */
  keepAlive(): void {
    for (const { controller } of this.#streams) controller.enqueue(encoder.encode(":\n\n"));
  }

  /** The windows that read the stream. */
  get streams(): number {
    return this.#streams.size;
  }

  readonly serve: Serve = async (request) => {
    const { pathname } = new URL(request.url);
    this.requests.push(`${request.method} ${pathname}`);
    if (!this.isReachable) throw new TypeError("no connection");
    const apiKey = request.headers.get("Authorization")?.slice("Bearer ".length) ?? "";
    const key = this.keys.get(apiKey);
    if (pathname === "/console") return new Response(null, { headers: { ETag: this.version } });
    if (key === undefined) return refusal(401, "unauthorized");
    if (pathname === "/v1/key") return json({ ...key, environment: "live" });
    await this.hold;
    if (pathname === "/v1/events/stream") return this.#stream(request, apiKey);
    if (pathname === "/v1/events") return this.#list(request);
    const body = await this.respond(request);
    return body instanceof Response ? body : json(body);
  };

  /** The console that the service has. */
  version = '"1"';

  #list(request: Request): Response {
    const query = new URL(request.url).searchParams;
    const limit = Number(query.get("limit") ?? 20);
    if (query.get("order") === "desc") return json(this.events.slice(this.purgedTo).toReversed().slice(0, limit));
    const from = this.#placeOf(query.get("after"));
    if (from === undefined) return refusal(410, "gone");
    const items = this.events.slice(from, from + limit);
    const next = items.at(-1)?.id ?? query.get("after") ?? "evt_0";
    return json(items, { Link: `<${request.url.split("?")[0]}?after=${next}>; rel="next"` });
  }

  #stream(request: Request, key: string): Response {
    const after = request.headers.get("Last-Event-ID") ?? new URL(request.url).searchParams.get("after");
    const from = this.#placeOf(after);
    if (from === undefined) return refusal(410, "gone");
    let opened: Stream | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        opened = { controller, key };
        this.#streams.add(opened);
        for (const event of this.events.slice(from)) controller.enqueue(blockOf(event));
      },
      cancel: () => {
        if (opened !== undefined) this.#streams.delete(opened);
      },
    });
    request.signal.addEventListener("abort", () => this.cut((stream) => stream === opened));
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  }

  /** How many events are up to one; undefined if those after it are no longer kept. */
  #placeOf(id: string | null): number | undefined {
    const place = id === null ? this.purgedTo : Number(id.slice("evt_".length));
    return place < this.purgedTo ? undefined : place;
  }
}

function blockOf(event: Event): Uint8Array {
  return encoder.encode(`id: ${event.id}\ndata: ${toJson(event)}\n\n`);
}

/** A response with a value. */
export function json(value: unknown, headers: Record<string, string> = {}): Response {
  return new Response(toJson(value), { headers: { "Content-Type": "application/json", ...headers } });
}

/** A refusal. */
export function refusal(status: number, code: string): Response {
  return new Response(JSON.stringify({ code, message: code }), {
    status,
    headers: { "Content-Type": "application/json" },
  });
}
