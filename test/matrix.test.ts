/* Every scope, every role and no key at all against every operation: who may call what, and nobody else may. */
import { test as bunTest, expect } from "bun:test";
import { contract, operations } from "../src/contract/index.ts";
import { roles } from "../src/contract/keys/roles.ts";
import { ALL_SCOPES, type GrantedScope, type Operation, scopes } from "../src/contract/operation.ts";
import { test } from "./support/databases.ts";
import { type ExampleRequest, exampleRequest } from "./support/examples.ts";
import { adjustment, NOON, openService, type TestService } from "./support/harness.ts";

type Owners = readonly (readonly [name: string, granted: readonly GrantedScope[]])[];

/** The rows of the matrix: each scope alone, each role, every scope by name. */
const singles: Owners = scopes.map((scope) => [scope, [scope]]);
const wholes: Owners = [...Object.entries(roles), ["every scope", scopes]];

/** The status of a request by a key. An invitation is what a few operations take instead of one. */
function statusFor(granted: readonly GrantedScope[], operation: Operation): number {
  if (operation.credential === "invitation") return 401;
  return mayCall(granted, operation) ? operation.success.status : 403;
}

const mayCall = (granted: readonly GrantedScope[], { scope }: Operation) =>
  scope === undefined || granted.includes(ALL_SCOPES) || granted.includes(scope);

/** The request of an operation by a key, about a key that may do no more, which is what it grants. */
async function requestBy(
  { store }: TestService,
  operation: Operation,
  granted: readonly GrantedScope[],
): Promise<ExampleRequest> {
  const request = await exampleRequest(store, operation, granted);
  const grants = operation.scope === "keys:manage" && operation.body?.shape["scopes"] !== undefined;
  return grants ? { ...request, body: JSON.stringify({ name: "Anna", scopes: granted }) } : request;
}

/** Removes what would stand in the way of the next example: names, files, webhooks and stock are limited. */
async function removeExamples({ store, sql }: TestService): Promise<void> {
  await sql("delete from imports; delete from invitations");
  const all = { after: 0n, limit: 100 };
  await store.transaction(async ({ pets, inventory, categories, webhooks }) => {
    if (await pets.changeStatus(1n, "pending", "available")) {
      await inventory.change({ ...adjustment(1n, 1), reason: "order_cancelled" });
    }
    for (const { id } of await categories.list(all)) await categories.delete(id);
    for (const { id } of await webhooks.list(all)) await webhooks.delete(id, NOON);
  });
}

/** The operations that each scope allows. An operation has one line here: whoever changes its scope changes that, too. */
const allowed: Readonly<Record<string, string>> = {
  "pets:read": "listPets exportPets getPet listPhotos getProfile getStats listImports getImport",
  "pets:write": "createPet updatePet deletePet addPhoto updatePhoto deletePhoto updateProfile createImport undoImport",
  "inventory:read": "listInventory getInventoryEntry listStockChanges",
  "inventory:write": "updateInventory changeStock",
  "orders:read": "listOrders getOrder listPlacedSales getSale listReceipts getReceipt getPapers listSales getClosing",
  "orders:write":
    "placeOrder updateOrder completeOrder reopenOrder returnOrder cancelOrder placeSale completeSale reopenSale cancelSale",
  "inquiries:read": "listInquiries getInquiry",
  "inquiries:write": "updateInquiry deleteInquiry",
  "care:read": "listPetCare listCare getCare",
  "care:write": "addCare updateCare completeCare deleteCare applyCarePlan",
  "calendar:read": "getCareCalendar",
  "categories:read": "listCategories getCategory",
  "categories:write": "createCategory updateCategory deleteCategory",
  "events:read": "listEvents streamEvents listActivity",
  "webhooks:manage":
    "listWebhooks createWebhook getWebhook updateWebhook deleteWebhook rotateWebhookSecret pingWebhook " +
    "listDeliveries retryDelivery retryWebhook",
  "keys:manage":
    "listKeys createKey getKeyById updateKey deleteKey rotateKey listInvitations createInvitation deleteInvitation",
  "any key": "getKey",
  invitation: "getInvitation redeemInvitation",
};

bunTest("each scope allows these operations and no others", () => {
  const byScope = Map.groupBy(operations, ({ credential, scope }) => credential ?? scope ?? "any key");
  const found = [...byScope].map(([scope, some]) => [scope, some.map(({ id }): string => id).sort()]);
  const expected = Object.entries(allowed).map(([scope, ids]) => [scope, ids.split(" ").sort()]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

bunTest("each scope alone may call what needs it", () => requireAccess(singles));

// What a key holds is read from the database; which of its scopes is needed is no matter of the engine.
test.each(wholes)("%s may call what its scopes allow", (name, granted) => requireAccess([[name, granted]]));

/** Requires that every operation answers these keys, no key and an invitation as the contract says. */
async function requireAccess(owners: Owners): Promise<void> {
  await using service = await openService();
  // Before the first request: the clock stands still, and unknown keys are looked up again only after a while.
  const keys = new Map<string, string>();
  for (const [name, granted] of owners) keys.set(name, (await service.as(granted)).key);
  for (const operation of operations) {
    const cells: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const [name, granted] of owners) {
      const { path, ...init } = await requestBy(service, operation, granted);
      const headers = { ...init.headers, Authorization: `Bearer ${keys.get(name)}` };
      const response = await service.send(path, { ...init, headers });
      await response.body?.cancel();
      // A minute of refused secrets is limited.
      service.now += 10_000;
      cells[name] = response.status;
      expected[name] = statusFor(granted, operation);
      await removeExamples(service);
    }
    const { path, ...init } = await requestBy(service, operation, ["pets:read"]);
    const anonymous = await service.send(path, { ...init, headers: { ...init.headers, Authorization: "" } });
    const { headers } = await exampleRequest(service.store, contract.redeemInvitation);
    const guest = await service.send(path, { ...init, headers: { ...init.headers, ...headers } });
    await guest.body?.cancel();
    service.now += 10_000;
    await removeExamples(service);
    const { id } = operation;
    expect({ id, ...cells, "no key": anonymous.status, "an invitation": guest.status }).toEqual({
      id,
      ...expected,
      "no key": 401,
      "an invitation": operation.credential === "invitation" ? operation.success.status : 401,
    });
  }
}
