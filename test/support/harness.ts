import { expect } from "bun:test";
import type { FailureCode } from "../../src/contract/errors/failures.ts";
import { ALL_SCOPES, type GrantedScope, scopes } from "../../src/contract/operation.ts";
import type { Pet, PetStatus } from "../../src/contract/pets/pets.ts";
import { type CreatedKey, storeKey } from "../../src/core/keys/key-rules.ts";
import type { NewStockChange, Repositories, Store } from "../../src/core/ports.ts";
import type { Application, Log } from "../../src/http/application.ts";
import { compose } from "../../src/service/compose.ts";
import { secrets } from "../../src/service/runtime.ts";
import { type Config, readConfig } from "../../src/service/settings/settings.ts";
import { openDatabase, type TestDatabase } from "./databases.ts";
import { type Client, client } from "./typed-client.ts";

/** A line of the service's log, as a test reads it. */
export interface LogLine {
  readonly level: "info" | "warn" | "error";
  readonly fields: Record<string, unknown>;
}

/** A client and its key. */
export interface Holder {
  readonly client: Client;
  readonly key: string;
  readonly id: string;
}

/** The outcome of a call by the typed client. */
interface Outcome {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** A service with its own store, used through its front door. */
export interface TestService {
  /** The address that absolute links start with. */
  readonly base: string;
  /** The port on 127.0.0.1 that it listens on. */
  readonly port: number;
  /** A client without a key. */
  readonly anonymous: Client;
  /** Has every read scope. */
  readonly reader: Client;
  /** Keeps the stock and takes orders. */
  readonly clerk: Client;
  /** Has every scope. */
  readonly admin: Client;
  /** The text of the admin's key. */
  readonly adminKey: string;
  /** The id of the admin's key. */
  readonly adminId: string;
  readonly store: Store;
  readonly databaseUrl: string;
  readonly log: readonly LogLine[];
  /** Requests in progress. */
  inFlight(): number;
  /** A client with exactly these scopes. */
  as(scopes: readonly GrantedScope[], expiresAt?: number): Promise<Holder>;
  /** A client with this key, or this invitation. */
  with(key: string | undefined): Client;
  /** Sends any request; a path is relative to the origin and the admin's key is added unless there is another. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request unchanged. */
  fetch(request: Request): Promise<Response>;
  /** Inserts this many pets with this status in one transaction. */
  stock(count: number, status?: PetStatus): Promise<void>;
  /** Gives committed changes their place in the feed and sends them to streams, as the service does by itself. */
  publish(): Promise<void>;
  /** Changes the database behind the service's back. */
  sql(statements: string): Promise<void>;
  /** The rows of a table. */
  rows(table: string): Promise<unknown[]>;
  /** The rows of the tables that the interface shows. */
  dump(): Promise<Record<string, unknown[]>>;
  /** The service's clock in epoch milliseconds. It moves only when it is set. */
  now: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Where the names in the URLs of webhooks lead. */
const PUBLIC_ADDRESS = "93.184.216.34";

/** Where absolute links lead. */
export const ORIGIN = "http://shop.test";

/** The settings of tests: few requests meet a limit. */
const SETTINGS: Config = {
  ...readConfig({}, {}),
  rateLimit: 0,
  maxInFlight: 100,
  maxStreams: 100,
  maxStreamsPerKey: 100,
  databaseConnections: 3,
  host: "127.0.0.1",
  port: 0,
  baseUrl: `${ORIGIN}/v1`,
  shutdownDelaySeconds: 0,
  shutdownTimeoutSeconds: 0,
};

/** The time of tests: noon UTC on the day of the release. */
export const NOON = Date.UTC(2026, 10, 21, 12);

/** The same, as the interface shows it. */
export const NOW = new Date(NOON).toISOString();

const READER = scopes.filter((scope) => scope.endsWith(":read"));
const CLERK = ["pets:read", "inventory:read", "inventory:write", "orders:read", "orders:write"] as const;

export const rex = { name: "Rex", categoryId: 7n, status: "available" } as const;

/** Stores a pet. */
export function addPet(store: Store, pet: Omit<Pet, "id"> = rex, quantity = 1): Promise<Pet> {
  return store.transaction(({ pets }) => pets.insert(pet, quantity, NOON), true);
}

/** A change of a pet's stock, to be stored. */
export function adjustment(petId: bigint, delta: number): NewStockChange {
  return { petId, delta, reason: "adjustment", at: NOON };
}

/**
 * Fills an empty feed up to a position. The first and the last event are `pet.deleted`, all others `pet.created`; one position in the
 * middle has none.
 */
export function fillFeed({ sql }: TestService, last: number, without: number): Promise<void> {
  return sql(`
    insert into events (position, at, type, data)
    with recursive positions (position) as (
      select 1 union all select position + 1 from positions where position < ${last}
    )
    select position, ${NOON}, case when position in (1, ${last}) then 'pet.deleted' else 'pet.created' end,
      '{"id":1,"name":"Rex","categoryId":7,"status":"available"}'
    from positions where position <> ${without};
    update event_head set last_position = ${last}`);
}

/** Keeps a transaction open after some work, on a server, until the function that it returns is called. */
export async function hold(store: Store, work: (repositories: Repositories) => unknown) {
  const began = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const held = store.transaction(async (repositories) => {
    await work(repositories);
    began.resolve();
    await over.promise;
  });
  await Promise.race([began.promise, held]);
  return async () => {
    over.resolve();
    await held;
  };
}

/** Makes the transactions of a service wait until the function that it returns is called. */
export function holdTransactions({ store }: TestService): () => void {
  const { transaction } = store;
  const released = Promise.withResolvers<void>();
  const held: Store["transaction"] = async (work) => {
    await released.promise;
    return transaction(work);
  };
  Object.assign(store, { transaction: held });
  return released.resolve;
}

/** A response whose body is read. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends a body as it is, which the typed client need not accept. */
export async function sendJson(
  service: TestService,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Received> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method, headers: { "Content-Type": "application/json", ...headers }, body: text };
  const response = await service.send(path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** The tag of what is at a path. */
export async function tagOf(service: TestService, path: string): Promise<string> {
  return (await service.send(path)).headers.get("ETag") ?? "";
}

/** What a refused request gets. */
export function refusal(status: number, code: FailureCode, message: string | RegExp = "") {
  return { status, body: { code, message: expect.stringMatching(message) } };
}

/** Checks that a call is refused and changes nothing. */
export async function expectRefused(
  service: TestService,
  call: () => Promise<Pick<Received, "status" | "body">>,
  refused: ReturnType<typeof refusal>,
): Promise<void> {
  const before = await service.dump();
  expect(await call()).toMatchObject(refused);
  expect(await service.dump()).toEqual(before);
}

/** The body of a call that must succeed. */
export async function bodyOf<Result extends Outcome>(
  call: Promise<Result>,
): Promise<Extract<Result, { readonly ok: true }>["body"]> {
  const { ok, status, body } = await call;
  if (!ok) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as Extract<Result, { readonly ok: true }>["body"];
}

/** The events so far, 20 at most. */
export async function eventsOf(service: TestService, query: Parameters<Client["listEvents"]>[0] = {}) {
  await service.publish();
  return bodyOf(service.admin.listEvents(query));
}

/** The clients of a service. */
export type Role = "anonymous" | "reader" | "clerk" | "admin";

/**
 * Opens a service, by default on a new store of the test's engine. `await using service = await openService()` closes it, and
 * keeps a database that was given.
 */
export async function openService(
  changes: Partial<Application> = {},
  given?: TestDatabase,
  settings: Partial<Config> = {},
): Promise<TestService> {
  const database = given ?? (await openDatabase());
  const log: LogLine[] = [];
  let requests = 0;
  const surroundings = {
    log: recorder(log),
    clock: () => service.now,
    newId: () => `request-${++requests}`,
    instance: "test",
    resolve: async () => [PUBLIC_ADDRESS],
    end(reason: unknown) {
      throw reason;
    },
  } as const;
  const config = { ...SETTINGS, ...settings, databaseUrl: database.url };
  const { store, tail, server } = await compose(config, surroundings, { stopwatch: () => 0, followMs: 0, ...changes });
  const base = changes.baseUrl ?? config.baseUrl;

  /** Sends a request on a socket and returns the response as it is on the wire. */
  function arrive(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const sent = new Request(`http://127.0.0.1:${server.port}${pathname}${search}`, request);
    return fetch(sent, { redirect: "manual", decompress: false });
  }

  const once = { fetch: (url: string, init: RequestInit) => arrive(new Request(url, init)), maxRetries: 0 };

  const clientWith = (key: string | undefined) => client(base, key, once);

  /** Clients with these scopes each. */
  async function clientsWith(granted: readonly (readonly GrantedScope[])[], expiresAt?: number) {
    const created = await store.transaction(async ({ keys }) => {
      const made: CreatedKey[] = [];
      for (const scopes of granted) {
        const request = { name: scopes.join(" ") || "nothing", scopes, expiresAt };
        made.push(await storeKey(keys, request, { environment: "production", now: NOON, secrets }));
      }
      return made;
    });
    return created.map(({ text, key }) => ({ client: clientWith(text), key: text, id: key.id }));
  }

  const [admin, clerk, reader] = (await clientsWith([[ALL_SCOPES], CLERK, READER])) as [Holder, Holder, Holder];
  const service: TestService = {
    base,
    port: server.port,
    anonymous: clientWith(undefined),
    reader: reader.client,
    clerk: clerk.client,
    admin: admin.client,
    adminKey: admin.key,
    adminId: admin.id,
    store,
    databaseUrl: database.url,
    log,
    inFlight: server.pendingRequests,
    with: clientWith,
    as: async (scopes, expiresAt) => (await clientsWith([scopes], expiresAt))[0] as Holder,
    send(path, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has("Authorization")) headers.set("Authorization", `Bearer ${admin.key}`);
      return arrive(new Request(`${ORIGIN}${path}`, { ...init, headers }));
    },
    fetch: arrive,
    async stock(count, status = "available") {
      await store.transaction(({ pets }) => {
        const pet = (index: number) => ({ name: `Pet ${index + 1}`, categoryId: 7n, status });
        return Promise.all(Array.from({ length: count }, (_, index) => pets.insert(pet(index), 1, NOON)));
      });
    },
    async publish() {
      await store.publishEvents();
      await tail.poll();
    },
    sql: database.sql,
    rows: database.rows,
    dump: database.dump,
    now: NOON,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await store.close();
      if (given === undefined) await database[Symbol.asyncDispose]();
    },
  };
  return service;
}

function recorder(lines: LogLine[]): Log {
  const record = (level: LogLine["level"]) => (fields: object) => {
    lines.push({ level, fields: fields as Record<string, unknown> });
  };
  // As by default.
  return {
    isLevelEnabled: (level) => level === "info",
    line: (members) => record("info")(JSON.parse(`{${members}}`) as object),
    info: record("info"),
    warn: record("warn"),
    error: record("error"),
  };
}

/** Opens a service with one pet, whose id is 1. */
export async function openWithPet(
  pet: Omit<Pet, "id"> = rex,
  quantity = 1,
  settings: Partial<Config> = {},
): Promise<TestService> {
  const service = await openService({}, undefined, settings);
  await addPet(service.store, pet, quantity);
  return service;
}
