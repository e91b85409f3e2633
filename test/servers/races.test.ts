/*
 * Two operations on one thing by two instances on PostgreSQL, the second of which has to wait for the first. Those on orders and stock are in
 * test/model.test.ts, and changes with If-Match in test/servers/if-match-races.test.ts.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { revoke, rotate } from "../../src/commands/keys/key-management.ts";
import type { Order } from "../../src/contract/orders/order-schemas.ts";
import { PING } from "../../src/contract/webhooks/deliveries.ts";
import type { Key } from "../../src/core/keys/key-ports.ts";
import { revokeKey } from "../../src/core/keys/key-rules.ts";
import type { Repositories } from "../../src/core/ports.ts";
import type { StoredInquiry } from "../../src/core/shop/visitors/inquiry-ports.ts";
import type { NewWebhook, StoredWebhook, WebhookHealth } from "../../src/core/webhooks/webhook-ports.ts";
import { secrets } from "../../src/service/runtime.ts";
import { postgres } from "../support/databases.ts";
import { addInquiry, FILES, photoOf } from "../support/examples.ts";
import {
  addPet,
  adjustment,
  hold,
  NOON,
  openService,
  refusal,
  rex,
  sendJson,
  type TestService,
} from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { until } from "../support/program.ts";
import type { Client } from "../support/typed-client.ts";

setDefaultTimeout(60_000);

const petId = 1n;
const orderId = 1n;
const categoryId = 1n;
const webhookId = 1n;
const invitationId = 1n;
const order = { petId, quantity: 1 };
const hook: NewWebhook = {
  url: "https://receiver.test/",
  types: ["pet.created"],
  description: undefined,
  secret: "whsec_YQ==",
  createdAt: NOON,
  fannedOutTo: 0n,
};
const kiosk: Key = {
  id: "kiosk1",
  name: "kiosk",
  hint: "wxyz",
  hash: "a".repeat(64),
  scopes: ["pets:read"],
  createdAt: NOON,
  expiresAt: undefined,
  revokedAt: undefined,
  lastUsedAt: undefined,
};
const secret = "pets_invite_race";
const ben = {
  name: "Ben",
  hash: secrets.sha256(secret),
  scopes: ["pets:read"],
  createdAt: NOON,
  expiresAt: NOON + 1,
} as const;

/** Something in the transaction of an operation. */
type Work = (repositories: Repositories) => Promise<unknown>;

interface Race {
  /** Stores what the operations are about, besides a pet. */
  readonly before?: Work | undefined;
  /** The first operation, whose transaction stays open until the second waits. */
  readonly first: Work;
  /** The second operation, by another instance. */
  readonly second: (client: Client, service: TestService) => Promise<unknown>;
  /** The response to the second. */
  readonly expected: object;
  /** The last event then. */
  readonly event?: object | undefined;
  /** Checks what is stored then. */
  readonly after?: Work;
}

type Races = Readonly<Record<string, Race>>;

