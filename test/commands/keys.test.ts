import { expect, test } from "bun:test";
import { scopes } from "../../src/contract/operation.ts";
import { fill, openShop, refused, type Shop, withStore } from "./folder.ts";

/** A shop whose database has no keys yet. */
async function keyless(): Promise<Shop> {
  const shop = openShop();
  await fill(shop.url, 0);
  return shop;
}

const jsonLines = (text: string) => {
  const lines = text.trim().split("\n");
  return lines.map((line) => JSON.parse(line));
};

test("a key gets the scopes that are named, or all of them, those of later versions too", async () => {
  using shop = await keyless();
  const cases = {
    all: ["*"],
    "*": ["*"],
    "orders:write,categories:write,pets:read": ["pets:read", "orders:write", "categories:write"],
    [scopes.join()]: scopes,
  };
  for (const [index, given] of Object.keys(cases).entries()) {
    const created = await shop.run("keys", "create", "--name", `key ${index}`, "--scopes", given);
    expect(created).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^pets_live_\w{36}\n$/) });
  }
  const stored = await withStore(shop.url, ({ keys }) => keys.list());
  const granted = Object.fromEntries(stored.map(({ name, scopes }) => [name, scopes.join()]));
  expect(granted).toEqual(
    Object.fromEntries(Object.values(cases).map((given, index) => [`key ${index}`, given.join()])),
  );

  const { stdout } = await shop.run("keys", "list");
  expect(stdout).toMatch(/^ID +NAME +KEY +STATE +EXPIRES +LAST USED +ROLE +SCOPES\n/);
  expect(stdout).toMatch(/ key 0 +\.\.\.\w{4} +usable +never .* all$/m);
  expect(stdout).toMatch(/key 2 .* pets:read orders:write categories:write$/m);
  expect(stdout).toMatch(/key 3 .* webhooks:manage keys:manage$/m);
});

test("keys list --json prints each key as a line of JSON, without its hash", async () => {
  using shop = await keyless();
  const flags = ["--name", "till", "--scopes", "pets:read,orders:write", "--expires", "1d"];
  const created = await shop.run("keys", "create", "--name", "kiosk", "--scopes", "all");
  expect(await shop.run("keys", "create", ...flags)).toMatchObject({ exitCode: 0 });
  const { stdout } = await shop.run("keys", "list", "--json");
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const common = { id: expect.any(String), state: "usable", createdAt: time };
  expect(jsonLines(stdout)).toEqual([
    { ...common, name: "kiosk", hint: created.stdout.trim().slice(-4), scopes: ["*"], role: "owner" },
    { ...common, name: "till", hint: expect.any(String), scopes: ["pets:read", "orders:write"], expiresAt: time },
  ]);
});

test("keys create explains every scope and refuses an unknown one", async () => {
  using shop = openShop();
  const { stdout } = await shop.run("keys", "create", "--help");
  for (const scope of [...scopes, "all"]) expect(stdout).toMatch(new RegExp(`^ {2}${scope} {2,}\\w`, "m"));
  const unknown = await shop.run("keys", "create", "--name", "x", "--scopes", "pets:eat");
  expect(unknown).toEqual(refused(2, `--scopes: expected all, or some of ${scopes.join(", ")}`));
});

test("keys create takes a role instead of scopes, and keys list names it", async () => {
  using shop = await keyless();
  expect(await shop.run("keys", "create", "--name", "Anna", "--role", "counter")).toMatchObject({ exitCode: 0 });
  expect((await shop.run("keys", "list")).stdout).toMatch(/Anna .* counter {2,}pets:read inventory:read/m);
});

test.each([
  [[], "expected either --role or --scopes; got neither"],
  [["--role", "staff", "--scopes", "all"], "expected either --role or --scopes; got both"],
  [["--role", "king"], "--role: expected one of owner, staff, counter, viewer; got king"],
])("keys create with %p is wrong usage", async (flags, message) => {
  using shop = await keyless();
  expect(await shop.run("keys", "create", "--name", "Anna", ...flags)).toEqual(refused(2, message));
});

test("what commands change about keys is in the feed, by the operator", async () => {
  using shop = await keyless();
  for (const name of ["Anna", "Ben"]) await shop.run("keys", "create", "--name", name, "--scopes", "all");
  expect((await shop.run("keys", "revoke", "Anna")).stdout).toContain("within one second");
  expect(await shop.run("keys", "revoke", "Ben")).toEqual(refused(1, "is the last one that may manage keys"));
  const events = jsonLines((await shop.run("events", "--json")).stdout);
  const keys = events.filter(({ type }) => type.startsWith("key."));
  expect(keys.map(({ type, data, key }) => [type, data.name, key])).toEqual([
    ["key.created", "Anna", undefined],
    ["key.created", "Ben", undefined],
    ["key.revoked", "Anna", undefined],
  ]);
});
