/* What every operation of a kind does alike: repeated requests, entity tags, addresses of new resources, pages in both directions. */
import { test as bunTest, describe, expect } from "bun:test";
import { INT64_MAX, INT64_MIN } from "../../src/contract/common.ts";
import { operations } from "../../src/contract/index.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { storeKey } from "../../src/core/keys/key-rules.ts";
import { secrets } from "../../src/service/runtime.ts";
import { test } from "../support/databases.ts";
import { addInquiry, exampleRequest } from "../support/examples.ts";
import { NOON, openService, refusal, type TestService } from "../support/harness.ts";
import { allOf, cursorOf, everyPage } from "../support/pages.ts";

/** Tests a rule of each of these operations, on a service of its own; by default on each engine. */
function describeEach(
  rule: string,
  all: readonly Operation[],
  body: (of: Operation, service: TestService) => Promise<void>,
  testOn: (name: string, body: () => Promise<void>) => void = test,
): void {
  describe(rule, () => {
    for (const of of all)
      testOn(of.id, async () => {
        await using service = await openService();
        await body(of, service);
      });
  });
}

describeEach(
  "applies a request with an Idempotency-Key once:",
  operations.filter(({ idempotencyKey }) => idempotencyKey),
  async (operation, service) => {
    const { path, ...init } = await exampleRequest(service.store, operation);
    const send = async (key: string) => {
      const response = await service.send(path, { ...init, headers: { ...init.headers, "Idempotency-Key": key } });
      const [replayed, ...headers] = ["Idempotency-Replayed", "ETag", "Location", "Content-Type"].map((name) =>
        response.headers.get(name),
      );
      return { status: response.status, replayed, headers, body: await response.text() };
    };
    const first = await send("a1");
    expect(first).toMatchObject({ status: operation.success.status, replayed: null });
    const stored = await service.dump();
    const { shownOnce, notStored = [] } = operation.success;
    const kept = notStored.reduce((body, name) => without(body, name), first.body);
    const repeated = await send("a1");
    expect(repeated).toEqual({ ...first, replayed: "true", body: expect.any(String) });
    expect(repeated.body).toBe(shownOnce === undefined ? kept : withoutMember(kept, shownOnce));
    expect(await service.dump()).toEqual(stored);
  },
);

/** A JSON text without a member, which may be one of each item of a member: `returns.note`. */
function without(text: string, name: string): string {
  if (text === "") return text;
  const whole = JSON.parse(text) as Record<string, unknown>;
  const [outer = "", inner] = name.split(".");
  const member = whole[outer];
  if (inner === undefined) delete whole[outer];
  else if (Array.isArray(member)) whole[outer] = member.map((item) => ({ ...item, [inner]: undefined }));
  return `${JSON.stringify(whole)}\n`;
}

/** A JSON text that does have the member, without it. */
function withoutMember(text: string, name: string): string {
  const { [name]: secret, ...rest } = JSON.parse(text);
  expect(secret).toEqual(expect.any(String));
  return `${JSON.stringify(rest)}\n`;
}

test("every POST accepts an Idempotency-Key", () => {
  const posts = operations.filter(({ method }) => method === "POST");
  expect(posts.filter(({ idempotencyKey }) => !idempotencyKey).map(({ id }) => id)).toEqual([]);
});

