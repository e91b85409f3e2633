/*
 * The interface never breaks (decision D24). A release adds the document that it publishes to api/released/; from then on
 * the current one is compared with it.
 */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { INTERFACE_VERSION } from "../src/contract/index.ts";
import { openApi } from "../src/contract/openapi.ts";
import { breakingChanges } from "./breaking-changes.ts";

const folder = join(import.meta.dir, "../api/released");
const released = [...new Bun.Glob("openapi-*.json").scanSync(folder)].sort();

/** The document as it would be after an edit of its text. */
function edited(find: string, replacement: string) {
  const text = openApi({});
  expect(text).toContain(find);
  return JSON.parse(text.replaceAll(find, replacement));
}

test(`the documents of all releases up to ${INTERFACE_VERSION} are kept`, () => {
  expect(released).toContain(`openapi-${INTERFACE_VERSION}.json`);
});

for (const name of released) {
  test(`the current document keeps what ${name} promises`, async () => {
    expect(breakingChanges(await Bun.file(join(folder, name)).json(), JSON.parse(openApi({})))).toEqual([]);
  });
}

describe("a change is breaking when", () => {
  const now = JSON.parse(openApi({}));

  for (const [rule, find, replacement, change] of [
    ["a path is gone", '"/pets/{petId}": {', '"/animals/{petId}": {', "GET /pets/{petId} is gone"],
    ["a parameter is gone", '"name": "limit"', '"name": "size"', "GET /pets lost the parameter limit (query)"],
    ["a status is gone", '"201": {', '"202": {', "POST /pets lost the status 201"],
    ["a schema is gone", '"InventoryEntry": {', '"Stock": {', "InventoryEntry is gone"],
    ["a property is gone", '"categoryId": {', '"category": {', "Pet lost categoryId"],
    ["a value is gone", '"sold"', '"gone"', "PetStatus lost the value sold"],
    ["a type is another", '"format": "int64"', '"format": "int32"', "Pet.id had the format int64 and has int32"],
    ["a member is newly required", '"categoryId"\n', '"categoryId", "status"\n', "NewPet newly requires status"],
  ] as const) {
    test(rule, () => {
      expect(breakingChanges(now, edited(find, replacement))).toContain(change);
    });
  }

  test("it is none of these: additions, other words, and changes of what is experimental or beta", () => {
    expect(breakingChanges(now, edited('"List all animals"', '"List the animals"'))).toEqual([]);
    expect(breakingChanges(now, edited('"name": "cursor"', '"name": "page"'))).toEqual([]);
    expect(breakingChanges(now, edited('"/store/orders": {', '"/orders": {'))).toEqual([]);
    const { "/pets/{petId}": onlyThisPath, ...paths } = now.paths;
    expect(onlyThisPath).toBeDefined();
    expect(breakingChanges({ ...now, paths }, now)).toEqual([]);
  });
});
