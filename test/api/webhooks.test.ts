import { expect } from "bun:test";
import { purge } from "../../src/core/purge/purge.ts";
import { forbiddenUrl, WEBHOOKS_MAX } from "../../src/core/webhooks/webhook-handlers.ts";
import { test } from "../support/databases.ts";
import { bodyOf, NOW, openService, type TestService } from "../support/harness.ts";
import { describeFailures, type Provocation } from "../support/ledger.ts";

const hook = { url: "https://accounting.example/hooks", types: ["order.completed" as const], description: "Invoices" };

test("createWebhook returns the webhook and its secret, and no other response has the secret", async () => {
  await using service = await openService();
  const { status, headers, body } = await service.admin.createWebhook({ body: hook });
  const { secret, ...webhook } = body as { id: bigint; secret: string };
  expect(status).toBe(201);
  expect<unknown>(webhook).toEqual({
    id: webhook.id,
    ...hook,
    active: true,
    createdAt: NOW,
    state: "active",
    since: NOW,
  });
  expect(secret).toMatch(/^whsec_.{44}$/);
  expect(headers.get("Location")).toBe(`${service.base}/webhooks/${webhook.id}`);
  for (const path of ["", `/${webhook.id}`, `/${webhook.id}/deliveries`]) {
    expect(await (await service.send(`/v1/webhooks${path}`)).text()).not.toContain(secret);
  }
  expect(JSON.stringify(service.log)).not.toContain(secret);
});

test("createWebhook and updateWebhook store the URL as it is sent to", async () => {
  await using service = await openService();
  const created = await bodyOf(
    service.admin.createWebhook({ body: { ...hook, url: "HTTPS://Bücher.example:443/äb" } }),
  );
  expect(created.url).toBe("https://xn--bcher-kva.example/%C3%A4b");
  const params = { webhookId: created.id };
  const changed = await bodyOf(service.admin.updateWebhook({ params, body: { url: "https://Shop.example" } }));
  expect(changed.url).toBe("https://shop.example/");
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

async function createWebhook({ admin }: TestService) {
  const { id, secret } = await bodyOf(admin.createWebhook({ body: hook }));
  return { params: { webhookId: id }, secret };
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
  const rotated = await bodyOf(service.admin.rotateWebhookSecret({ params }));
  expect(rotated.previousValidUntil).toBe(new Date(service.now + 24 * 3_600_000).toISOString());
  expect(rotated.secret).not.toBe(secret);
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
  await purge(service.store, "deliveries", { now: service.now, keptSince: 0 });
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
