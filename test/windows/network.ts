/* What lies between the windows of one person and a service: a test sees requests, holds them back, loses them or their answers. */
import type { TestService } from "../support/harness.ts";
import { clocks } from "../support/program.ts";
import { Browser } from "./browser.ts";

export const ORIGIN = "http://shop.test";

/** How much time passes between two looks. */
const LOOK_MS = 20;

/** A request of a page. */
export class Sent {
  readonly #request: Request;
  readonly #body: string;

  constructor(request: Request, body: string) {
    this.#request = request;
    this.#body = body;
  }

  method(): string {
    return this.#request.method;
  }

  url(): string {
    return this.#request.url;
  }

  headers(): Record<string, string> {
    return Object.fromEntries(this.#request.headers);
  }

  postData(): string {
    return this.#body;
  }

  postDataJSON(): unknown {
    return JSON.parse(this.#body);
  }
}

/** What a test decides about a request. */
class Intercepted {
  readonly response: Promise<Response>;
  readonly #sent: Sent;
  readonly #send: () => Promise<Response>;
  readonly #answer = Promise.withResolvers<Response>();

  constructor(sent: Sent, send: () => Promise<Response>) {
    this.#sent = sent;
    this.#send = send;
    this.response = this.#answer.promise;
  }

  request(): Sent {
    return this.#sent;
  }

  async continue(): Promise<void> {
    this.#answer.resolve(this.#send());
    await this.response.catch(() => {});
  }

  /** The connection is lost. */
  async abort(): Promise<void> {
    this.#answer.reject(new TypeError("no connection"));
  }

  /** Sends it, and keeps the answer from the page. */
  fetch(): Promise<Response> {
    return this.#send();
  }

  /** Answers it. */
  async fulfill({ response, status = 200, json, body = null, headers = {} }: Answer): Promise<void> {
    const text = json === undefined ? body : JSON.stringify(json);
    const type = json === undefined ? {} : { "Content-Type": "application/json" };
    this.#answer.resolve(response ?? new Response(text, { status, headers: { ...type, ...headers } }));
  }
}

interface Answer {
  readonly response?: Response;
  readonly status?: number;
  readonly json?: unknown;
  readonly body?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Which addresses are meant. */
export type Address = string | RegExp | ((url: URL) => boolean);
/** What a test does with a request. */
export type Handle = (route: Intercepted) => unknown;

/** Whether an address is meant; in a text, `**` is anything and `*` anything without a slash. */
export function matches(address: Address, url: string): boolean {
  if (typeof address === "function") return address(new URL(url));
  if (address instanceof RegExp) return address.test(url);
  const pattern = RegExp.escape(address).replaceAll("\\*\\*", ".*").replaceAll("\\*", "[^/]*");
  return new RegExp(`^${pattern}$`).test(new URL(address.startsWith("/") ? new URL(url).pathname : url, ORIGIN).href);
}

const followed = new WeakSet<TestService>();

/** Publishes events from now on, as the program does. */
export function keepPublishing(service: TestService): void {
  followed.add(service);
}

/** What the windows of one person are opened with. */
export interface DeviceOptions {
  readonly locale?: string;
  readonly platform?: string;
  /** How the pets are shown; by default as a table, where a row has more to work with. */
  readonly layout?: "gallery" | "table";
}

/** The windows of one person at a service, and what lies between them. */
export class Device {
  readonly browser: Browser;
  readonly service: TestService;
  readonly routes: (readonly [Address, Handle])[] = [];
  /** What the windows have asked for, such as `GET /v1/pets?limit=50`. */
  readonly requests: string[] = [];
  readonly sent = new Set<(request: Sent) => void>();
  readonly answered = new Set<(request: Sent, response: Response) => void>();
  isOffline = false;
  #inFlight = 0;

  constructor(service: TestService, { locale = "en-GB", platform = "Linux", layout = "table" }: DeviceOptions) {
    this.service = service;
    this.browser = new Browser((request) => this.#serve(request), {}, { locale, platform });
    this.browser.now = service.now;
    clocks.add(this.#move);
    this.browser.device.set("petstore-pets-layout", layout);
  }

  async #serve(request: Request): Promise<Response> {
    const { origin, pathname, search } = new URL(request.url);
    if (origin !== ORIGIN) throw new Error(`a request to ${origin}`);
    this.requests.push(`${request.method} ${pathname}${search}`);
    const isText = request.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    const sent = new Sent(request, isText ? await request.clone().text() : "");
    for (const hear of this.sent) hear(sent);
    if (this.isOffline) throw new TypeError("no connection");
    const response = await this.#decide(sent, () => this.#send(request));
    for (const hear of this.answered) hear(sent, response);
    return response;
  }

  #decide(sent: Sent, send: () => Promise<Response>): Promise<Response> {
    const handle = this.routes.findLast(([address]) => matches(address, sent.url()))?.[1];
    if (handle === undefined) return send();
    const route = new Intercepted(sent, send);
    void (async () => handle(route))().catch(() => route.abort());
    return route.response;
  }

  async #send(request: Request): Promise<Response> {
    this.#inFlight += 1;
    try {
      const response = await this.service.fetch(request);
      const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream");
      // Time passes for the window once all of it has come.
      return isStream ? response : new Response(response.body && (await response.arrayBuffer()), response);
    } finally {
      this.#inFlight -= 1;
    }
  }

  /** Lets its clock move while a test waits for anything. */
  [Symbol.asyncDispose] = async () => {
    clocks.delete(this.#move);
  };

  readonly #move = () => this.advance();

  /** Lets time pass, but none while the service works. */
  async advance(): Promise<void> {
    if (followed.has(this.service)) await this.service.publish();
    await (this.#inFlight > 0 ? this.browser.settle() : this.browser.pass(LOOK_MS));
  }
}
