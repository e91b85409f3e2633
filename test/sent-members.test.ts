/*
 * Nothing that an operation sends is absent from its declared schema, and nothing that a schema declares is never sent: a shop in
 * which everything happens, whose responses and events are read with schemas that refuse unknown members.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020";
import { toJson } from "../src/client/exact-json.ts";
import { type InputOf, operations } from "../src/contract/index.ts";
import type { Operation } from "../src/contract/operation.ts";
import type { Profile } from "../src/contract/pets/profiles.ts";
import { remindOfCare } from "../src/core/shop/care/care-reminder.ts";
import { createInquiry, recordInquiryLimit } from "../src/core/shop/visitors/inquiry-handlers.ts";
import { settle } from "../src/core/webhooks/delivery-handlers.ts";
import { secrets } from "../src/service/runtime.ts";
import { follow, type OpenStream } from "./support/event-stream.ts";
import { bodyOf, openService, type TestService } from "./support/harness.ts";
import { jpeg } from "./support/images.ts";
import { until } from "./support/program.ts";
import { document, type Part, resolve } from "./support/published.ts";
import { type Client, client } from "./support/typed-client.ts";

/** A copy of a part of the document in which no object may have a member that its schema does not name. */
function closed(part: Part): Part {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== "object" || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, closed(inner)]));
  return part.type === "object" && part.properties ? { ...copy, additionalProperties: false } : copy;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ ...closed(document), $id: "closed" });

/** What was sent, by schema and member. */
const sent = new Set<string>();
/** What was sent and is not declared, or not within its bounds. */
const wrong: unknown[] = [];
const called = new Set<string>();

/** Checks a response of an operation, and notes its members. */
async function read(operation: Operation, response: Response): Promise<void> {
  called.add(operation.id);
  const text = await response.text();
  if (text === "") return;
  const { responses } = document.paths[operation.path][operation.method.toLowerCase()];
  const { content } = resolve(responses[response.status]);
  // A file has no members.
  const type = response.headers.get("Content-Type")?.split(";")[0];
  if (type?.startsWith("text/")) return void expect(Object.keys(content)).toEqual([type]);
  const { schema } = content["application/json"];
  check(operation.id, schema, JSON.parse(text));
}

/** Compares a value with its schema, and notes its members. */
function check(id: string, schema: Part, value: Part): void {
  if (!ajv.validate({ $ref: `closed${schema.$ref}` }, value)) wrong.push([id, ajv.errors, value]);
  note(schema, value, id);
}

/** Notes the members of a value. A schema without a name has that of what it is in. */
function note(schema: Part, value: Part, within: string): void {
  const name = schema.$ref?.replace("#/components/schemas/", "") ?? within;
  const { items, properties = {}, discriminator, additionalProperties } = resolve(schema);
  if (discriminator) note({ $ref: discriminator.mapping[value.type] }, value, name);
  else if (items) for (const item of value) note(items, item, `${name}[]`);
  else if (additionalProperties) for (const inner of Object.values(value)) note(additionalProperties, inner, name);
  else {
    for (const [member, inner] of Object.entries<Part>(value ?? {})) {
      sent.add(`${name}.${member}`);
      if (properties[member]) note(properties[member], inner, `${name}.${member}`);
    }
  }
}

/** Every member that some response may have, named as `note` names it. */
function declared(
  schema: Part,
  within: string,
  known = new Map<string, readonly string[]>(),
): Map<string, readonly string[]> {
  const name = schema.$ref?.replace("#/components/schemas/", "") ?? within;
  if (known.has(name)) return known;
  const { items, properties = {}, oneOf = [] } = resolve(schema);
  known.set(
    name,
    Object.keys(properties).map((member) => `${name}.${member}`),
  );
  for (const option of oneOf) declared(option, name, known);
  if (items) declared(items, `${name}[]`, known);
  for (const [member, inner] of Object.entries<Part>(properties)) declared(inner, `${name}.${member}`, known);
  return known;
}

