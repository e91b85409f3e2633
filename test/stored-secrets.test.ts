/* What was shown once is stored nowhere: the secrets of keys and invitations are in no table, log line, event or metric. */
import { expect } from "bun:test";
import { TABLES } from "../src/store/schema/tables.ts";
import { test } from "./support/databases.ts";
import { bodyOf, openService, type TestService } from "./support/harness.ts";

const once = (key: string) => ({ headers: { "Idempotency-Key": key } });

/** The contents of these tables, the log, the events and the metrics. */
async function everything(service: TestService, tables: readonly string[]): Promise<string> {
  await service.publish();
  const rows = await Promise.all(tables.map(service.rows));
  const text = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one));
  return [text(rows), text(service.log), await (await service.send("/metrics")).text()].join("\n");
}

test("no table, log line, event or metric has the secret of a key or an invitation", async () => {
  await using service = await openService();
  const { admin, adminId } = service;
  const key = await bodyOf(admin.createKey({ body: { name: "till", role: "counter" }, ...once("1") }));
  const rotated = await bodyOf(admin.rotateKey({ params: { keyId: adminId }, ...once("2") }));
  const { url } = await bodyOf(admin.createInvitation({ body: { name: "Ben", role: "viewer" }, ...once("3") }));
  const invitation = url?.split("=")[1] ?? "";
  const made = await bodyOf(service.with(invitation).redeemInvitation({ body: { device: "phone" }, ...once("4") }));

  const stored = await everything(
    service,
    TABLES.map(({ name }) => name),
  );
  expect(stored).toContain("Ben, phone");
  for (const secret of [service.adminKey, key.secret, rotated.secret, invitation, made.secret]) {
    // The last four characters are the hint.
    const middle = /^pets_[a-z]+_(\w{30})/.exec(secret ?? "")?.[1];
    expect(middle).toHaveLength(30);
    expect(stored).not.toContain(middle ?? "");
  }
});

test("only the table of webhooks has their secrets, which sign messages", async () => {
  await using service = await openService();
  const body = { url: "https://shop.example/hooks", types: ["*"] as ["*"] };
  const { id, secret = "" } = await bodyOf(service.admin.createWebhook({ body, ...once("1") }));
  const rotated = await bodyOf(service.admin.rotateWebhookSecret({ params: { webhookId: id }, ...once("2") }));
  const others = TABLES.map(({ name }) => name).filter((name) => name !== "webhooks");
  const [stored, elsewhere] = [await everything(service, ["webhooks"]), await everything(service, others)];
  for (const shown of [secret, rotated.secret ?? ""]) {
    expect(stored).toContain(shown);
    expect(elsewhere).not.toContain(shown);
  }
});