async function run({ before, first, second, expected, event, after }: Race): Promise<void> {
  await using database = await postgres.open();
  await using service = await openService({}, database);
  await using other = await openService({}, database);
  await using beside = new SQL(service.databaseUrl, { max: 1 });
  const isSecondWaiting = async () => {
    const rows: unknown[] = await beside`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length > 0;
  };
  await addPet(service.store);
  if (before !== undefined) await service.store.transaction(before);
  await service.publish();
  const release = await hold(service.store, first);
  const waiting = second(other.admin, other);
  await until(isSecondWaiting, "the second operation waiting");
  await release();
  expect(await waiting).toMatchObject(expected);
  await other.publish();
  if (event !== undefined) {
    const newest = await other.reader.listEvents({ query: { order: "desc", limit: "1" } as never });
    expect(newest.body).toMatchObject([event]);
  }
  await after?.(service.store);
}

/** Tests races, all of which start with the same things stored. */
function testRaces(races: Races, before?: Work): void {
  for (const [rule, race] of Object.entries(races)) test(rule, () => run({ before, ...race }));
}

/** A change that another one waits for. */
interface Change {
  readonly path: string;
  readonly before?: Work | undefined;
  readonly first: Work;
  /** What the second asks for. */
  readonly change: object;
  /** The final state, and its event. */
  readonly merged: object;
  readonly event?: object | undefined;
}

const rename: Work = ({ pets }) => pets.replace({ id: petId, ...rex }, { id: petId, ...rex, name: "Mia" });
const removePet: Work = ({ pets }) => pets.delete(petId);
const arrive: Work = ({ inventory }) => inventory.change({ ...adjustment(petId, 3), reason: "arrival" });
const place: Work = async ({ orders, inventory, pets }) => {
  await orders.insert(order);
  await inventory.change({ ...adjustment(petId, -1), reason: "order_placed" });
  await pets.changeStatus(petId, "available", "pending");
};
const addPhoto =
  (position: number): Work =>
  async ({ photos }) => {
    await photos.lock(petId);
    await photos.insert(photoOf(petId, position), FILES);
  };
const describeProfile: Work = async ({ profiles }) => {
  await profiles.lock(petId);
  await profiles.put([{ petId, breed: "Beagle" }]);
};
const addCategory: Work = ({ categories }) => categories.insert({ name: "Dogs" });
const renameCategory: Work = ({ categories }) =>
  categories.replace({ id: categoryId, name: "Dogs" }, { id: categoryId, name: "Hounds" });
const addWebhook: Work = ({ webhooks }) => webhooks.insert(hook, 100);
const found = async ({ webhooks }: Repositories) => (await webhooks.find(webhookId)) as StoredWebhook;
const setHealth =
  (health: Partial<WebhookHealth>): Work =>
  async (repositories) => {
    const webhook = await found(repositories);
    await repositories.webhooks.setHealth(webhookId, webhook, { ...webhook, ...health });
  };
const addKey: Work = ({ keys }) => keys.insert(kiosk);
const revokeKiosk: Work = ({ keys }) => keys.revoke(kiosk.id, NOON);

const changes: Readonly<Record<string, Change>> = {
  "a pet": {
    path: "/pets/1",
    first: rename,
    change: { status: "sold" },
    merged: { name: "Mia", status: "sold" },
  },
  "a stock": {
    path: "/inventory/1",
    first: arrive,
    change: { quantity: 5 },
    merged: { quantity: 5 },
  },
  "an order": {
    path: "/store/orders/1",
    before: place,
    first: async ({ orders }) => {
      const placed = (await orders.find(orderId)) as Order;
      await orders.replace(placed, { ...placed, note: "By car" });
    },
    change: { customer: { name: "Ada" } },
    merged: { note: "By car", customer: { name: "Ada" } },
  },
  "an inquiry": {
    path: "/inquiries/1",
    before: ({ inquiries }) => addInquiry(inquiries, petId),
    first: async ({ inquiries }) => {
      const asked = (await inquiries.find(1n)) as StoredInquiry;
      await inquiries.replace(asked, { ...asked, note: "Comes on Friday" }, NOON);
    },
    change: { state: "answered" },
    merged: { state: "answered", note: "Comes on Friday", name: "Ada Krause" },
    event: { type: "inquiry.updated", data: { state: "answered" }, previous: { state: "new" } },
  },
  "a category": {
    path: "/categories/1",
    before: addCategory,
    first: renameCategory,
    change: { description: "All breeds" },
    merged: { name: "Hounds", description: "All breeds" },
  },
  "a profile": {
    path: "/pets/1/profile",
    first: describeProfile,
    change: { color: "brown" },
    merged: { breed: "Beagle", color: "brown" },
    event: { type: "profile.updated", data: { breed: "Beagle", color: "brown" }, previous: {} },
  },
  "a webhook": {
    path: "/webhooks/1",
    before: addWebhook,
    first: async (repositories) => {
      const webhook = await found(repositories);
      const change = { ...webhook, description: "Shop", health: webhook, continueAfter: undefined };
      await repositories.webhooks.replace(webhook, change);
    },
    change: { types: ["pet.deleted"] },
    merged: { description: "Shop", types: ["pet.deleted"] },
  },
  "a key": {
    path: `/keys/${kiosk.id}`,
    before: addKey,
    first: ({ keys }) => keys.update(kiosk.id, { ...kiosk, scopes: ["orders:read"] }),
    change: { name: "till" },
    merged: { name: "till", scopes: ["orders:read"] },
  },
};

for (const [what, { path, change, merged, ...race }] of Object.entries(changes)) {
  testRaces({
    [`a change of ${what} that waits for another keeps what the other changed`]: {
      ...race,
      second: (_, service) => sendJson(service, "PATCH", `/v1${path}`, change),
      expected: { status: 200, body: merged },
    },
  });
}

const deletePet: Race["second"] = (client) => client.deletePet({ params: { petId } });
const sendPhoto: Race["second"] = async (client) =>
  client.addPhoto({ params: { petId }, file: new Blob([await jpeg()]) });
const placeOrder: Race["second"] = (client) => client.placeOrder({ body: order });
const changeStock =
  (delta: number, reason: "arrival" | "adjustment"): Race["second"] =>
  (client) =>
    client.changeStock({ params: { petId }, body: { delta, reason } });

const describePet: Race["second"] = (client) => client.updateProfile({ params: { petId }, body: { tags: ["calm"] } });

/** Checks that nothing of the pet is left. */
const isGone: Work = async ({ pets, photos, profiles, orders, inventory }) => {
  const all = { after: 0n, limit: 9 };
  expect(await pets.find(petId)).toBeUndefined();
  expect(await photos.list([petId])).toEqual([]);
  expect(await photos.file(photoOf(petId, 1).token, "small")).toBeUndefined();
  expect(await profiles.ofPets([petId])).toEqual(new Map([[petId, { petId }]]));
  expect((await orders.list({ petId }, all)).length + (await inventory.changes(petId, all)).length).toBe(0);
};

describe("a pet", () => {
  const arrival = changeStock(1, "arrival");
  const dependents = { "an order": placeOrder, "a photo": sendPhoto, "a profile": describePet, "an arrival": arrival };

  for (const [what, second] of Object.entries(dependents)) {
    testRaces({
      [`${what} that waits for the removal of its pet finds no pet and leaves nothing`]: {
        first: removePet,
        second,
        expected: refusal(404, "not_found"),
        after: isGone,
      },
    });
  }

  testRaces({
    "the event of a removed pet has its last name": {
      first: rename,
      second: deletePet,
      expected: { status: 204 },
      event: { type: "pet.deleted", data: { name: "Mia" } },
    },
    "a removal that waits for a photo removes it too": {
      first: addPhoto(1),
      second: deletePet,
      expected: { status: 204 },
      after: isGone,
    },
    "a photo that waits for the twelfth is refused": {
      before: async (repositories) => {
        for (let position = 1; position < 12; position++) await addPhoto(position)(repositories);
      },
      first: addPhoto(12),
      second: sendPhoto,
      expected: refusal(409, "conflict", "12 photos"),
    },
    "a photo that waits for another has the place after it": {
      first: addPhoto(1),
      second: sendPhoto,
      expected: { status: 201, body: { position: 2 } },
    },
    "a removal of a pet that waits for a change of its profile removes that too": {
      first: describeProfile,
      second: deletePet,
      expected: { status: 204 },
      after: isGone,
    },
  });
});

describe("a stock", () => {
  testRaces({
    "an arrival that waits for another adds to it": {
      first: arrive,
      second: changeStock(2, "arrival"),
      expected: { status: 201, body: { delta: 2, quantity: 6 } },
      event: { type: "inventory.updated", data: { quantity: 6 }, previous: { quantity: 4 } },
    },
    "a count of a known quantity that waits for an arrival is refused": {
      first: arrive,
      second: (client) => client.updateInventory({ params: { petId }, body: { quantity: 5, changeFromQuantity: 1 } }),
      expected: refusal(409, "conflict"),
    },
  });
});

describe("care", () => {
  const due = { petId, kind: "check", what: "Teeth", dueOn: "2026-11-20", everyDays: 28 } as const;
  const complete: Work = async ({ care, profiles }) => {
    await profiles.lock(petId);
    await care.replace({ id: 1n, ...due }, { id: 1n, ...due, doneOn: "2026-11-21" });
  };
  testRaces({
    "care that waits for another press of Done is refused, and makes no next entry": {
      before: ({ care }) => care.insert(due),
      first: complete,
      second: (client) => client.completeCare({ params: { careId: 1n }, body: {} }),
      expected: refusal(409, "conflict"),
      after: async ({ care }) => expect(await care.count(petId, 9)).toBe(1),
    },
    "care that waits for the removal of its pet finds no pet and leaves nothing": {
      first: removePet,
      second: (client) =>
        client.addCare({ params: { petId }, body: { kind: "check", what: "Teeth", dueOn: "2026-12-01" } }),
      expected: refusal(404, "not_found"),
      after: async ({ care }) => expect(await care.count(petId, 9)).toBe(0),
    },
  });
});

describe("a category", () => {
  const ofCategory: Races = {
    "a category whose name waits for the same name is refused": {
      first: ({ categories }) => categories.insert({ name: "Cats" }),
      second: (client) => client.createCategory({ body: { name: "CATS" } }),
      expected: refusal(409, "conflict", "already"),
    },
    "the event of a removed category has its last name": {
      first: renameCategory,
      second: (client) => client.deleteCategory({ params: { categoryId } }),
      expected: { status: 204 },
      event: { type: "category.deleted", data: { name: "Hounds" } },
    },
  };
  testRaces(ofCategory, addCategory);
});

describe("a webhook", () => {
  const params = { webhookId };
  const describeWebhook: Race["second"] = (client) => client.updateWebhook({ params, body: { description: "Till" } });
  const ofWebhook: Races = {
    "a change of a webhook that waits for a fan-out leaves the position where it is": {
      // Gives the webhook its deliveries up to a position, as the background work of an instance does.
      first: async (repositories) => repositories.deliveries.fanOut(await found(repositories), 7n),
      second: describeWebhook,
      expected: { status: 200, body: { description: "Till" } },
      after: async (repositories) => expect((await found(repositories)).fannedOutTo).toBe(7n),
    },
    "a change of a webhook that waits for a failure keeps it": {
      first: setHealth({ failingSince: NOON }),
      second: describeWebhook,
      expected: { status: 200, body: { description: "Till", state: "failing" } },
    },
    "a change of a webhook that waits for a 410 leaves it off": {
      first: setHealth({ active: false, disabledReason: "gone", stateSince: NOON }),
      second: describeWebhook,
      expected: { status: 200, body: { description: "Till", active: false, reason: "gone" } },
    },
    "a new secret that waits for the removal finds no webhook": {
      first: ({ webhooks }) => webhooks.delete(webhookId, NOON),
      second: (client) => client.rotateWebhookSecret({ params }),
      expected: refusal(404, "not_found"),
    },
    "a ping that waits for another is refused": {
      first: async ({ webhooks, deliveries }) => {
        await webhooks.findLocked(webhookId);
        await deliveries.insertPing(webhookId, PING, NOON);
      },
      second: (client) => client.pingWebhook({ params }),
      expected: refusal(409, "conflict", "ping"),
    },
  };
  testRaces(ofWebhook, addWebhook);
});

describe("a key", () => {
  const params = { keyId: kiosk.id };
  const context = ({ store }: TestService) => ({ store, environment: "production", now: NOON, secrets }) as const;
  const failureOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
  const revokeByCommand: Race["second"] = (_, service) => failureOf(revoke(context(service), kiosk.id));
  const isNotUsable = { message: expect.stringContaining("no usable key") };
  const revokeEarlier: Work = ({ keys }) => keys.revoke(kiosk.id, NOON - 1);
  const wasRevokedEarlier: Work = async ({ keys }) => expect((await keys.find(kiosk.id))?.revokedAt).toBe(NOON - 1);
  const ofKey: Races = {
    "a rotation of a key that waits for its revocation is refused, and there is no new key": {
      first: revokeKiosk,
      second: (_, service) => failureOf(rotate(context(service), kiosk.id, 0)),
      expected: isNotUsable,
      after: async ({ keys }) => expect((await keys.list()).filter(({ name }) => name === kiosk.name)).toHaveLength(1),
    },
    "a second revocation of a key keeps the time of the first": {
      first: revokeEarlier,
      second: revokeByCommand,
      expected: isNotUsable,
      after: wasRevokedEarlier,
    },
    "over the API too, a second revocation keeps the time of the first": {
      first: revokeEarlier,
      second: (client) => client.deleteKey({ params }),
      expected: { status: 204 },
      after: wasRevokedEarlier,
    },
    "a change of a key that waits for its revocation is refused": {
      first: revokeKiosk,
      second: (client) => client.updateKey({ params, body: { name: "till" } }),
      expected: refusal(409, "conflict", "is revoked"),
    },
    "a revocation that waits until its key is the last that manages keys is refused": {
      first: async ({ keys }) => {
        for (const { id, scopes } of await keys.list()) if (scopes.includes("*")) await keys.update(id, kiosk);
        await keys.update(kiosk.id, { ...kiosk, scopes: ["keys:manage"] });
      },
      second: revokeByCommand,
      expected: { message: expect.stringContaining("the last one") },
    },
  };
  testRaces(ofKey, addKey);
});

describe("an invitation", () => {
  const accept: Race["second"] = (_, service) =>
    sendJson(service, "POST", "/v1/invitations/redemption", {}, { Authorization: `Bearer ${secret}` });
  const ofInvitation: Races = {
    "an acceptance that waits for the revocation of the key that invited is refused": {
      before: async ({ keys, invitations }) => {
        await keys.insert(kiosk);
        await invitations.insert({ ...ben, creatorId: kiosk.id }, 100, NOON);
      },
      first: (store) =>
        revokeKey({ store, events: [], by: undefined, now: NOON, environment: "production", secrets }, kiosk),
      second: accept,
      expected: refusal(410, "gone", "was withdrawn"),
    },
    "an acceptance that waits for another finds the invitation used, and there is one key": {
      first: async ({ keys, invitations }) => {
        await invitations.use(invitationId, NOON);
        await keys.insert(kiosk);
      },
      second: accept,
      expected: refusal(410, "gone", "was used"),
      after: async ({ keys }) => expect((await keys.list()).some(({ name }) => name === ben.name)).toBe(false),
    },
    "an acceptance that waits for the withdrawal is refused": {
      first: ({ invitations }) => invitations.withdraw(invitationId, NOON),
      second: accept,
      expected: refusal(410, "gone"),
    },
    "a withdrawal that waits for the acceptance finds no pending invitation": {
      first: ({ invitations }) => invitations.use(invitationId, NOON),
      second: (client) => client.deleteInvitation({ params: { invitationId } }),
      expected: refusal(404, "not_found"),
    },
  };
  testRaces(ofInvitation, ({ invitations }) => invitations.insert(ben, 100, NOON));
});