describeEach(
  "applies a change only to what the client has read:",
  operations.filter(({ ifMatch }) => ifMatch),
  async (operation, service) => {
    const { path, ...init } = await exampleRequest(service.store, operation);
    // The tag of an order is that of its completion too.
    const isRead = operations.some((read) => read.method === "GET" && read.path === operation.path);
    const resource = isRead || operation.success.status === 204 ? path : path.replace(/\/\w+$/, "");
    const tag = async () => (await service.send(resource)).headers.get("ETag") ?? "none";
    const known = await tag();
    const change = () => service.send(path, { ...init, headers: { ...init.headers, "If-Match": known } });
    if (operation.success.status === 204) {
      const late = await service.send(path, { ...init, headers: { ...init.headers, "If-Match": '"another"' } });
      expect([late.status, late.headers.get("ETag")]).toEqual([412, known]);
      expect(await tag()).toBe(known);
      expect(await change()).toMatchObject({ status: 204 });
      // A revoked key stays in the list, with another tag.
      expect(await change()).toMatchObject({ status: operation.id === "deleteKey" ? 412 : 404 });
      return;
    }
    const changed = await change();
    expect([changed.status, changed.headers.get("ETag")]).toEqual([200, await tag()]);
    expect(await tag()).not.toBe(known);
    const again = await change();
    expect([again.status, again.headers.get("ETag")]).toEqual([412, await tag()]);
  },
);

/** The headers without those that differ for each response or that the runtime adds to a body. */
function comparable({ headers }: Response): object {
  const changing = ["x-request-id", "date", "content-length", "transfer-encoding", "ratelimit"];
  return Object.fromEntries([...headers].filter(([name]) => !changing.includes(name)));
}

const reads = operations.filter(({ method, success }) => method === "GET" && !success.eventStream);

describeEach(
  "HEAD returns the status and headers of GET without a body, and a client that knows the body gets a 304:",
  reads,
  async (operation, service) => {
    const { path, headers } = await exampleRequest(service.store, operation);
    const get = await service.send(path, { headers });
    const head = await service.send(path, { headers, method: "HEAD" });
    expect([head.status, comparable(head), await head.text()]).toEqual([200, comparable(get), ""]);
    const tag = get.headers.get("ETag") ?? "none";
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const same = await service.send(path, { headers: { ...headers, "If-None-Match": known } });
      expect([same.status, await same.text(), same.headers.get("Content-Type")]).toEqual([304, "", null]);
      expect([same.headers.get("ETag"), same.headers.get("Cache-Control")]).toEqual([tag, "private, no-cache"]);
    }
    expect(await service.send(path, { headers: { ...headers, "If-None-Match": '"other"' } })).toMatchObject({
      status: 200,
    });
  },
);

describeEach(
  "returns the Location of what it creates:",
  operations.filter(({ success }) => success.location),
  async (operation, service) => {
    const { path, ...init } = await exampleRequest(service.store, operation);
    const response = await service.send(path, init);
    // The secret of a webhook is shown only once.
    const { secret: _, ...created } = (await response.json()) as Record<string, unknown>;
    const location = (response.headers.get("Location") ?? "").replace(service.base, "/v1");
    const found = await service.send(location);
    expect(found.status).toBe(200);
    expect([await found.json()].flat()).toContainEqual(created);
  },
);

const webhook = { types: ["pet.created"], description: undefined, secret: "", createdAt: 0, fannedOutTo: 0n } as const;

const invitation = { name: "Ben", scopes: ["pets:read"], createdAt: NOON, expiresAt: NOON + 1 } as const;
const readKey = { scopes: ["pets:read"], expiresAt: undefined } as const;
const keyParts = { environment: "production", now: NOON, secrets } as const;

/** Stores so many of each thing that a list has. */
async function storeEach({ store, stock }: TestService, count: number): Promise<void> {
  await stock(count);
  await store.transaction(
    async ({ inventory, orders, inquiries, care, categories, webhooks, deliveries, keys, invitations }) => {
      for (let nth = 1; nth <= count; nth++) {
        // The service has three of its own.
        if (nth > 3) await storeKey(keys, { ...readKey, name: "till" }, keyParts);
        await orders.insertSale([{ petId: 1n, quantity: 1, placedAt: new Date(NOON).toISOString() }]);
        await addInquiry(inquiries, 1n);
        await care.insert({ petId: 1n, kind: "check", what: "Teeth", dueOn: "2026-12-01" });
        await categories.insert({ name: `Category ${nth}` });
        await webhooks.insert({ ...webhook, url: `https://receiver.test/${nth}` }, 100);
        await invitations.insert({ ...invitation, hash: String(nth) }, 100, NOON);
        await deliveries.insertPing(1n, "webhook.ping", 0);
        if (nth > 1) await inventory.change({ petId: 1n, delta: 1, reason: "arrival", at: 0 });
      }
    },
  );
}

