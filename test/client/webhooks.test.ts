import { expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { Petstore, verifyWebhook } from "../../src/client/index.ts";
import { startProgram, within } from "../support/program.ts";

const [secret, other] = ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"];
const id = "evt_1_1x2y3z";
const [type, at] = ["order.placed", "2026-12-01T08:00:00.000Z"];
const order = { id: 5, petId: 1, quantity: 1, complete: false };
const message = JSON.stringify({ type, timestamp: at, data: { id, type, at, data: order } });
const body = message.replace('"petId":1', '"petId":9007199254740993');

/** The headers of a message, as the service sends them. */
function signed({ by = secret, at = Date.now(), text = body } = {}): Record<string, string> {
  const signature = new Webhook(by).sign(id, new Date(at), text);
  return { "webhook-id": id, "webhook-timestamp": `${Math.floor(at / 1000)}`, "webhook-signature": signature };
}

const both = [other, secret].map((by) => signed({ by })["webhook-signature"]).join(" ");

test.each([
  ["as text", body, signed(), secret],
  ["as bytes", new TextEncoder().encode(body), signed(), secret],
  ["with Headers", body, new Headers(signed()), secret],
  ["with names in capitals", body, upperCase(signed()), secret],
  ["for one of two secrets", body, signed(), [other, secret]],
  ["with the signatures of two secrets", body, { ...signed(), "webhook-signature": both }, secret],
])("a message is accepted %s, with exact integers", async (_, text, headers, secrets) => {
  expect(await verifyWebhook(text, headers, secrets)).toMatchObject({
    id,
    type,
    data: { id, data: { id: 5n, petId: 9007199254740993n } },
  });
});

/** The same headers with names in capitals, and with lists of values. */
function upperCase(headers: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
}

test.each([
  ["another body", `${body} `, signed(), "webhook-signature: "],
  ["another secret", body, signed({ by: other }), "webhook-signature: "],
  ["another id", body, { ...signed(), "webhook-id": "evt_2" }, "webhook-signature: "],
  ["another version of signatures", body, { ...signed(), "webhook-signature": "v2,aGVsbG8=" }, "webhook-signature: "],
  ["a signature that is no Base64", body, { ...signed(), "webhook-signature": "v1,*" }, "webhook-signature: "],
  [
    "a time more than five minutes ago",
    body,
    signed({ at: Date.now() - 301_000 }),
    "webhook-timestamp: expected a time within 300 s",
  ],
  ["a time in the future", body, signed({ at: Date.now() + 310_000 }), "webhook-timestamp: "],
  ["no time", body, { ...signed(), "webhook-timestamp": "soon" }, "webhook-timestamp: "],
  ["no headers", body, {}, "webhook-id: the header is missing"],
])("a message with %s is refused", async (_, text, headers, message) => {
  const error = await verifyWebhook(text, headers, secret).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    name: "PetstoreError",
    code: "invalid_signature",
    message: expect.stringContaining(message),
  });
});

test("what is no secret is a TypeError", async () => {
  for (const wrong of ["", "whsec_", "whsec_*"]) {
    await expect(verifyWebhook(body, signed(), wrong)).rejects.toThrow("secret: expected the secret of a webhook");
  }
});

test("the messages of the service are accepted", async () => {
  const API_KEY = "configured-key-of-at-least-32-characters";
  const env = { PETSTORE_API_KEY: API_KEY, WEBHOOK_ALLOW_PRIVATE: "1" };
  await using program = await startProgram({ env });
  const petstore = new Petstore({ baseUrl: `${program.origin}/v1`, apiKey: API_KEY });
  const received = Promise.withResolvers<[body: Uint8Array, headers: Headers]>();
  const receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      received.resolve([await request.bytes(), request.headers]);
      return new Response();
    },
  });
  try {
    const webhook = await petstore.webhooks.create({ url: receiver.url.href, types: ["pet.created"] });
    await petstore.webhooks.ping(webhook.id);
    const [bytes, headers] = await within(received.promise, "the message");
    const message = await petstore.webhooks.verify(bytes, headers, webhook.secret ?? "");
    expect(message).toMatchObject({ type: "webhook.ping", data: { webhookId: webhook.id } });
  } finally {
    await receiver.stop(true);
  }
});
