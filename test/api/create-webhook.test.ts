import { expect } from "bun:test";
import { forbiddenUrl } from "../../src/core/webhooks.ts";
import { test } from "../support/databases.ts";
import { NOON, openService } from "../support/harness.ts";

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
