import { expect, test } from "bun:test";
import { NOON } from "../support/harness.ts";
import { fill, openShop, withStore } from "./folder.ts";

test("deprecations lists which keys call operations that will be removed", async () => {
  using shop = openShop();
  await fill(shop.url, 0);
  const none = await shop.run("deprecations");
  expect(none).toMatchObject({ exitCode: 0, stdout: "No key has called a deprecated operation.\n" });
  await shop.run("keys", "create", "--name", "old till", "--role", "viewer");
  const calls = { operation: "getPet", calls: 3, lastAt: NOON };
  await withStore(shop.url, async (store) => {
    const [key] = await store.keys.list();
    const setting = { ...calls, keyId: "configured", calls: 1, lastAt: NOON - 1 };
    await store.transaction(({ keys }) => keys.addDeprecatedCalls([{ ...calls, keyId: key?.id ?? "" }, setting]));
  });
  const { stdout } = await shop.run("deprecations");
  expect(stdout).toMatch(/^OPERATION +REMOVED +NAME +KEY +STATE +CALLS +LAST CALL +USE INSTEAD\n/);
  expect(stdout).toMatch(/^getPet +2030-12-05 +old till +\w{8} +usable +3 +2026-11-21T12:00Z +GET \/pets/m);
  expect(stdout).toMatch(/^getPet +2030-12-05 +PETSTORE_API_KEY +setting +1 /m);
  const json = await shop.run("deprecations", "--json");
  expect(JSON.parse(json.stdout.split("\n")[0] ?? "")).toMatchObject({ name: "old till", calls: 3, state: "usable" });
});
