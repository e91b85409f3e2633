/*
 * The interface never breaks (decision D24). Each release adds its document to api/released/. The current document is
 * compared with all of them.
 */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { INTERFACE_VERSION } from "../src/contract/index.ts";
import { openApi } from "../src/contract/openapi/document.ts";
import { breakingChanges } from "./support/breaking-changes.ts";

const folder = join(import.meta.dir, "../api/released");
const released = [...new Bun.Glob("openapi-*.json").scanSync(folder)].sort();

/** The current document after an edit of its text, in which every member is on a line of its own. */
function edited(find: string, replacement: string) {
  const text = JSON.stringify(JSON.parse(openApi()), null, 2);
  expect(text).toContain(find);
  return JSON.parse(text.replaceAll(find, replacement));
}

test(`the document of release ${INTERFACE_VERSION} is kept`, () => {
  expect(released).toContain(`openapi-${INTERFACE_VERSION}.json`);
});

for (const name of released) {
  test(`the current document keeps the promises of ${name}`, async () => {
    expect(breakingChanges(await Bun.file(join(folder, name)).json(), JSON.parse(openApi()))).toEqual([]);
  });
}

describe("a change is breaking when", () => {
  const now = JSON.parse(openApi());

  for (const [rule, find, replacement, change] of [
    ["a path is removed", '"/pets/{petId}": {', '"/animals/{petId}": {', "GET /pets/{petId} is gone"],
    ["a parameter is removed", '"name": "limit"', '"name": "size"', "GET /pets lost the parameter limit (query)"],
    ["a default changes", '"default": 20', '"default": 50', "GET /pets limit (query) had the default 20 and has 50"],
    ["a status is removed", '"201": {', '"202": {', "POST /pets lost the status 201"],
    ["an error's status is removed", '"404": {', '"418": {', "GET /pets/{petId} lost the status 404"],
    ["a media type is removed", '"application/json": {', '"text/json": {', "POST /pets body lost application/json"],
    ["a schema is removed", '"InventoryEntry": {', '"Stock": {', "InventoryEntry is gone"],
    ["a schema is renamed", "schemas/Pets", "schemas/Animals", "GET /pets 200 had the $ref #/components/schemas/Pets"],
    ["a property is removed", '"categoryId": {', '"category": {', "Pet lost categoryId"],
    ["a value is removed", '"sold"', '"gone"', "PetStatus lost the value sold"],
    ["a type changes", '"format": "int64"', '"format": "int32"', "Pet.id had the format int64 and has int32"],
    ["a member becomes required", '"categoryId"\n', '"categoryId", "status"\n', "NewPet newly requires status"],
  ] as const) {
    test(rule, () => {
      expect(breakingChanges(now, edited(find, replacement)).join("\n")).toContain(change);
    });
  }

  test("a parameter or a body becomes required", () => {
    const changed = JSON.parse(openApi());
    changed.paths["/pets"].get.parameters[0] = { ...now.components.parameters.limit, required: true };
    changed.paths["/pets"].get.requestBody = { required: true, content: {} };
    expect(breakingChanges(now, changed)).toEqual([
      "GET /pets newly requires limit (query)",
      "GET /pets newly requires a body",
    ]);
  });

  test("a schema that is no longer written out has other content", () => {
    const inline = JSON.parse(openApi());
    inline.paths["/inventory"].get.responses["200"].content["application/json"].schema = {
      type: "array",
      items: { $ref: "#/components/schemas/InventoryEntry" },
    };
    expect(breakingChanges(inline, now)).toEqual([]);
    const changed = JSON.parse(openApi());
    changed.components.schemas.Inventory.items = { $ref: "#/components/schemas/Pet" };
    expect(breakingChanges(inline, changed)).toEqual([
      "GET /inventory 200[] had the $ref #/components/schemas/InventoryEntry and has #/components/schemas/Pet",
      "Inventory[] had the $ref #/components/schemas/InventoryEntry and has #/components/schemas/Pet",
    ]);
  });
});

test("additions, other words, and changes of experimental and beta parts are not breaking", () => {
  const now = JSON.parse(openApi());
  expect(breakingChanges(now, edited('"List all pets"', '"List the pets"'))).toEqual([]);
  expect(breakingChanges(now, edited('"name": "cursor"', '"name": "page"'))).toEqual([]);
  expect(breakingChanges(now, edited('"/store/orders": {', '"/orders": {'))).toEqual([]);
  const { "/pets/{petId}": onlyThisPath, ...paths } = now.paths;
  expect(onlyThisPath).toBeDefined();
  expect(breakingChanges({ ...now, paths }, now)).toEqual([]);
});
