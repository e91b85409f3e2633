/* Deliveries to a receiver on this machine, from a real store. The resolver and the pauses are given. */
import { expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Webhook } from "standardwebhooks";
import type { AddressRules } from "../../src/service/jobs/webhook-address.ts";
import { WebhookDelivery } from "../../src/service/jobs/webhook-delivery.ts";
import { openService, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";

interface Message {
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface Given {
  readonly rules?: AddressRules;
  readonly retryMs?: readonly number[];
  readonly port?: number;
  /** How long a ping waits for its end. */
  readonly followMs?: number;
}

/** A receiver, a webhook for it, and the job that sends. */
async function deliver(
  respond: (count: number) => Response | Promise<Response>,
  { rules, retryMs = [1, 1], port, followMs = 0 }: Given = {},
) {
  const service = await openService({ requirePublic: async () => {}, followMs });
  const messages: Message[] = [];
  const receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      messages.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
      return respond(messages.length);
    },
  });
  const url = `http://receiver.test:${port ?? receiver.port}/hook`;
  const created = await service.admin.createWebhook({ body: { url, types: ["pet.created"] } });
  if (!created.ok) throw new Error(created.body.message);
  const params = { webhookId: created.body.id };
  const warnings: object[] = [];
  const job = new WebhookDelivery({
    store: service.store,
    clock: Date.now,
    newId: () => crypto.randomUUID(),
    rules: rules ?? { allowPrivate: true, resolve: async () => ["127.0.0.1"] },
    delivered() {},
    warn: (fields, message) => warnings.push({ ...fields, message }),
    retryMs,
    pollMs: 2,
  });
  return {
    service,
    messages,
    params,
    warnings,
    port: receiver.port,
    secret: created.body.secret ?? "",
    async [Symbol.asyncDispose]() {
      await job.end(0);
      await receiver.stop(true);
      await service[Symbol.asyncDispose]();
    },
  };
}

async function addPet({ admin, store }: TestService): Promise<void> {
  expect(await admin.createPet({ body: { name: "Rex", categoryId: 7n } })).toMatchObject({ status: 201 });
  await store.publishEvents();
}

type Sent = Awaited<ReturnType<typeof deliver>>;

/** Waits until a delivery has ended; returns the last one. */
async function ended({ service, params }: Sent) {
  const last = async () => {
    const { ok, body } = await service.admin.listDeliveries({ params });
    return ok ? body.findLast(({ state }) => state === "succeeded" || state === "failed") : undefined;
  };
  await until(async () => (await last()) !== undefined, "the end of the delivery");
  return last();
}

/** Adds a pet, and returns the delivery of its event when it has ended. */
async function delivered(sent: Sent) {
  await addPet(sent.service);
  return ended(sent);
}

/** What the service says of the webhook. */
async function webhookOf({ service, params }: Sent) {
  return (await service.admin.getWebhook({ params })).body;
}

/** A receiver that answers with bytes; it closes when every connection has ended. */
async function listen(answer: (socket: Socket) => void) {
  const server = createServer(answer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: async () => void (await once(server.close(), "close")) };
}

test("a message has the event of the feed, its id and a valid signature", async () => {
  await using sent = await deliver(() => new Response("thank you"));
  expect(await delivered(sent)).toMatchObject({ state: "succeeded", attempts: 1, status: 200, response: "thank you" });
  const [{ headers, body } = { headers: {}, body: "" }] = sent.messages;
  const feed = await (await sent.service.send("/v1/events")).text();
  const verified = new Webhook(sent.secret).verify(body, headers) as Record<string, unknown>;
  expect(verified).toEqual({ type: "pet.created", timestamp: expect.any(String), data: JSON.parse(feed)[0] });
  expect(headers["webhook-id"]).toBe(JSON.parse(feed)[0].id);
  expect(headers["host"]).toBe(`receiver.test:${sent.port}`);
});