function operationOf(method: string, url: string): Operation {
  const path = new URL(url).pathname.replace(/^\/v1/, "");
  const matches = operations.filter(
    (one: Operation) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  // A path without places is more exact than one with some.
  const [operation] = matches.toSorted((one, other) => one.path.split("{").length - other.path.split("{").length);
  if (operation === undefined) throw new Error(`${method} ${path}`);
  return operation;
}

/** A client whose responses are all read. */
function watched(service: TestService, key: string): Client {
  const fetch = async (url: string, init: RequestInit) => {
    const response = await service.fetch(new Request(url, init));
    await read(operationOf(init.method ?? "GET", url), response.clone());
    return response;
  };
  return client(service.base, key, { fetch, maxRetries: 0 });
}

let service: TestService;
let shop: Client;
/** Open all the time. */
let stream: OpenStream;
/** The id and the type of each event. */
const feed: { readonly id: string; readonly type: string }[] = [];

beforeAll(async () => {
  service = await openService({ shopName: "Paws and Claws", taxRate: 1900 }, undefined, { shopTaxRate: 1900 });
  shop = watched(service, service.adminKey);
  const abort = new AbortController();
  stream = follow(await service.send("/v1/events/stream", { signal: abort.signal }), abort);
});
afterAll(async () => {
  await stream.close();
  await service[Symbol.asyncDispose]();
});

const PRICE = { amount: 15_000n, currency: "EUR" };
const PROFILE: Profile = {
  breed: "Beagle",
  sex: "female",
  birthDate: "2024-05",
  size: "small",
  color: "white",
  neutered: true,
  description: "Likes people.",
  tags: ["calm"],
  price: PRICE,
  reference: "A-17",
  microchip: "276098106123456",
  arrivedOn: "2026-11-02",
  published: true,
};
const INCLUDED = ["profile", "photos", "quantity", "createdAt"] as const;
const [SUCCEEDED, GONE, UNREACHABLE] = [
  { status: 200, durationMs: 12, response: "ok", error: undefined },
  { status: 410, durationMs: 12, response: "gone", error: undefined },
  { status: undefined, durationMs: 12, response: undefined, error: "connection refused" },
];

test("the shop keeps pets, kinds, photos and stock", async () => {
  const dogs = await bodyOf(shop.createCategory({ body: { name: "Dogs", description: "All breeds" } }));
  const params = { categoryId: dogs.id };
  await bodyOf(shop.updateCategory({ params, body: { name: "Big dogs", description: null } }));
  await bodyOf(shop.updateCategory({ params, body: { description: "Large ones" } }));
  await bodyOf(shop.getCategory({ params }));
  await bodyOf(shop.listCategories());
  const cats = await bodyOf(shop.createCategory({ body: { name: "Cats" } }));
  await bodyOf(shop.deleteCategory({ params: { categoryId: cats.id } }));

  const { id: petId } = await bodyOf(shop.createPet({ body: { name: "Mia", categoryId: dogs.id, profile: PROFILE } }));
  const photo = await bodyOf(
    shop.addPhoto({ params: { petId }, query: { alt: "Mia" }, file: new Blob([await jpeg()]) }),
  );
  const onPhoto = { petId, photoId: photo.id };
  await bodyOf(shop.updatePhoto({ params: onPhoto, body: { alt: "Mia in the snow", position: 1 } }));
  await bodyOf(shop.addPhoto({ params: { petId }, file: new Blob([await jpeg()]) }));
  await bodyOf(shop.updatePhoto({ params: onPhoto, body: { position: 2 } }));
  await bodyOf(shop.listPhotos({ params: { petId } }));
  await bodyOf(
    shop.updatePet({ params: { petId }, body: { name: "Mia II", categoryId: 9n, status: "pending", note: "Asked" } }),
  );
  await bodyOf(shop.updatePet({ params: { petId }, body: { categoryId: dogs.id, status: "available" } }));
  await bodyOf(shop.getProfile({ params: { petId } }));
  const empty = Object.fromEntries(Object.keys(PROFILE).map((name) => [name, null]));
  await bodyOf(shop.updateProfile({ params: { petId }, body: empty }));
  await bodyOf(shop.updateProfile({ params: { petId }, body: PROFILE }));
  const { id: other } = await bodyOf(shop.createPet({ body: { name: "Moe", categoryId: dogs.id } }));
  await bodyOf(shop.updateProfile({ params: { petId }, body: { together: [other] } }));
  await bodyOf(shop.getProfile({ params: { petId } }));
  await bodyOf(shop.listPets({ query: { include: [...INCLUDED] } }));
  await bodyOf(shop.updateProfile({ params: { petId }, body: { together: null } }));
  await bodyOf(shop.listPets());
  await bodyOf(shop.exportPets());
  await bodyOf(shop.getPet({ params: { petId }, query: { include: [...INCLUDED] } }));
  await bodyOf(shop.getPet({ params: { petId } }));

  await bodyOf(shop.changeStock({ params: { petId }, body: { delta: 4, reason: "arrival", note: "From the north" } }));
  await bodyOf(shop.updateInventory({ params: { petId }, body: { quantity: 3, note: "Counted" } }));
  await bodyOf(shop.getInventoryEntry({ params: { petId } }));
  await bodyOf(shop.listInventory());
  await bodyOf(shop.deletePhoto({ params: onPhoto }));
  const doomed = await bodyOf(shop.createPet({ body: { name: "Rex", categoryId: 7n } }));
  await bodyOf(shop.deletePet({ params: { petId: doomed.id } }));
});

test("the shop sells", async () => {
  const customer = { name: "Ada", contact: "+49 170 1234567" };
  const body = {
    petId: 1n,
    quantity: 1,
    customer,
    note: "By phone",
    price: PRICE,
    shipDate: "2026-11-30T09:00:00Z",
  };
  const place = () => bodyOf(shop.placeOrder({ body }));
  const params = { orderId: (await place()).id };
  await bodyOf(shop.updateOrder({ params, body: { ready: true, note: "On Monday" } }));
  await bodyOf(shop.updateOrder({ params, body: { ready: false, shipDate: null } }));
  await bodyOf(shop.updateOrder({ params, body: { ready: true, shipDate: "2026-12-01T09:00:00Z" } }));
  await bodyOf(shop.getOrder({ params }));
  await bodyOf(shop.completeOrder({ params }));
  await bodyOf(shop.reopenOrder({ params }));
  await bodyOf(shop.completeOrder({ params }));
  await bodyOf(shop.returnOrder({ params, body: { refund: PRICE, note: "Allergic" } }));
  await bodyOf(shop.cancelOrder({ params: { orderId: (await place()).id } }));
  const sale = {
    items: [{ petId: 1n, price: PRICE }],
    customer: { name: "Ada Krause" },
    note: "Both at once",
    shipDay: "2026-12-01",
  };
  const { id: saleId } = await bodyOf(shop.placeSale({ body: sale }));
  await bodyOf(shop.completeSale({ params: { saleId } }));
  const { receipt } = await bodyOf(shop.getSale({ params: { saleId } }));
  await bodyOf(shop.getReceipt({ params: { number: receipt?.number ?? "" } }));
  await bodyOf(shop.listPlacedSales());
  await bodyOf(shop.reopenSale({ params: { saleId } }));
  await shop.cancelSale({ params: { saleId } });
  await bodyOf(shop.listReceipts());
  await bodyOf(shop.getPapers());
  await bodyOf(shop.listOrders());
  await bodyOf(shop.listStockChanges({ params: { petId: 1n } }));
  await bodyOf(shop.getClosing());
  for (const by of ["day", "month", "category", "receipt"] as const) await bodyOf(shop.listSales({ query: { by } }));
  await bodyOf(shop.getStats({ query: { by: "category" } }));
});

test("the shop cares for a pet", async () => {
  const pet = { params: { petId: 1n } };
  const details = { batch: "A 4711", by: "Dr. Weber", note: "Calm" };
  const vaccination = { kind: "vaccination", what: "DHPPi", dueOn: "2026-11-20", everyDays: 28, ...details } as const;
  const { id } = await bodyOf(shop.addCare({ ...pet, body: vaccination }));
  const grown = { kind: "weight", what: "Scales", doneOn: "2026-11-20", grams: 3500 } as const;
  await bodyOf(shop.addCare({ ...pet, body: grown }));
  const params = { careId: id };
  await bodyOf(shop.completeCare({ params, body: { on: "2026-11-21" } }));
  const changes = { kind: "treatment", what: "Worms", doneOn: null, everyDays: null, batch: null, by: null } as const;
  await bodyOf(shop.updateCare({ params, body: { ...changes, note: null, dueOn: "2026-11-22" } }));
  await bodyOf(shop.updateCare({ params: { careId: 2n }, body: { grams: 3600 } }));
  await bodyOf(shop.getCare({ params }));
  await bodyOf(shop.listCare());
  await bodyOf(shop.listPetCare(pet));
  await bodyOf(shop.getCareCalendar());
  const { categoryId } = await bodyOf(shop.updatePet({ params: { petId: 1n }, body: { name: "Planned" } }));
  const plan = (carePlan: InputOf<"updateCategory">["body"]["carePlan"]) =>
    bodyOf(shop.updateCategory({ params: { categoryId }, body: { carePlan } }));
  await plan([{ kind: "check", what: "Teeth", atDays: 7, everyDays: 7 }]);
  await plan(null);
  await plan([{ kind: "check", what: "Teeth", atDays: 7, everyDays: 7 }]);
  await bodyOf(shop.applyCarePlan({ ...pet, body: {} }));
  await shop.deleteCare({ params });
  const { now, store } = service;
  await remindOfCare({ store, now: now + 30 * 86_400_000, timeZone: "UTC", hour: 0, sha256: secrets.sha256 });
});

test("visitors ask", async () => {
  const visitor = { name: "Ada Krause", contact: "ada@example.com", message: "Is Mia good with cats?" };
  await createInquiry(1n, visitor, { store: service.store, now: service.now, sha256: secrets.sha256 });
  await recordInquiryLimit("day", { store: service.store, now: service.now, sha256: secrets.sha256 });
  const params = { inquiryId: 1n };
  await bodyOf(shop.updateInquiry({ params, body: { state: "answered", note: "Comes on Friday" } }));
  await bodyOf(shop.getInquiry({ params }));
  await bodyOf(shop.listInquiries());
  await bodyOf(shop.deleteInquiry({ params }));
});

test("the shop imports", async () => {
  const header = "name,category,status,breed,Unsinn";
  const good = `${header}\nLuna,Big dogs,sold,Boxer,-\nBello,Big dogs\n`;
  const care = "name,category,vaccinatedOn,vaccinationDueOn,dewormedOn,grams,weighedOn";
  const cared = `${care}\nRex,Big dogs,2026-11-01,2027-11-01,2026-11-02,3500,2026-11-03\n`;
  await bodyOf(shop.createImport({ file: cared, query: { dryRun: true } }));
  await bodyOf(shop.createImport({ file: good, query: { dryRun: true } }));
  await bodyOf(shop.createImport({ file: good }));
  const [{ id: importId } = { id: 0n }] = await bodyOf(shop.listImports());
  await bodyOf(shop.getImport({ params: { importId } }));
  // A pet that somebody has changed since is kept.
  const [bello] = await bodyOf(shop.listPets({ query: { name: "Bello" } }));
  await bodyOf(shop.updatePet({ params: { petId: bello?.id ?? 0n }, body: { name: "Bello II" } }));
  await bodyOf(shop.undoImport({ params: { importId } }));
  await bodyOf(
    shop.createImport({ file: "id,name,categoryId\n1,Mia,7\n", query: { update: true, allowOtherPets: true } }),
  );
  await bodyOf(shop.createImport({ file: `${header}\nRex,Big dogs,frei,Boxer,-\n`, query: { dryRun: true } }));
});

test("the shop has webhooks", async () => {
  const { store } = service;
  const url = "https://accounting.example/hooks";
  const body = { url, types: ["pet.created"] as const, description: "Invoices" };
  const params = { webhookId: (await bodyOf(shop.createWebhook({ body: { ...body, types: [...body.types] } }))).id };
  const attempts = { first: SUCCEEDED, second: UNREACHABLE };
  for (const attempt of Object.values(attempts)) {
    await bodyOf(shop.createPet({ body: { name: "Rex", categoryId: 7n } }));
    await service.publish();
    await end(params.webhookId, attempt);
  }
  await bodyOf(shop.getWebhook({ params }));
  await bodyOf(shop.listWebhooks());
  const deliveries = await bodyOf(shop.listDeliveries({ params }));
  await bodyOf(shop.retryWebhook({ params }));
  await bodyOf(shop.retryDelivery({ params: { ...params, deliveryId: deliveries[0]?.id ?? 0n } }));
  await bodyOf(shop.pingWebhook({ params }));
  await bodyOf(shop.rotateWebhookSecret({ params }));
  await end(params.webhookId, GONE);
  await bodyOf(shop.getWebhook({ params }));
  await bodyOf(shop.updateWebhook({ params, body: { active: true } }));
  await bodyOf(shop.deleteWebhook({ params }));

  /** Ends an attempt of every delivery that is due. */
  async function end(webhookId: bigint, attempt: (typeof attempts)["first" | "second"] | typeof GONE) {
    const head = (await store.events.head()).last;
    await store.transaction(async ({ webhooks, deliveries }) => {
      const [webhook] = await webhooks.active();
      if (webhook !== undefined) await deliveries.fanOut(webhook, head);
    });
    const claimed = await store.transaction(({ deliveries }) => deliveries.claim(webhookId, 10, "claim", 1000));
    for (const delivery of claimed) await settle(store, delivery, "claim", attempt, 0);
  }
});

test("the shop has people and keys", async () => {
  const expiresAt = "2026-12-01T00:00:00Z";
  const made = await bodyOf(shop.createKey({ body: { name: "till", role: "counter", expiresAt } }));
  const params = { keyId: made.id };
  const till = watched(service, made.secret ?? "");
  service.now += 2000;
  await bodyOf(till.getKey());
  await bodyOf(till.getPet({ params: { petId: 1n } }));
  await service.sql("update api_keys set last_used_at = 0");
  await service.store.transaction(({ keys }) =>
    keys.addDeprecatedCalls([{ keyId: made.id, operation: "getPet", calls: 1, lastAt: service.now }]),
  );
  await bodyOf(shop.getKeyById({ params }));
  await bodyOf(shop.listKeys());
  await bodyOf(shop.updateKey({ params, body: { name: "till 2", scopes: ["pets:read"], expiresAt: null } }));
  await bodyOf(shop.updateKey({ params, body: { role: "viewer", expiresAt } }));
  const rotated = await bodyOf(shop.rotateKey({ params }));
  await bodyOf(shop.deleteKey({ params: { keyId: rotated.id } }));
  await bodyOf(shop.listKeys());

  const ben = await bodyOf(shop.createInvitation({ body: { name: "Ben", role: "viewer" } }));
  await bodyOf(shop.listInvitations());
  const secret = new URL(ben.url ?? "").hash.replace("#invitation=", "");
  await bodyOf(watched(service, secret).getInvitation());
  await bodyOf(watched(service, secret).redeemInvitation({ body: { device: "phone" } }));
  const anna = await bodyOf(shop.createInvitation({ body: { name: "Anna", scopes: ["pets:read"] } }));
  await bodyOf(shop.deleteInvitation({ params: { invitationId: anna.id } }));
});

test("refusals have the declared body", async () => {
  expect(await shop.listPets({ query: { limit: 0 } })).toMatchObject({ status: 400 });
  expect(await shop.getPet({ params: { petId: 404n } })).toMatchObject({ status: 404 });
});

test("the feed tells all of it", async () => {
  await service.publish();
  let after: string | undefined;
  do {
    const events = await bodyOf(shop.listEvents({ query: { limit: 100, ...(after && { after }) } }));
    feed.push(...events);
    after = events.at(-1)?.id;
  } while (after !== undefined);
  await bodyOf(shop.listActivity());
});

test("the stream has sent every event of the feed, with its id and its type", async () => {
  await until(() => stream.events.length >= feed.length, "the last event");
  const { content } = document.paths["/events/stream"].get.responses[200];
  for (const { data } of stream.events) {
    check("streamEvents", content["text/event-stream"].schema["x-event-data"], JSON.parse(toJson(data)));
  }
  const identified = ({ id, type }: { readonly id: string; readonly type: string }) => [id, type];
  expect(stream.events.map(identified)).toEqual(feed.map(identified));
  expect(stream.events.map(({ data }) => identified(data as Part))).toEqual(feed.map(identified));
  called.add("streamEvents");
});

test("every operation was called", () => {
  expect(operations.map(({ id }): string => id).filter((id) => !called.has(id))).toEqual([]);
});

test("nothing that an operation sent is absent from its schema, or beyond its bounds", () => {
  expect(wrong).toEqual([]);
});

/** These have the members of others, so that code for one of them works with all: no visitor has a key. Only the command knows a file's name. */
const SHARED = /^\w+Event\.(?:note|petId|key)$|^Import\.file$|^(?:Previous|Created)\w+\./;

test("nothing that a schema of a response declares was never sent", () => {
  const known = new Map<string, readonly string[]>();
  for (const { id, path, method, success } of operations) {
    const content = document.paths[path][method.toLowerCase()].responses[success.status].content?.["application/json"];
    if (content) declared(content.schema, id, known);
  }
  declared({ $ref: "#/components/schemas/Error" }, "Error", known);
  const unsent = [...known.values()].flat().filter((member) => !sent.has(member));
  expect(unsent.filter((member) => !SHARED.test(member))).toEqual([]);
});
