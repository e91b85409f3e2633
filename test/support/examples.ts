/* Requests made of the contract's own examples, and what must exist before they succeed. */
import type * as z from "zod";
import { contract } from "../../src/contract/index.ts";
import { parseJson } from "../../src/contract/json/json.ts";
import { fillPath, type GrantedScope, type Operation } from "../../src/contract/operation.ts";
import type { ImportRuns } from "../../src/core/imports/run-ports.ts";
import { INVITATIONS_MAX } from "../../src/core/keys/invitation-handlers.ts";
import type { Invitations } from "../../src/core/keys/invitation-ports.ts";
import type { Keys } from "../../src/core/keys/key-ports.ts";
import { storeKey } from "../../src/core/keys/key-rules.ts";
import type { Categories, Store } from "../../src/core/ports.ts";
import type { Orders } from "../../src/core/shop/orders/order-ports.ts";
import { receiptNumber } from "../../src/core/shop/orders/receipt-numbers.ts";
import type { Receipts } from "../../src/core/shop/orders/receipt-ports.ts";
import type { Inquiries } from "../../src/core/shop/visitors/inquiry-ports.ts";
import { WEBHOOKS_MAX } from "../../src/core/webhooks/webhook-handlers.ts";
import type { Deliveries, Webhooks } from "../../src/core/webhooks/webhook-ports.ts";
import { secrets } from "../../src/service/runtime.ts";
import { NOON } from "./harness.ts";
import { jpeg } from "./images.ts";

/** A request as `TestService.send` takes it, which adds the admin's key unless there is another. */
export interface ExampleRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: BodyInit | null;
}

/** Stores what an operation's example is about, and returns the request. */
export async function exampleRequest(
  store: Store,
  { id, method, path, params, file, examples, credential }: Operation,
  keyScopes: readonly GrantedScope[] = ["pets:read"],
): Promise<ExampleRequest> {
  const names = Object.keys(params?.shape ?? {});
  const ids = await store.transaction(
    async ({
      pets,
      photos,
      orders,
      receipts,
      inquiries,
      care,
      categories,
      webhooks,
      deliveries,
      keys,
      invitations,
      importRuns,
    }) => {
      const { status = "available", ...pet } = bodyOf(contract.createPet);
      const categoryId = id === "applyCarePlan" ? await addPlannedKind(categories) : pet.categoryId;
      const { id: petId } = await pets.insert({ ...pet, categoryId, status }, 1, NOON);
      return {
        petId,
        orderId: names.includes("orderId")
          ? await addOrder(orders, petId, ["returnOrder", "reopenOrder"].includes(id))
          : undefined,
        saleId: names.includes("saleId") ? await addSale(orders, petId, id === "reopenSale") : undefined,
        ...(names.includes("number") && { number: await addReceipt(orders, receipts, petId) }),
        inquiryId: names.includes("inquiryId") ? await addInquiry(inquiries, petId) : undefined,
        careId: names.includes("careId")
          ? (await care.insert({ petId, kind: "vaccination", what: "DHPPi", dueOn: "2026-12-29", everyDays: 28 })).id
          : undefined,
        categoryId: names.includes("categoryId") ? await idOfCategory(categories) : undefined,
        ...(names.includes("photoId") && { photoId: (await photos.insert(photoOf(petId), FILES)).id }),
        ...(names.includes("webhookId") && (await addDelivery(webhooks, deliveries))),
        ...((credential ?? names.includes("invitationId")) && (await addInvitation(invitations, keyScopes))),
        importId: names.includes("importId") ? await addImport(importRuns) : undefined,
        keyId: names.includes("keyId") ? await addKey(keys, keyScopes) : undefined,
      };
    },
  );
  return {
    path: `/v1${fillPath(path, ids)}`,
    method,
    headers: {
      ...((file || examples.body !== undefined) && { "Content-Type": file?.types[0] ?? "application/json" }),
      ...(credential && "secret" in ids && { Authorization: `Bearer ${ids.secret}` }),
    },
    body: examples.body === undefined ? await fileOf(examples.file) : JSON.stringify(examples.body),
  };
}

async function addOrder(orders: Orders, petId: bigint, isComplete: boolean): Promise<bigint> {
  const { id } = await orders.insert({ petId, quantity: 1 });
  if (isComplete) await orders.complete(id, NOON);
  return id;
}