interface List {
  readonly id: string;
  readonly url: string;
}

/** Tests a rule of each list with these parameters, all of one service that has stored so many of each thing. */
function testLists(
  rule: string,
  count: number,
  parameters: readonly string[],
  body: (list: List, service: TestService) => Promise<void>,
): void {
  test(rule, async () => {
    await using service = await openService();
    await storeEach(service, count);
    for (const { id, path, query } of operations) {
      if (!parameters.every((name) => Object.hasOwn(query?.shape ?? {}, name))) continue;
      await body({ id, url: `/v1${path.replace(/\{\w+\}/, "1")}` }, service);
    }
  });
}

testLists("returns 20 items without a limit", 21, ["order", "cursor"], async ({ url }, service) => {
  const pages = await everyPage(service, url);
  expect([url, ...pages.map(({ items }) => items.length)]).toEqual([url, 20, 1]);
});

const ids = ["abc", "1.0", "01", "+1", "1e0", "-0", `${INT64_MAX + 1n}`, `${INT64_MIN - 1n}`, "%00", "1%2F", "%zz"];
// The ids of keys are texts.
const names = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => (name === "keyId" ? [] : name));
describeEach(
  "an id in the path that is not an int64 names nothing:",
  operations.filter(({ path }) => names(path).length > 0),
  async (operation, service) => {
    const { path: good, ...init } = await exampleRequest(service.store, operation);
    for (const name of names(operation.path)) {
      for (const id of ids) {
        const template = `/v1${operation.path}`.split("/");
        const path = good.split("/").map((part, nth) => (template[nth] === `{${name}}` ? id : part));
        const response = await service.send(path.join("/"), init);
        expect({ name, id, status: response.status, body: await response.json() }).toMatchObject(
          refusal(404, "not_found"),
        );
      }
    }
  },
  // Nothing asks the engine.
  bunTest,
);

testLists("refuses the cursor of another list", 5, ["cursor"], async ({ url }, service) => {
  const other = url === "/v1/pets" ? "/v1/inventory" : "/v1/pets";
  const cursor = cursorOf(await service.send(`${other}?limit=1`));
  const response = await service.send(`${url}?cursor=${cursor}`);
  expect({ url, status: response.status, body: await response.json() }).toMatchObject(refusal(400, "invalid_cursor"));
});

// The feed, which has no cursor, does not end: its pages have a test of their own.
testLists(
  "reaches every item exactly once in both directions by following Link",
  5,
  ["order", "cursor"],
  async ({ id, url }, service) => {
    const idsOf = async (query: string) => {
      const pages = await everyPage(service, `${url}?limit=2${query}`);
      expect([url, ...pages.map(({ items }) => items.length)]).toEqual([url, 2, 2, 1]);
      return allOf(pages, "id") as bigint[];
    };
    const ascending = await idsOf("");
    // The ids of keys are random.
    if (id !== "listKeys") expect([url, ...ascending]).toEqual([url, ...ascending.toSorted((a, b) => Number(a - b))]);
    expect([url, new Set(ascending).size]).toEqual([url, 5]);
    expect(await idsOf("&order=asc")).toEqual(ascending);
    expect(await idsOf("&order=desc")).toEqual(ascending.toReversed());
    const cursor = cursorOf(await service.send(`${url}?limit=2`));
    const turned = await service.send(`${url}?order=desc&cursor=${cursor}`);
    expect({ url, status: turned.status, body: await turned.json() }).toMatchObject(refusal(400, "invalid_cursor"));
  },
);
