import { expect } from "bun:test";
import { forbiddenUrl, purgeDeliveries, WEBHOOKS_MAX } from "../../src/core/webhooks.ts";
import { test } from "../support/databases.ts";
import { NOON, openService, type TestService } from "../support/harness.ts";
import { describeFailures, type Provocation } from "../support/ledger.ts";

const hook = { url: "https://accounting.example/hooks", types: ["order.completed" as const], description: "Invoices" };

test("createWebhook returns the webhook and its secret, and no other response has the secret", async () => {
  await using service = await openService();
  const created = await service.admin.createWebhook({ body: hook });
  if (!created.ok) throw new Error(created.body.message);
  const { secret, ...webhook } = created.body;
  expect(created.status).toBe(201);
  const now = new Date(NOON).toISOString();
  expect(webhook).toEqual({ id: webhook.id, ...hook, active: true, createdAt: now, state: "active", since: now });
  expect(secret).toMatch(/^whsec_.{44}$/);
  expect(created.headers.get("Location")).toBe(`${service.base}/webhooks/${webhook.id}`);
  const params = { webhookId: webhook.id };
  expect((await service.admin.getWebhook({ params })).body).toEqual(webhook);
  expect((await service.admin.listWebhooks()).body).toEqual([webhook]);
  for (const path of ["", `/${webhook.id}`, `/${webhook.id}/deliveries`]) {
    expect(await (await service.send(`/v1/webhooks${path}`)).text()).not.toContain(secret);
  }
  expect(JSON.stringify(service.log)).not.toContain(secret);
});

test("createWebhook and updateWebhook store the URL as it is sent to", async () => {
  await using service = await openService();
  const created = await service.admin.createWebhook({
    body: { ...hook, url: "HTTPS://Bücher.example:443/ä b".replace(" ", "") },
  });
  expect(created).toMatchObject({ status: 201, body: { url: "https://xn--bcher-kva.example/%C3%A4b" } });
  const params = { webhookId: created.ok ? created.body.id : 0n };
  const changed = await service.admin.updateWebhook({ params, body: { url: "https://Shop.example" } });
  expect(changed).toMatchObject({ status: 200, body: { url: "https://shop.example/" } });
});

test.each([
  [{ ...hook, types: ["pet.eaten"] }, 'types.0: expected one of pet.created, .*; got "pet.eaten"'],
  [{ ...hook, types: [] }, "types: expected a list of one or more of .*; got \\[\\]"],
  [{ ...hook, types: ["pet.created", "pet.created"] }, "types: expected a list of .*, each once, .*; got"],
  [{ ...hook, url: "shop" }, 'url: expected a URL .*; got "shop"'],
  [{ ...hook, url: "ftp://shop.example/" }, "url: expected a URL .*; got"],
  [{ ...hook, url: "https://rex:secret@shop.example/" }, "url: expected a URL .* without user, password"],
  [{ ...hook, types: ["*", "pet.created"] }, "types: expected a list of .*, or of \\* alone; got"],
  [{ ...hook, url: "https://shop.example/\u0000" }, "url: expected a URL .*; got"],
  [{ ...hook, url: "https://shop.example/a\r\nb" }, "url: expected a URL .*; got"],
  [{ ...hook, url: "https://shop.example/\u001b[31m" }, "url: expected a URL .*; got"],
  [{ ...hook, url: "https://shop.example/\u202egnp.exe" }, "url: expected a URL .*; got"],
  [{ ...hook, url: "http://shop.example/" }, "url: expected a URL that starts with https://; got"],
  [{ ...hook, url: "https://127.0.0.1/" }, "url: expected a host all of whose addresses are public; got"],
  [{ ...hook, url: "https://[::1]/" }, "url: expected a host all of whose addresses are public; got"],
])("createWebhook refuses %j and names what is wrong", async (body, message) => {
  await using service = await openService();
  const response = await service.send("/v1/webhooks", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: "validation_failed",
    message: expect.stringMatching(new RegExp(message)),
  });
});

test("a repeated createWebhook gets the stored response, even if the host no longer resolves", async () => {
  let resolves = true;
  const requirePublic = async (url: string) => {
    if (!resolves) throw forbiddenUrl(url, "a host that resolves to an address");
  };
  await using service = await openService({ requirePublic });
  const create = () => service.admin.createWebhook({ body: hook, headers: { "Idempotency-Key": "once" } });
  const first = await create();
  resolves = false;
  const again = await create();
  expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
  expect({ ...again.body, secret: expect.any(String) }).toEqual(first.body as never);
  expect(await service.admin.createWebhook({ body: hook })).toMatchObject({ status: 400 });
});

