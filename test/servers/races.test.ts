/* Two operations on one thing by two instances on PostgreSQL, the second of which has to wait for the first. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { PING } from "../../src/contract/deliveries.ts";
import type { Order } from "../../src/contract/orders.ts";
import type { Key } from "../../src/core/key-ports.ts";
import { revokeKey } from "../../src/core/key-rules.ts";
import type { Photos } from "../../src/core/photo-ports.ts";
import type { Repositories } from "../../src/core/ports.ts";
import type { NewWebhook, StoredWebhook } from "../../src/core/webhook-ports.ts";
import { revoke, rotate } from "../../src/ops/keys.ts";
import { secrets } from "../../src/ops/runtime.ts";
import { postgres } from "../support/databases.ts";
import { FILES, photoOf } from "../support/examples.ts";
import { addPet, adjustment, NOON, openService, refusal, rex, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { until } from "../support/program.ts";
import type { Client } from "../support/typed-client.ts";

setDefaultTimeout(60_000);

const petId = 1n;
const orderId = 1n;
const order = { petId, quantity: 1 };

interface Race {
  readonly name: string;
  /** Stores what the operations are about, besides a pet. */
  readonly before?: (repositories: Repositories) => Promise<unknown>;
  /** The first operation, whose transaction stays open until the second waits. */
  readonly first: (repositories: Repositories) => Promise<unknown>;
  /** The second operation, by another instance. */
  readonly second: (client: Client, service: TestService) => Promise<unknown>;
  /** The response to the second. */
  readonly expected: object;
  /** The last event then. */
  readonly event?: object;
  /** Checks what is stored then. */
  readonly after?: (repositories: Repositories) => Promise<unknown>;
}

const place = async ({ orders, inventory, pets }: Repositories) => {
  await orders.insert(order);
  await inventory.change({ ...adjustment(petId, -1), reason: "order_placed" });
  await pets.changeStatus(petId, "available", "pending", 0);
};
const complete = async ({ orders, pets }: Repositories) => {
  await orders.complete(orderId, NOON);
  await pets.changeStatus(petId, "pending", "sold", 0);
};
const describeOrder = async ({ orders }: Repositories) => {
  const placed = (await orders.find(orderId)) as Order;
  await orders.replace(placed, { ...placed, note: "By car" });
};
const cancel = async ({ orders, inventory }: Repositories) => {
  await orders.deleteOpen(orderId);
  await inventory.change({ ...adjustment(petId, 1), reason: "order_cancelled" });
};

/** Adds a photo as `addPhoto` does. */
const addPhotoIn = async (photos: Photos, position: number) => {
  await photos.lock(petId);
  await photos.insert(photoOf(petId, position), FILES);
};

const ofNew: readonly Race[] = [
  {
    name: "a removal that waits for an order is refused",
    first: place,
    second: (client) => client.deletePet({ params: { petId } }),
    expected: refusal(409, "conflict", "open orders"),
  },
  {
    name: "the event of a removed pet has its last name",
    first: async ({ pets }) => pets.replace({ id: petId, ...rex }, { id: petId, ...rex, name: "Mia" }),
    second: (client) => client.deletePet({ params: { petId } }),
    expected: { status: 204 },
    event: { type: "pet.deleted", data: { name: "Mia" } },
  },
  {
    name: "a photo that waits for the removal of its pet finds no pet and leaves nothing",
    first: ({ pets }) => pets.delete(petId),
    second: async (client) => client.addPhoto({ params: { petId }, file: new Blob([await jpeg()]) }),
    expected: refusal(404, "not_found"),
    after: async ({ photos }) => expect(await photos.list([petId])).toEqual([]),
  },
  {
    name: "a removal that waits for a photo removes it too",
    first: ({ photos }) => addPhotoIn(photos, 1),
    second: (client) => client.deletePet({ params: { petId } }),
    expected: { status: 204 },
    after: async ({ photos }) => {
      expect(await photos.list([petId])).toEqual([]);
      expect(await photos.file(photoOf(petId, 1).token, "small")).toBeUndefined();
    },
  },
  {
    name: "a photo that waits for the twelfth is refused",
    before: async ({ photos }) => {
      for (let position = 1; position < 12; position++) await photos.insert(photoOf(petId, position), FILES);
    },
    first: ({ photos }) => addPhotoIn(photos, 12),
    second: async (client) => client.addPhoto({ params: { petId }, file: new Blob([await jpeg()]) }),
    expected: refusal(409, "conflict", "12 photos"),
  },
  {
    name: "a photo that waits for another has the place after it",
    first: ({ photos }) => addPhotoIn(photos, 1),
    second: async (client) => client.addPhoto({ params: { petId }, file: new Blob([await jpeg()]) }),
    expected: { status: 201, body: { position: 2 } },
  },
  {
    name: "an order that waits for a removal finds no pet",
    first: ({ pets }) => pets.delete(petId),
    second: (client) => client.placeOrder({ body: order }),
    expected: refusal(404, "not_found"),
  },
  {
    name: "an order that waits for the last one finds no stock",
    first: place,
    second: (client) => client.placeOrder({ body: order }),
    expected: refusal(409, "pet_not_available", "pending"),
  },
  {
    name: "a change with If-Match that waits for another is refused",
    first: async ({ pets }) => pets.replace({ id: petId, ...rex }, { id: petId, ...rex, name: "Mia" }),
    second: async (client) => {
      const tag = (await client.getPet({ params: { petId } })).headers.get("ETag") ?? "";
      return client.updatePet({ params: { petId }, body: { name: "Zoë" }, headers: { "If-Match": tag } });
    },
    expected: refusal(412, "precondition_failed"),
  },
  {
    name: "a change without If-Match that waits for another keeps what the other changed",
    first: async ({ pets }) => pets.replace({ id: petId, ...rex }, { id: petId, ...rex, name: "Mia" }),
    second: (client) => client.updatePet({ params: { petId }, body: { status: "sold" } }),
    expected: { status: 200, body: { name: "Mia", status: "sold" } },
  },
];

