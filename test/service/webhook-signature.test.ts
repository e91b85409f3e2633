/* The signature of messages: the published test vector is that of the service, of Standard Webhooks and of the client package. */
import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { verifyWebhook } from "../../src/client/index.ts";
import { signatureGuide, testVector } from "../../src/contract/openapi/signature-guide.ts";
import { signedHeaders } from "../../src/service/jobs/webhook-request.ts";

const { secret, headers, body } = testVector;
const sentAt = Number(headers["webhook-timestamp"]) * 1000;

beforeAll(() => setSystemTime(sentAt));
afterAll(() => setSystemTime());

test("the service signs the test vector as published", () => {
  expect(signedHeaders({ id: headers["webhook-id"], body }, [secret], sentAt)).toMatchObject(headers);
});

test("a library of Standard Webhooks and the client package accept the test vector", async () => {
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: "webhook.ping", data: { webhookId: 3n } });
});

test("the guide and the document have the test vector", async () => {
  for (const text of [signatureGuide(), await Bun.file("docs/events.md").text()]) {
    for (const value of [secret, body, ...Object.values(headers)]) expect(text).toContain(value);
  }
});