async function addSale(orders: Orders, petId: bigint, isComplete: boolean): Promise<bigint | undefined> {
  const placedAt = new Date(NOON).toISOString();
  const [order] = await orders.insertSale([{ petId, quantity: 1, placedAt }]);
  if (isComplete && order !== undefined) await orders.complete(order.id, NOON);
  return order?.saleId;
}

async function addReceipt(orders: Orders, receipts: Receipts, petId: bigint): Promise<string> {
  const receipt = { at: NOON, orderIds: [await addOrder(orders, petId, true)], sums: [] };
  return receiptNumber(await receipts.issue(receipt, 2026));
}

/** Stores a category with a plan of care. */
async function addPlannedKind(categories: Categories): Promise<bigint> {
  const carePlan = [{ kind: "vaccination", what: "DHPPi", atDays: 28, everyDays: 28 } as const];
  const category = await categories.insert({ name: `Planned ${crypto.randomUUID()}`, carePlan });
  if (category === undefined) throw new Error("the name is taken");
  return category.id;
}

/** Stores an inquiry of a visitor. */
export async function addInquiry(inquiries: Inquiries, petId: bigint): Promise<bigint> {
  const at = new Date(NOON).toISOString();
  const visitor = { name: "Ada Krause", contact: "ada@example.com", message: "Is Rex good with cats?" };
  return (await inquiries.insert({ petId, at, ...visitor, state: "new" })).id;
}

async function addImport(importRuns: ImportRuns): Promise<bigint> {
  const { id } = await importRuns.begin({ content: "a", at: NOON, file: "pets.csv" });
  await importRuns.add(id, { added: [404n], updated: [], createdCategories: [] });
  await importRuns.finish(id, NOON);
  return id;
}

/** The file of an example: its text, or an image. */
export async function fileOf(file: Operation["examples"]["file"]): Promise<string | Uint8Array<ArrayBuffer> | null> {
  return typeof file === "object" ? jpeg() : (file ?? null);
}

/** The files of a photo to store. */
export const FILES = { small: new Uint8Array(1), medium: new Uint8Array(2), large: new Uint8Array(3) };

/** A photo to store. */
export function photoOf(petId: bigint, position = 1) {
  return {
    petId,
    token: Buffer.from(`photo ${petId}-${position}`.padEnd(16)).toString("base64url"),
    width: 8,
    height: 6,
    position,
    placeholder: "data:image/png;base64,",
    createdAt: new Date(NOON).toISOString(),
  };
}

/** Stores the category of the examples unless it is there. */
async function idOfCategory(categories: Categories): Promise<bigint | undefined> {
  const [known] = await categories.list({ after: 0n, limit: 1 });
  return (known ?? (await categories.insert(bodyOf(contract.createCategory))))?.id;
}

/** Stores a webhook with a delivery. */
async function addDelivery(webhooks: Webhooks, deliveries: Deliveries) {
  const secret = `whsec_${btoa("secret")}`;
  const webhook = { ...bodyOf(contract.createWebhook), secret, createdAt: NOON, fannedOutTo: 0n };
  const { id: webhookId = 0n } = (await webhooks.insert({ description: undefined, ...webhook }, WEBHOOKS_MAX)) ?? {};
  // Not a ping: one that waits would keep another from being sent.
  const { id: deliveryId } = await deliveries.insertPing(webhookId, "order.completed", NOON);
  return { webhookId, deliveryId };
}

let invited = 0;

/** Stores an invitation with these scopes. */
async function addInvitation(invitations: Invitations, scopes: readonly GrantedScope[]) {
  const secret = `pets_invite_${++invited}`;
  const hash = secrets.sha256(secret);
  const invitation = {
    name: "Ben",
    hash,
    scopes,
    createdAt: NOON,
    createdBy: "Maria",
    expiresAt: NOON + 24 * 3_600_000,
  };
  return { invitationId: (await invitations.insert(invitation, INVITATIONS_MAX, NOON))?.id, secret };
}

/** Stores a key with these scopes. */
async function addKey(keys: Keys, scopes: readonly GrantedScope[]): Promise<string> {
  const request = { name: "Anna", scopes, expiresAt: undefined };
  return (await storeKey(keys, request, { environment: "production", now: NOON, secrets })).key.id;
}

/** The body of an operation's example, as a handler gets it. */
function bodyOf<Schema extends z.ZodObject>({ body, examples }: { body: Schema; examples: { body: unknown } }) {
  return body.parse(parseJson(JSON.stringify(examples.body)));
}