const arrive = ({ inventory }: Repositories) => inventory.change({ ...adjustment(petId, 3), reason: "arrival" });
const ofStock: readonly Race[] = [
  {
    name: "a removal from stock that waits for an order of the last one is refused",
    first: place,
    second: (client) => client.changeStock({ params: { petId }, body: { delta: -1, reason: "adjustment" } }),
    expected: refusal(409, "insufficient_stock"),
    after: async ({ inventory }) => expect(await inventory.find(petId)).toMatchObject({ quantity: 0 }),
  },
  {
    name: "an arrival that waits for another adds to it",
    first: arrive,
    second: (client) => client.changeStock({ params: { petId }, body: { delta: 2, reason: "arrival" } }),
    expected: { status: 201, body: { delta: 2, quantity: 6 } },
    event: { type: "inventory.updated", data: { quantity: 6 }, previous: { quantity: 4 } },
  },
  {
    name: "a count with If-Match that waits for an arrival is refused",
    first: arrive,
    second: async (client) => {
      const tag = (await client.getInventoryEntry({ params: { petId } })).headers.get("ETag") ?? "";
      return client.updateInventory({ params: { petId }, body: { quantity: 5 }, headers: { "If-Match": tag } });
    },
    expected: refusal(412, "precondition_failed"),
  },
  {
    name: "a count of a known quantity that waits for an arrival is refused",
    first: arrive,
    second: (client) => client.updateInventory({ params: { petId }, body: { quantity: 5, changeFromQuantity: 1 } }),
    expected: refusal(409, "conflict"),
  },
  {
    name: "an arrival that waits for the removal of its pet finds no pet",
    first: ({ pets }) => pets.delete(petId),
    second: (client) => client.changeStock({ params: { petId }, body: { delta: 1, reason: "arrival" } }),
    expected: refusal(404, "not_found"),
  },
];

const ofOrdered: readonly Race[] = [
  {
    name: "a cancellation that waits for the completion is refused",
    first: complete,
    second: (client) => client.cancelOrder({ params: { orderId } }),
    expected: refusal(409, "conflict", "is complete"),
  },
  {
    name: "a completion that waits for the cancellation finds no order",
    first: cancel,
    second: (client) => client.completeOrder({ params: { orderId } }),
    expected: refusal(404, "not_found"),
  },
  {
    name: "a change of an order that waits for another keeps what the other changed",
    first: describeOrder,
    second: (client) => client.updateOrder({ params: { orderId }, body: { customer: { name: "Ada" } } }),
    expected: { status: 200, body: { note: "By car", customer: { name: "Ada" } } },
  },
  {
    name: "a change of an order with If-Match that waits for another is refused",
    first: describeOrder,
    second: async (client) => {
      const tag = (await client.getOrder({ params: { orderId } })).headers.get("ETag") ?? "";
      return client.updateOrder({ params: { orderId }, body: { note: "By train" }, headers: { "If-Match": tag } });
    },
    expected: refusal(412, "precondition_failed"),
  },
  {
    name: "a second cancellation finds no order",
    first: cancel,
    second: (client) => client.cancelOrder({ params: { orderId } }),
    expected: refusal(404, "not_found"),
  },
];