test("a failed message is sent again with the same id, until the schedule ends", async () => {
  await using sent = await deliver((count) => new Response("busy", { status: count < 3 ? 500 : 503 }));
  expect(await delivered(sent)).toMatchObject({ state: "failed", attempts: 3, status: 503, response: "busy" });
  expect(new Set(sent.messages.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("a message of a type that only a newer version knows is left to that version", async () => {
  await using sent = await deliver(() => new Response());
  await sent.service.sql(`
    insert into webhook_deliveries (webhook_id, type, state, created_at, due_at)
    values (${sent.params.webhookId}, 'pet.groomed', 'waiting', 0, 0)`);
  await delivered(sent);
  expect(await sent.service.admin.listDeliveries({ params: sent.params })).toMatchObject({
    body: [
      { type: "pet.groomed", state: "waiting", attempts: 0 },
      { type: "pet.created", state: "succeeded" },
    ],
  });
});

test("after a rotation both secrets verify", async () => {
  await using sent = await deliver(() => new Response());
  const rotated = await sent.service.admin.rotateWebhookSecret({ params: sent.params });
  if (!rotated.ok) throw new Error(rotated.body.message);
  // The service's clock stands still a day ago.
  await sent.service.sql(`update webhooks set previous_until = ${Date.now() + 60_000}`);
  await delivered(sent);
  const { headers = {}, body = "" } = sent.messages[0] ?? {};
  for (const secret of [sent.secret, rotated.body.secret ?? ""]) new Webhook(secret).verify(body, headers);
});

test("a receiver that returns 410 is switched off at once", async () => {
  await using sent = await deliver(() => new Response("", { status: 410 }));
  expect(await delivered(sent)).toMatchObject({ state: "failed", attempts: 1, status: 410 });
  expect(await webhookOf(sent)).toMatchObject({
    active: false,
    state: "off",
    reason: "gone",
  });
  expect(sent.warnings).toMatchObject([{ reason: "gone" }]);
});

test("a redirect is not followed", async () => {
  let followed = false;
  await using inside = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch() {
      followed = true;
      return new Response("secret of the network");
    },
  });
  const location = `http://127.0.0.1:${inside.port}/`;
  await using sent = await deliver(() => new Response("", { status: 302, headers: { Location: location } }), {
    retryMs: [],
  });
  expect(await delivered(sent)).toMatchObject({ state: "failed", status: 302, response: "" });
  expect(followed).toBe(false);
});

test("a receiver that switches protocols counts as failed, and does not block the attempt", async () => {
  await using switching = await listen((socket) => {
    socket.on("data", () => socket.write("HTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"));
  });
  await using sent = await deliver(() => new Response(), switching);
  expect(await delivered(sent)).toMatchObject({ state: "failed", status: 101, attempts: 3 });
});

test.each(["103 Early Hints", "100 Continue"])("a receiver that sends %s without an end has failed", async (status) => {
  let closed = 0;
  await using endless = await listen((socket) => {
    const interim = `HTTP/1.1 ${status}\r\nLink: <x>; rel=preload\r\n\r\n`.repeat(100);
    const timer = setInterval(() => socket.write(interim), 1);
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(timer);
      closed += 1;
    });
  });
  await using sent = await deliver(() => new Response(), { ...endless, retryMs: [] });
  const error = "no response (more than 10 interim responses)";
  expect(await delivered(sent)).toMatchObject({ state: "failed", error });
  // Long before the end of an attempt.
  await until(() => closed === 1, "the end of the connection");
});

test("a few interim responses are no failure", async () => {
  await using early = await listen((socket) => {
    socket.once("data", () => {
      socket.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n");
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    });
  });
  await using sent = await deliver(() => new Response(), early);
  expect(await delivered(sent)).toMatchObject({ state: "succeeded", status: 200, response: "ok" });
});

test("a name that leads inside by the time of the delivery is not connected to", async () => {
  const rules = { allowPrivate: false, resolve: async () => ["127.0.0.1"] };
  await using sent = await deliver(() => new Response(), { rules, retryMs: [] });
  await sent.service.sql(`update webhooks set url = 'https://receiver.test:${sent.port}/'`);
  expect(await delivered(sent)).toMatchObject({
    state: "failed",
    error: expect.stringContaining("addresses are public"),
  });
  expect(sent.messages).toEqual([]);
});

test("a name is looked up once for each attempt: it cannot change between check and use", async () => {
  let lookups = 0;
  const resolve = async () => [lookups++ === 0 ? "127.0.0.1" : "127.0.0.2"];
  await using sent = await deliver(() => new Response(), { rules: { allowPrivate: true, resolve } });
  expect(await delivered(sent)).toMatchObject({ state: "succeeded" });
  expect(lookups).toBe(1);
});

test("only the first 1,024 bytes of a response are kept, whatever they are", async () => {
  await using sent = await deliver(() => new Response(Buffer.alloc(5_000_000)));
  expect(await delivered(sent)).toMatchObject({ response: "\uFFFD".repeat(1024) });
});

test.each([
  ["failed", 500],
  ["succeeded", 200],
] as const)("a message that has %s can be sent again; its attempts go on counting", async (state, status) => {
  const respond = (count: number) => new Response("", { status: count === 1 ? status : 200 });
  await using sent = await deliver(respond, { retryMs: [] });
  const first = await delivered(sent);
  expect(first).toMatchObject({ state, status, attempts: 1 });
  const params = { ...sent.params, deliveryId: first?.id ?? 0n };
  expect(await sent.service.admin.retryDelivery({ params })).toMatchObject({ status: 202, body: { attempts: 1 } });
  await until(() => sent.messages.length === 2, "the second message");
  expect(await ended(sent)).toMatchObject({ state: "succeeded", attempts: 2 });
  expect(sent.messages[1]?.headers["webhook-id"]).toBe(sent.messages[0]?.headers["webhook-id"]);
});

