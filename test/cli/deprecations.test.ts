import { expect, test } from "bun:test";
import { openStore } from "../../src/store/index.ts";
import { NOON } from "../support/harness.ts";
import { fill, openFolder } from "./folder.ts";

test("deprecations lists which keys call what will be removed", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await fill(url, 0);
  const none = await folder.petstore(url, "deprecations");
  expect(none).toMatchObject({ exitCode: 0, stdout: "No key has called a deprecated operation.\n" });
  await folder.petstore(url, "keys", "create", "--name", "old till", "--role", "viewer");
  const store = await openStore(url, NOON);
  const [key] = await store.keys.list();
  const calls = { operation: "getPet", calls: 3, lastAt: NOON };
  await store.transaction(({ keys }) =>
    keys.addDeprecatedCalls([
      { ...calls, keyId: key?.id ?? "" },
      { ...calls, keyId: "configured", calls: 1, lastAt: NOON - 1 },
    ]),
  );
  await store.close();
  const { stdout } = await folder.petstore(url, "deprecations");
  expect(stdout).toMatch(/^OPERATION +REMOVED +NAME +KEY +STATE +CALLS +LAST CALL +USE INSTEAD\n/);
  expect(stdout).toMatch(/^getPet +2030-12-05 +old till +\w{8} +usable +3 +2026-11-21T12:00Z +GET \/pets/m);
  expect(stdout).toMatch(/^getPet +2030-12-05 +PETSTORE_API_KEY +setting +1 /m);
  const json = await folder.petstore(url, "deprecations", "--json");
  expect(JSON.parse(json.stdout.split("\n")[0] ?? "")).toMatchObject({ name: "old till", calls: 3, state: "usable" });
});
