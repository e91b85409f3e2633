/* What every operation of a kind does alike: repeated requests, entity tags, addresses of new resources, pages in both directions. */
import { describe, expect } from "bun:test";
import { operations } from "../../src/contract/index.ts";
import { storeKey } from "../../src/core/key-rules.ts";
import { secrets } from "../../src/ops/runtime.ts";
import { test } from "../support/databases.ts";
import { exampleRequest } from "../support/examples.ts";
import { NOON, openService, refusal, type TestService } from "../support/harness.ts";
import { allOf, cursorOf, everyPage } from "../support/pages.ts";

describe("applies a request with an Idempotency-Key once:", () => {
  for (const operation of operations.filter(({ idempotencyKey }) => idempotencyKey)) {
    test(operation.id, async () => {
      await using service = await openService();
      const { path, ...init } = await exampleRequest(service.store, operation);
      const send = async (key: string) => {
        const response = await service.send(path, { ...init, headers: { ...init.headers, "Idempotency-Key": key } });
        const { status, headers } = response;
        return {
          status,
          replayed: headers.get("Idempotency-Replayed"),
          tag: headers.get("ETag"),
          body: await response.text(),
        };
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
    });
  }
});

/** A JSON text without a member. */
function without(text: string, name: string): string {
  return text === "" ? text : `${JSON.stringify({ ...JSON.parse(text), [name]: undefined })}\n`;
}

/** A JSON text that does have the member, without it. */
function withoutMember(text: string, name: string): string {
  const { [name]: secret, ...rest } = JSON.parse(text);
  expect(secret).toEqual(expect.any(String));
  return `${JSON.stringify(rest)}\n`;
}

test("every POST accepts an Idempotency-Key", () => {
  const posts = operations.filter(({ method }) => method === "POST");
  expect(posts.filter(({ idempotencyKey }) => !idempotencyKey)).toEqual([]);
});

describe("applies a change only to what the client has read:", () => {
  for (const operation of operations.filter(({ ifMatch }) => ifMatch)) {
    test(operation.id, async () => {
      await using service = await openService();
      const { path, ...init } = await exampleRequest(service.store, operation);
      const tag = async () => (await service.send(path)).headers.get("ETag") ?? "none";
      const known = await tag();
      const change = () => service.send(path, { ...init, headers: { ...init.headers, "If-Match": known } });
      if (operation.method === "DELETE") {
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
    });
  }
});

describe("returns the Location of what it creates:", () => {
  for (const operation of operations.filter(({ success }) => success.location)) {
    test(operation.id, async () => {
      await using service = await openService();
      const { path, ...init } = await exampleRequest(service.store, operation);
      const response = await service.send(path, init);
      // The secret of a webhook is shown only once.
      const { secret: _, ...created } = (await response.json()) as Record<string, unknown>;
      const location = (response.headers.get("Location") ?? "").replace(service.base, "/v1");
      const found = await service.send(location);
      expect(found.status).toBe(200);
      expect([await found.json()].flat()).toContainEqual(created);
    });
  }
});

const webhook = { types: ["pet.created"], description: undefined, secret: "", createdAt: 0, fannedOutTo: 0n } as const;

const invitation = { name: "Ben", scopes: ["pets:read"], createdAt: NOON, expiresAt: NOON + 1 } as const;
const readKey = { scopes: ["pets:read"], expiresAt: undefined } as const;
const keyParts = { environment: "production", now: NOON, secrets } as const;

/** Stores five of each thing that a list has. */
async function storeFive({ store, stock }: TestService): Promise<void> {
  await stock(5);
  await store.transaction(async ({ inventory, orders, categories, webhooks, deliveries, keys, invitations }) => {
    // The service has three of its own.
    for (const name of ["till", "kiosk"]) await storeKey(keys, { ...readKey, name }, keyParts);
    for (let nth = 1; nth <= 5; nth++) {
      await orders.insert({ petId: 1n, quantity: 1 });
      await categories.insert({ name: `Category ${nth}` });
      await webhooks.insert({ ...webhook, url: `https://receiver.test/${nth}` }, 100);
      await invitations.insert({ ...invitation, hash: String(nth) }, 100, NOON);
      await deliveries.insertPing(1n, "webhook.ping", 0);
      if (nth > 1) await inventory.change({ petId: 1n, delta: 1, reason: "arrival", at: 0 });
    }
  });
}

/** The lists with these parameters, and where each is. */
const listsWith = (...names: readonly string[]) =>
  operations
    .filter(({ query }) => names.every((name) => Object.hasOwn(query?.shape ?? {}, name)))
    .map(({ id, path }) => ({ id, url: `/v1${path.replace(/\{\w+\}/, "1")}` }));

describe("refuses a limit that is not one integer from 1 to 100:", () => {
  for (const { id, url } of listsWith("limit")) {
    test(id, async () => {
      await using service = await openService();
      for (const query of ["limit=0", "limit=101", "limit=abc", "limit=1.5", "limit=", "limit=5&limit=5"]) {
        const response = await service.send(`${url}?${query}`);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ code: "invalid_parameter", details: [{ field: "limit" }] });
      }
    });
  }
});

describe("refuses the cursor of another list:", () => {
  for (const { id, url } of listsWith("cursor")) {
    test(id, async () => {
      await using service = await openService();
      await storeFive(service);
      const other = url === "/v1/pets" ? "/v1/inventory" : "/v1/pets";
      const cursor = cursorOf(await service.send(`${other}?limit=1`));
      const response = await service.send(`${url}?cursor=${cursor}`);
      expect({ status: response.status, body: await response.json() }).toMatchObject(refusal(400, "invalid_cursor"));
    });
  }
});

describe("reaches every item exactly once in both directions by following Link:", () => {
  // The feed, which has no cursor, does not end: its pages have a test of their own.
  for (const { id, url } of listsWith("order", "cursor")) {
    test(id, async () => {
      await using service = await openService();
      await storeFive(service);
      const idsOf = async (query: string) => {
        const pages = await everyPage(service, `${url}?limit=2${query}`);
        expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
        return allOf(pages, "id") as bigint[];
      };
      const ascending = await idsOf("");
      // The ids of keys are random.
      if (id !== "listKeys") expect(ascending).toEqual(ascending.toSorted((a, b) => Number(a - b)));
      expect(new Set(ascending).size).toBe(5);
      expect(await idsOf("&order=asc")).toEqual(ascending);
      expect(await idsOf("&order=desc")).toEqual(ascending.toReversed());
      const cursor = cursorOf(await service.send(`${url}?limit=2`));
      const turned = await service.send(`${url}?order=desc&cursor=${cursor}`);
      expect({ status: turned.status, body: await turned.json() }).toMatchObject(refusal(400, "invalid_cursor"));
    });
  }
});