const categoryId = 1n;
const dogs = { name: "Dogs" };
const renameCategory = ({ categories }: Repositories) =>
  categories.replace({ id: categoryId, ...dogs }, { id: categoryId, name: "Hounds" });
const ofCategory: readonly Race[] = [
  {
    name: "a category whose name waits for the same name is refused",
    first: ({ categories }) => categories.insert({ name: "Cats" }),
    second: (client) => client.createCategory({ body: { name: "CATS" } }),
    expected: refusal(409, "conflict", "already"),
  },
  {
    name: "a change of a category that waits for another keeps what the other changed",
    first: renameCategory,
    second: (client) => client.updateCategory({ params: { categoryId }, body: { description: "All breeds" } }),
    expected: { status: 200, body: { name: "Hounds", description: "All breeds" } },
  },
  {
    name: "a change of a category with If-Match that waits for another is refused",
    first: renameCategory,
    second: async (client) => {
      const tag = (await client.getCategory({ params: { categoryId } })).headers.get("ETag") ?? "";
      return client.updateCategory({
        params: { categoryId },
        body: { description: "All breeds" },
        headers: { "If-Match": tag },
      });
    },
    expected: refusal(412, "precondition_failed"),
  },
  {
    name: "the event of a removed category has its last name",
    first: renameCategory,
    second: (client) => client.deleteCategory({ params: { categoryId } }),
    expected: { status: 204 },
    event: { type: "category.deleted", data: { name: "Hounds" } },
  },
];

const describeProfile = async ({ profiles }: Repositories) => {
  await profiles.lock(petId);
  await profiles.put([{ petId, breed: "Beagle" }]);
};
const ofProfile: readonly Race[] = [
  {
    name: "a change of a profile that waits for another keeps what the other changed",
    first: describeProfile,
    second: (client) => client.updateProfile({ params: { petId }, body: { color: "brown" } }),
    expected: { status: 200, body: { petId, breed: "Beagle", color: "brown" } },
    event: { type: "profile.updated", data: { breed: "Beagle", color: "brown" }, previous: {} },
  },
  {
    name: "a change of a profile with If-Match that waits for another is refused",
    first: describeProfile,
    second: async (client) => {
      const tag = (await client.getProfile({ params: { petId } })).headers.get("ETag") ?? "";
      return client.updateProfile({ params: { petId }, body: { color: "brown" }, headers: { "If-Match": tag } });
    },
    expected: refusal(412, "precondition_failed"),
    after: async ({ profiles }) => expect(await profiles.find(petId)).toEqual({ breed: "Beagle" }),
  },
  {
    name: "a change of a profile that waits for the removal of its pet finds no pet, and leaves nothing",
    first: ({ pets }) => pets.delete(petId),
    second: (client) => client.updateProfile({ params: { petId }, body: { tags: ["calm"] } }),
    expected: refusal(404, "not_found"),
    after: async ({ profiles }) => expect(await profiles.ofPets([petId])).toEqual(new Map([[petId, { petId }]])),
  },
  {
    name: "a removal of a pet that waits for a change of its profile removes that too",
    first: describeProfile,
    second: (client) => client.deletePet({ params: { petId } }),
    expected: { status: 204 },
    after: async ({ profiles }) => expect(await profiles.ofPets([petId])).toEqual(new Map([[petId, { petId }]])),
  },
];

const webhookId = 1n;
const hook: NewWebhook = {
  url: "https://receiver.test/",
  types: ["pet.created"],
  description: undefined,
  secret: "whsec_YQ==",
  createdAt: NOON,
  fannedOutTo: 0n,
};
const found = async ({ webhooks }: Repositories) => (await webhooks.find(webhookId)) as StoredWebhook;
/** Gives a webhook its deliveries up to a position, as the background work of an instance does. */
const fanOut = async (repositories: Repositories) => repositories.deliveries.fanOut(await found(repositories), 7n);
const failAt = async (repositories: Repositories) => {
  const webhook = await found(repositories);
  await repositories.webhooks.setHealth(webhookId, webhook, { ...webhook, failingSince: NOON });
};
const describeWebhook = (client: Client) =>
  client.updateWebhook({ params: { webhookId }, body: { description: "Till" } });