test("createWebhook refuses a 101st webhook", async () => {
  await using service = await openService();
  for (let count = 0; count < 100; count++) {
    expect(await service.admin.createWebhook({ body: hook })).toMatchObject({ status: 201 });
  }
  expect(await service.admin.createWebhook({ body: hook })).toMatchObject({ status: 409 });
});

async function createWebhook({ admin }: TestService) {
  const created = await admin.createWebhook({ body: hook });
  if (!created.ok) throw new Error(created.body.message);
  return { params: { webhookId: created.body.id }, secret: created.body.secret };
}

test("updateWebhook changes the given members and keeps the others", async () => {
  await using service = await openService();
  const { params } = await createWebhook(service);
  const types = ["pet.deleted" as const];
  expect(await service.admin.updateWebhook({ params, body: { types, description: null } })).toMatchObject({
    status: 200,
    body: { url: hook.url, types, active: true },
  });
  expect((await service.admin.getWebhook({ params })).body).not.toHaveProperty("description");
});

test("updateWebhook with If-Match changes only the state that the client knows", async () => {
  await using service = await openService();
  const { params } = await createWebhook(service);
  const known = (await service.admin.getWebhook({ params })).headers.get("ETag") ?? "";
  const change = { params, body: { active: false }, headers: { "If-Match": known } };
  expect(await service.admin.updateWebhook(change)).toMatchObject({ status: 200 });
  expect(await service.admin.updateWebhook(change)).toMatchObject({ status: 412 });
});

test("updateWebhook refuses a URL inside the operator's network", async () => {
  await using service = await openService();
  const { params } = await createWebhook(service);
  const changed = await service.admin.updateWebhook({ params, body: { url: "https://10.0.0.1/" } });
  expect(changed).toMatchObject({ status: 400, body: { details: [{ field: "url" }] } });
  expect((await service.admin.getWebhook({ params })).body).toMatchObject({ url: hook.url });
});

test("a webhook that is switched on again continues with the events from then on", async () => {
  await using service = await openService();
  const { params } = await createWebhook(service);
  await service.admin.updateWebhook({ params, body: { active: false } });
  await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
  await service.store.publishEvents();
  await service.admin.updateWebhook({ params, body: { active: true } });
  const [webhook] = await service.store.webhooks.active();
  expect(webhook?.fannedOutTo).toBe((await service.store.events.head()).last);
});

test("deleteWebhook removes the webhook for good: it is in no list and a second time returns 404", async () => {
  await using service = await openService();
  const { params } = await createWebhook(service);
  expect(await service.admin.deleteWebhook({ params })).toMatchObject({ status: 204 });
  expect(await service.admin.deleteWebhook({ params })).toMatchObject({ status: 404 });
  expect(await service.admin.getWebhook({ params })).toMatchObject({ status: 404 });
  expect((await service.admin.listWebhooks()).body).toEqual([]);
});

test("rotateWebhookSecret shows a new secret, and both secrets sign for 24 hours", async () => {
  await using service = await openService();
  const { params, secret } = await createWebhook(service);
  const rotated = await service.admin.rotateWebhookSecret({ params });
  const until = new Date(service.now + 24 * 3_600_000).toISOString();
  expect(rotated).toMatchObject({ status: 200, body: { previousValidUntil: until } });
  if (!rotated.ok) throw new Error(rotated.body.message);
  expect(rotated.body.secret).not.toBe(secret);
});

test("the deliveries of every deleted webhook are purged, even if no delivery is old", async () => {
  await using service = await openService();
  const hooks = [await createWebhook(service), await createWebhook(service)];
  for (const { params } of hooks) {
    expect(await service.admin.pingWebhook({ params })).toMatchObject({ ok: true });
    expect(await service.admin.deleteWebhook({ params })).toMatchObject({ status: 204 });
  }
  const left = async () => {
    const slice = { after: 0n, limit: 10 };
    const lists = hooks.map(({ params }) => service.store.deliveries.list(params.webhookId, undefined, slice));
    return (await Promise.all(lists)).flat().length;
  };
  expect(await left()).toBe(2);
  await purgeDeliveries(service.store, 0);
  expect(await left()).toBe(0);
});

const anyWebhook = { ...hook, secret: "whsec_YQ==", createdAt: 0, fannedOutTo: 0n };
const isSwitchedOff: Provocation = { before: ({ sql }) => sql("update webhooks set active = 0") };

describeFailures("Webhooks", {
  conflict: {
    createWebhook: {
      before: ({ store }) =>
        store.transaction(async ({ webhooks }) => {
          for (let count = 0; count < WEBHOOKS_MAX; count++) await webhooks.insert(anyWebhook, WEBHOOKS_MAX);
        }),
    },
    pingWebhook: isSwitchedOff,
    retryDelivery: isSwitchedOff,
    retryWebhook: isSwitchedOff,
  },
});
