import { expect } from "bun:test";
import { purgeDeliveries } from "../../src/core/webhooks.ts";
import { test } from "../support/databases.ts";
import { openService, type TestService } from "../support/harness.ts";

const hook = { url: "https://accounting.example/hooks", types: ["pet.created" as const], description: "Invoices" };

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
