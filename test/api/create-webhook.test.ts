import { expect } from "bun:test";
import { test } from "../databases.ts";
import { NOON, openService, statusByRole } from "../harness.ts";

const hook = { url: "https://accounting.example/hooks", types: ["order.completed" as const], description: "Invoices" };

test("createWebhook returns the webhook and its secret, and no other response has the secret", async () => {
  await using service = await openService();
  const created = await service.admin.createWebhook({ body: hook });
  if (!created.ok) throw new Error(created.body.message);
  const { secret, ...webhook } = created.body;
  expect(created.status).toBe(201);
  expect(webhook).toEqual({ id: webhook.id, ...hook, active: true, createdAt: new Date(NOON).toISOString() });
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

test("createWebhook needs the scope webhooks:manage", async () => {
  await using service = await openService();
  const statuses = await statusByRole(service, (client) => client.createWebhook({ body: hook }));
  expect(statuses).toEqual({ anonymous: 401, reader: 403, clerk: 403, admin: 201 });
});

test.each([
  [{ ...hook, types: ["pet.eaten"] }, 'types.0: expected one of pet.created, .*; got "pet.eaten"'],
  [{ ...hook, types: [] }, "types: expected a list of one or more of .*; got \\[\\]"],
  [{ ...hook, types: ["pet.created", "pet.created"] }, "types: expected a list of .*, each once; got"],
  [{ ...hook, url: "shop" }, 'url: expected a URL .*; got "shop"'],
  [{ ...hook, url: "ftp://shop.example/" }, "url: expected a URL .*; got"],
  [{ ...hook, url: "https://rex:secret@shop.example/" }, "url: expected a URL .* without user, password"],
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

test("createWebhook refuses a 101st webhook", async () => {
  await using service = await openService();
  for (let count = 0; count < 100; count++) {
    expect(await service.admin.createWebhook({ body: hook })).toMatchObject({ status: 201 });
  }
  expect(await service.admin.createWebhook({ body: hook })).toMatchObject({ status: 409 });
});