const ofWebhook: readonly Race[] = [
  {
    name: "a change of a webhook that waits for a fan-out leaves the position where it is",
    first: fanOut,
    second: describeWebhook,
    expected: { status: 200, body: { description: "Till" } },
    after: async (repositories) => expect((await found(repositories)).fannedOutTo).toBe(7n),
  },
  {
    name: "a change of a webhook that waits for a failure keeps it",
    first: failAt,
    second: describeWebhook,
    expected: { status: 200, body: { description: "Till", state: "failing" } },
  },
  {
    name: "a change of a webhook that waits for a 410 leaves it off",
    first: async (repositories) => {
      const webhook = await found(repositories);
      const off = { ...webhook, active: false, disabledReason: "gone", stateSince: NOON } as const;
      await repositories.webhooks.setHealth(webhookId, webhook, off);
    },
    second: describeWebhook,
    expected: { status: 200, body: { description: "Till", active: false, reason: "gone" } },
  },
  {
    name: "a change of a webhook with If-Match that waits for another is refused",
    first: async (repositories) => {
      const webhook = await found(repositories);
      const change = { ...webhook, description: "Shop", health: webhook, continueAfter: undefined };
      await repositories.webhooks.replace(webhook, change);
    },
    second: async (client) => {
      const tag = (await client.getWebhook({ params: { webhookId } })).headers.get("ETag") ?? "";
      return client.updateWebhook({
        params: { webhookId },
        body: { description: "Till" },
        headers: { "If-Match": tag },
      });
    },
    expected: refusal(412, "precondition_failed"),
  },
  {
    name: "a new secret that waits for the removal finds no webhook",
    first: ({ webhooks }) => webhooks.delete(webhookId, NOON),
    second: (client) => client.rotateWebhookSecret({ params: { webhookId } }),
    expected: refusal(404, "not_found"),
  },
  {
    name: "a ping that waits for another is refused",
    first: async ({ webhooks, deliveries }) => {
      await webhooks.findLocked(webhookId);
      await deliveries.insertPing(webhookId, PING, NOON);
    },
    second: (client) => client.pingWebhook({ params: { webhookId } }),
    expected: refusal(409, "conflict", "ping"),
  },
];

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
const keyContext = ({ store }: TestService) => ({ store, environment: "production", now: NOON, secrets }) as const;
const failureOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const ofKey: readonly Race[] = [
  {
    name: "a rotation of a key that waits for its revocation is refused, and there is no new key",
    first: ({ keys }) => keys.revoke(kiosk.id, NOON),
    second: (_, service) => failureOf(rotate(keyContext(service), kiosk.id, 0)),
    expected: { message: expect.stringContaining("no usable key") },
    after: async ({ keys }) => expect((await keys.list()).filter(({ name }) => name === kiosk.name)).toHaveLength(1),
  },
  {
    name: "a second revocation of a key keeps the time of the first",
    first: ({ keys }) => keys.revoke(kiosk.id, NOON - 1),
    second: (_, service) => failureOf(revoke(keyContext(service), kiosk.id)),
    expected: { message: expect.stringContaining("no usable key") },
    after: async ({ keys }) => expect((await keys.list()).find(({ id }) => id === kiosk.id)?.revokedAt).toBe(NOON - 1),
  },
  {
    name: "over the API too, a second revocation keeps the time of the first",
    first: ({ keys }) => keys.revoke(kiosk.id, NOON - 1),
    second: (client) => client.deleteKey({ params: { keyId: kiosk.id } }),
    expected: { status: 204 },
    after: async ({ keys }) => expect((await keys.find(kiosk.id))?.revokedAt).toBe(NOON - 1),
  },
  {
    name: "a change of a key that waits for its revocation is refused",
    first: ({ keys }) => keys.revoke(kiosk.id, NOON),
    second: (client) => client.updateKey({ params: { keyId: kiosk.id }, body: { name: "till" } }),
    expected: refusal(409, "conflict", "is revoked"),
  },
  {
    name: "a change of a key that waits for another keeps what the other changed",
    first: ({ keys }) => keys.update(kiosk.id, { ...kiosk, scopes: ["orders:read"] }),
    second: (client) => client.updateKey({ params: { keyId: kiosk.id }, body: { name: "till" } }),
    expected: { status: 200, body: { name: "till", scopes: ["orders:read"] } },
  },
  {
    name: "a change of a key with If-Match that waits for another is refused",
    first: ({ keys }) => keys.update(kiosk.id, { ...kiosk, name: "shelf" }),
    second: async (client) => {
      const params = { keyId: kiosk.id };
      const tag = (await client.getKeyById({ params })).headers.get("ETag") ?? "";
      return client.updateKey({ params, body: { name: "till" }, headers: { "If-Match": tag } });
    },
    expected: refusal(412, "precondition_failed"),
  },
  {
    name: "a revocation that waits until its key is the last that manages keys is refused",
    first: async ({ keys }) => {
      for (const { id, scopes } of await keys.list()) if (scopes.includes("*")) await keys.update(id, kiosk);
      await keys.update(kiosk.id, { ...kiosk, scopes: ["keys:manage"] });
    },
    second: (_, service) => failureOf(revoke(keyContext(service), kiosk.id)),
    expected: { message: expect.stringContaining("the last one") },
  },
];

