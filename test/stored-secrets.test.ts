/* What was shown once is stored nowhere: the secrets of keys and invitations are in no table, log line, event or metric. */
import { expect } from "bun:test";
import { TABLES } from "../src/store/tables.ts";
import { test } from "./support/databases.ts";
import { openService } from "./support/harness.ts";

test("no table, log line, event or metric has the secret of a key or an invitation", async () => {
  await using service = await openService();
  const headers = (nth: string) => ({ "Idempotency-Key": nth });
  const key = await service.admin.createKey({ body: { name: "till", role: "counter" }, headers: headers("1") });
  const rotated = await service.admin.rotateKey({ params: { keyId: service.adminId }, headers: headers("2") });
  const invited = await service.admin.createInvitation({
    body: { name: "Ben", role: "viewer" },
    headers: headers("3"),
  });
  if (!key.ok || !rotated.ok || !invited.ok) throw new Error("expected three successes");
  const invitation = invited.body.url?.split("=")[1] ?? "";
  const redeemed = await service.send("/v1/invitations/redemption", {
    method: "POST",
    headers: { ...headers("4"), Authorization: `Bearer ${invitation}`, "Content-Type": "application/json" },
    body: '{"device":"phone"}',
  });
  const { secret } = (await redeemed.json()) as { secret: string };
  const secrets = [service.adminKey, key.body.secret, rotated.body.secret, invitation, secret];
  await service.publish();

  const tables = await Promise.all(TABLES.map(({ name }) => service.rows(name)));
  const text = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one));
  const everything = [text(tables), text(service.log), await (await service.send("/metrics")).text()].join("\n");
  expect(everything).toContain("Ben, phone");
  for (const shown of secrets) {
    // The last four characters are the hint.
    const middle = /^pets_[a-z]+_(\w{30})/.exec(shown ?? "")?.[1];
    expect(middle).toHaveLength(30);
    expect(everything).not.toContain(middle ?? "");
  }
});
