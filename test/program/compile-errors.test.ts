/* Mistakes that the compiler must find: it is run on a file for each. */
import { expect, test } from "bun:test";
import { compileErrors, root } from "../support/compiler.ts";

/** A file for each mistake, with the compiler's message; undefined for the file without mistakes. */
const files: Record<string, readonly [text: string, says: RegExp | undefined]> = {
  "in-order.ts": [
    `
      export const all: Handlers<Pick<Contract, keyof typeof pets>, Context> = { ...pets };
      export const same = operation(getPet);`,
    undefined,
  ],
  "missing-handler.ts": [
    `
      export const all: Handlers<Pick<Contract, keyof typeof pets | keyof typeof inventory>, Context> = { ...pets };`,
    /missing the following properties.*listInventory, getInventoryEntry, updateInventory/s,
  ],
  "wrong-result.ts": [
    `export const some: Handlers<Pick<Contract, "getPet">, Context> = { getPet: async () => ({ id: 1n }) };`,
    /missing the following properties.*name, categoryId, status/s,
  ],
  "wrong-parameter.ts": [`export const wrong = operation({ ...getPet, path: "/pets/{id}" });`, /path names id/],
  "missing-parameter.ts": [
    `
      const { params: _, ...rest } = getPet;
      export const wrong = operation({ ...rest });`,
    /path names petId/,
  ],
  "result-of-204.ts": [
    `
      const removePet = operation({ ...getPet, id: "removePet", success: { status: 204, description: "" } });
      export const some: Handlers<{ removePet: typeof removePet }, Context> = { removePet: async () => 1 };`,
    /not assignable to type 'Promise<undefined>'|'number' is not assignable to type 'undefined'/,
  ],
  "unknown-scope.ts": [
    `export const wrong = operation({ ...getPet, scope: "pets:delete" });`,
    /"pets:delete".* is not assignable/,
  ],
  "unknown-input.ts": [
    `
      export const some: Handlers<Pick<Contract, "getPet">, Context> = {
        getPet: async ({ params }, { store }) => (await store.pets.find(params.id)) ?? Promise.reject(),
      };`,
    /Property 'id' does not exist/,
  ],
};

const imports = `
  import type { Contract } from "${root}/src/contract/index.ts";
  import { type Handlers, operation } from "${root}/src/contract/operation.ts";
  import { petOperations } from "${root}/src/contract/pets/pets.ts";
  import type { Context } from "${root}/src/core/context.ts";
  import { inventory } from "${root}/src/core/shop/pets/inventory-handlers.ts";
  import { pets } from "${root}/src/core/shop/pets/pet-handlers.ts";
  const { getPet } = petOperations;
  export const used = [operation, getPet, inventory, pets] as const;
  export type Used = [Contract, Context, Handlers<Contract, Context>];
`;

test("missing handlers, wrong results, wrong path parameters and unknown scopes are compile errors", async () => {
  const errors = await compileErrors(
    Object.fromEntries(Object.entries(files).map(([name, [text]]) => [name, imports + text])),
  );
  const expected = Object.entries(files).flatMap(([name, [, says]]) => (says ? [[name, says] as const] : []));
  expect(errors.map((error) => error.split("(")[0]).toSorted()).toEqual(expected.map(([name]) => name).toSorted());
  for (const [name, says] of expected) expect(errors.find((error) => error.startsWith(name))).toMatch(says);
}, 60_000);