const { id: invitationId, secret } = { id: 1n, secret: "pets_invite_race" };
const ben = {
  name: "Ben",
  hash: secrets.sha256(secret),
  scopes: ["pets:read"],
  createdAt: NOON,
  expiresAt: NOON + 1,
} as const;
const redeem = async ({ fetch }: TestService) => {
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  const url = "http://shop.test/v1/invitations/redemption";
  const response = await fetch(new Request(url, { method: "POST", headers, body: "{}" }));
  return { status: response.status, body: await response.json() };
};
const ofInvitation: readonly Race[] = [
  {
    name: "an acceptance that waits for the revocation of the key that invited is refused",
    before: async ({ keys, invitations }) => {
      await keys.insert(kiosk);
      await invitations.insert({ ...ben, creatorId: kiosk.id }, 100, NOON);
    },
    first: (store) =>
      revokeKey({ store, events: [], by: undefined, now: NOON, environment: "production", secrets }, kiosk),
    second: (_, service) => redeem(service),
    expected: refusal(410, "gone", "was withdrawn"),
  },
  {
    name: "an acceptance that waits for another finds the invitation used, and there is one key",
    first: async ({ keys, invitations }) => {
      await invitations.use(invitationId, NOON);
      await keys.insert(kiosk);
    },
    second: (_, service) => redeem(service),
    expected: refusal(410, "gone", "was used"),
    after: async ({ keys }) => expect((await keys.list()).some(({ name }) => name === ben.name)).toBe(false),
  },
  {
    name: "an acceptance that waits for the withdrawal is refused",
    first: ({ invitations }) => invitations.withdraw(invitationId, NOON),
    second: (_, service) => redeem(service),
    expected: refusal(410, "gone"),
  },
  {
    name: "a withdrawal that waits for the acceptance finds no pending invitation",
    first: ({ invitations }) => invitations.use(invitationId, NOON),
    second: (client) => client.deleteInvitation({ params: { invitationId } }),
    expected: refusal(404, "not_found"),
  },
];

async function run({ before, first, second, expected, event, after }: Race): Promise<void> {
  await using database = await postgres.open();
  await using service = await openService({}, database);
  await using other = await openService({}, database);
  const beside = new SQL(service.databaseUrl, { max: 1 });
  const isSecondWaiting = async () => {
    const rows: unknown[] = await beside`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length > 0;
  };
  await addPet(service.store);
  if (before !== undefined) await service.store.transaction(before);
  await service.publish();
  const isHeld = Promise.withResolvers<void>();
  const isReleased = Promise.withResolvers<void>();
  const held = service.store.transaction(async (repositories) => {
    await first(repositories);
    isHeld.resolve();
    await isReleased.promise;
  });
  await isHeld.promise;
  const waiting = second(other.admin, other);
  await until(isSecondWaiting, "the second operation waiting");
  isReleased.resolve();
  await held;
  expect(await waiting).toMatchObject(expected);
  await beside.close();
  await other.publish();
  if (event !== undefined) {
    const newest = await other.reader.listEvents({ query: { order: "desc", limit: "1" } as never });
    expect(newest.body).toMatchObject([event]);
  }
  await after?.(service.store);
}

test.each(
  [
    ...ofNew,
    ...ofStock,
    ...ofProfile,
    ...ofOrdered.map((race) => ({ before: place, ...race })),
    ...ofCategory.map((race) => ({ before: ({ categories }: Repositories) => categories.insert(dogs), ...race })),
    ...ofWebhook.map((race) => ({ before: ({ webhooks }: Repositories) => webhooks.insert(hook, 100), ...race })),
    ...ofInvitation.map((race) => ({
      before: ({ invitations }: Repositories) => invitations.insert(ben, 100, NOON),
      ...race,
    })),
    ...ofKey.map((race) => ({ before: ({ keys }: Repositories) => keys.insert(kiosk), ...race })),
  ].map((race) => [race.name, race] as const),
)("%s", (_, race) => run(race));