test("retryWebhook sends every waiting message now, and the webhook shows how it does", async () => {
  let isBack = false;
  const respond = () => new Response("", { status: isBack ? 200 : 500 });
  await using sent = await deliver(respond, { retryMs: [3_600_000] });
  const { service, params } = sent;
  const untilState = (state: string) =>
    until(async () => ((await webhookOf(sent)) as { state?: string }).state === state, `the state ${state}`);
  for (let pets = 0; pets < 3; pets++) await addPet(service);
  await until(() => sent.messages.length === 3, "every first attempt");
  await untilState("failing");
  const failing = await service.admin.getWebhook({ params });
  isBack = true;
  expect(await service.admin.retryWebhook({ params })).toMatchObject({ status: 202, body: { state: "failing" } });
  await until(() => sent.messages.length === 6, "every second attempt");
  await untilState("active");
  expect(await webhookOf(sent)).toMatchObject({ active: true, lastSuccessAt: expect.any(String) });
  // What deliveries make of a webhook is no change by a client.
  const headers = { "If-Match": failing.headers.get("ETag") ?? "" };
  const change = (description: string) => service.admin.updateWebhook({ params, body: { description }, headers });
  expect(await change("Till")).toMatchObject({ status: 200 });
  expect(await change("Shop")).toMatchObject({ status: 412 });
});

test("a new webhook gets no message of what happened before", async () => {
  await using sent = await deliver(() => new Response());
  await delivered(sent);
  const url = `http://receiver.test:${sent.port}/new`;
  const { body } = await sent.service.admin.createWebhook({ body: { url, types: ["pet.created"] } });
  const params = { webhookId: "id" in body ? body.id : 0n };
  await delivered({ ...sent, params });
  expect(await sent.service.admin.listDeliveries({ params })).toMatchObject({ body: [{ state: "succeeded" }] });
});

test('a webhook of the types ["*"] gets every event, also of types that it could not name', async () => {
  await using sent = await deliver(() => new Response());
  const { service, params } = sent;
  expect(await service.admin.updateWebhook({ params, body: { types: ["*"] } })).toMatchObject({ status: 200 });
  await service.admin.createCategory({ body: { name: "Dogs" } });
  await service.store.publishEvents();
  expect(await ended(sent)).toMatchObject({ state: "succeeded", type: "category.created" });
});

test("a second ping waits for the end of the first, and one that fails shows on the webhook", async () => {
  const held = Promise.withResolvers<void>();
  await using sent = await deliver(async () => {
    await held.promise;
    return new Response("", { status: 500 });
  });
  const { service, params } = sent;
  const pings = await Promise.all([1, 2, 3].map(() => service.admin.pingWebhook({ params })));
  expect(pings.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
  held.resolve();
  expect(await ended(sent)).toMatchObject({ type: "webhook.ping", state: "failed", attempts: 1 });
  expect(await webhookOf(sent)).toMatchObject({ active: true, state: "failing" });
  expect(await service.admin.pingWebhook({ params })).toMatchObject({ status: 202 });
});

const ANSWERED = { followMs: 60_000 };

test.each([
  ["a success", 200, { state: "succeeded", status: 200, response: "thanks" }],
  ["a refusal", 404, { state: "failed", status: 404, response: "thanks" }],
])("a ping returns the receiver's response: %s", async (_, status, end) => {
  await using sent = await deliver(() => new Response("thanks", { status }), ANSWERED);
  const { service, params } = sent;
  const { status: accepted, body } = await service.admin.pingWebhook({ params });
  expect({ accepted, body }).toMatchObject({ accepted: 202, body: { type: "webhook.ping", attempts: 1, ...end } });
  expect(await service.admin.listDeliveries({ params })).toMatchObject({ body: [body] });
});

test("a ping returns why there was no response", async () => {
  // Nothing listens at port 1.
  await using sent = await deliver(() => new Response(), { ...ANSWERED, port: 1 });
  const { service, params } = sent;
  expect(await service.admin.pingWebhook({ params })).toMatchObject({
    status: 202,
    body: { state: "failed", attempts: 1, error: expect.stringMatching(/./) },
  });
});

test("a ping to a slow receiver returns before its end, and a repeated one returns at once", async () => {
  const held = Promise.withResolvers<void>();
  await using sent = await deliver(
    async () => {
      await held.promise;
      return new Response();
    },
    { followMs: 100 },
  );
  const { service, params } = sent;
  const headers = { "Idempotency-Key": "ping" };
  const first = await service.admin.pingWebhook({ params, headers });
  expect(first).toMatchObject({ status: 202, body: { state: "waiting" } });
  held.resolve();
  await ended(sent);
  const again = await service.admin.pingWebhook({ params, headers });
  expect([again.body, again.headers.get("Idempotency-Replayed")]).toEqual([first.body, "true"]);
});

test("a ping of a webhook that is deleted meanwhile returns", async () => {
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await using sent = await deliver(async () => {
    arrived.resolve();
    await held.promise;
    return new Response();
  }, ANSWERED);
  const { service, params } = sent;
  const pinged = service.admin.pingWebhook({ params });
  await arrived.promise;
  expect(await service.admin.deleteWebhook({ params })).toMatchObject({ status: 204 });
  held.resolve();
  expect(await pinged).toMatchObject({ status: 202 });
});
