import { expect, test } from "bun:test";
import { scopes } from "../../src/contract/operation.ts";
import { openStore } from "../../src/store/index.ts";
import { NOON } from "../support/harness.ts";
import { fill, openFolder } from "./folder.ts";

test("a key gets the scopes that are named, or all of them, those of later versions too", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await fill(url, 0);
  const cases = {
    all: ["*"],
    "*": ["*"],
    "orders:write,categories:write,pets:read": ["pets:read", "orders:write", "categories:write"],
    [scopes.join()]: scopes,
  };
  for (const [index, given] of Object.keys(cases).entries()) {
    const created = await folder.petstore(url, "keys", "create", "--name", `key ${index}`, "--scopes", given);
    expect(created).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^pets_live_\w{36}\n$/) });
  }
  const store = await openStore(url, NOON);
  const stored = new Map((await store.keys.list()).map((key) => [key.name, key.scopes]));
  await store.close();
  for (const [index, granted] of Object.values(cases).entries())
    expect(stored.get(`key ${index}`)?.join()).toBe(granted.join());

  const { stdout } = await folder.petstore(url, "keys", "list");
  expect(stdout).toMatch(/key 0 .* all$/m);
  expect(stdout).toMatch(/key 2 .* pets:read orders:write categories:write$/m);
  expect(stdout).toMatch(/key 3 .* webhooks:manage keys:manage$/m);
});

test("keys list --json prints each key as a line of JSON, without its hash", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await fill(url, 0);
  const flags = ["--name", "till", "--scopes", "pets:read,orders:write", "--expires", "1d"];
  const created = await folder.petstore(url, "keys", "create", "--name", "kiosk", "--scopes", "all");
  const { exitCode } = await folder.petstore(url, "keys", "create", ...flags);
  expect(exitCode).toBe(0);
  const { stdout } = await folder.petstore(url, "keys", "list", "--json");
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      id: expect.any(String),
      name: "kiosk",
      hint: created.stdout.trim().slice(-4),
      scopes: ["*"],
      role: "owner",
      state: "usable",
      createdAt: time,
    },
    {
      id: expect.any(String),
      name: "till",
      hint: expect.any(String),
      scopes: ["pets:read", "orders:write"],
      state: "usable",
      createdAt: time,
      expiresAt: time,
    },
  ]);
});

test("keys create explains every scope and refuses an unknown one", async () => {
  using folder = openFolder();
  const { stdout } = await folder.petstore(folder.url("a.db"), "keys", "create", "--help");
  for (const scope of [...scopes, "all"]) expect(stdout).toMatch(new RegExp(`^ {2}${scope} {2,}\\w`, "m"));
  const unknown = await folder.petstore(folder.url("a.db"), "keys", "create", "--name", "x", "--scopes", "pets:eat");
  expect(unknown.stderr).toContain("--scopes: expected all, or some of pets:read,");
  expect(unknown.stderr).toContain("categories:write");
  expect(unknown.exitCode).toBe(2);
});

test("keys create takes a role instead of scopes, and keys list names it", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await fill(url, 0);
  const create = (...flags: string[]) => folder.petstore(url, "keys", "create", "--name", "Anna", ...flags);
  expect(await create("--role", "counter")).toMatchObject({ exitCode: 0 });
  expect((await folder.petstore(url, "keys", "list")).stdout).toMatch(/Anna .* counter {2,}pets:read inventory:read/m);
  const refusals = [
    [await create(), "expected either --role or --scopes; got neither"],
    [await create("--role", "staff", "--scopes", "all"), "expected either --role or --scopes; got both"],
    [await create("--role", "king"), "--role: expected one of owner, staff, counter, viewer; got king"],
  ] as const;
  for (const [refused, message] of refusals) {
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(message);
  }
});

test("what commands change about keys is in the feed, by the operator", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await fill(url, 0);
  for (const name of ["Anna", "Ben"]) await folder.petstore(url, "keys", "create", "--name", name, "--scopes", "all");
  await folder.petstore(url, "keys", "revoke", "Anna");
  const last = await folder.petstore(url, "keys", "revoke", "Ben");
  expect([last.exitCode, last.stderr]).toEqual([1, expect.stringContaining("is the last one that may manage keys")]);
  const { stdout } = await folder.petstore(url, "events", "--json");
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const keys = events.filter(({ type }) => type.startsWith("key."));
  expect(keys.map(({ type, data, key }) => [type, data.name, key])).toEqual([
    ["key.created", "Anna", undefined],
    ["key.created", "Ben", undefined],
    ["key.revoked", "Anna", undefined],
  ]);
});
