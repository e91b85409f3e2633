/* Mistakes that the compiler must find: it is run on a file for each. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { emptyFolder } from "../support/folder.ts";

const root = join(import.meta.dir, "../..");

/** A file for each mistake, with the compiler's message; undefined for the file without mistakes. */
const files: Record<string, { readonly text: string; readonly says: RegExp | undefined }> = {
  "in-order.ts": {
    text: `
      export const all: Handlers<Pick<Contract, keyof typeof pets>, Context> = { ...pets };
      export const same = operation(getPet);`,
    says: undefined,
  },
  "missing-handler.ts": {
    text: `
      export const all: Handlers<Pick<Contract, keyof typeof pets | keyof typeof inventory>, Context> = { ...pets };`,
    says: /missing the following properties.*listInventory, getInventoryEntry, updateInventory/s,
  },
  "wrong-result.ts": {
    text: `export const some: Handlers<Pick<Contract, "getPet">, Context> = { getPet: async () => ({ id: 1n }) };`,
    says: /missing the following properties.*name, categoryId, status/s,
  },
  "wrong-parameter.ts": {
    text: `export const wrong = operation({ ...getPet, path: "/pets/{id}" });`,
    says: /path names id/,
  },
  "missing-parameter.ts": {
    text: `
      const { params: _, ...rest } = getPet;
      export const wrong = operation({ ...rest });`,
    says: /path names petId/,
  },
  "result-of-204.ts": {
    text: `
      const removePet = operation({ ...getPet, id: "removePet", success: { status: 204, description: "" } });
      export const some: Handlers<{ removePet: typeof removePet }, Context> = { removePet: async () => 1 };`,
    says: /not assignable to type 'Promise<undefined>'|'number' is not assignable to type 'undefined'/,
  },
  "unknown-scope.ts": {
    text: `export const wrong = operation({ ...getPet, scope: "pets:delete" });`,
    says: /"pets:delete".* is not assignable/,
  },
  "unknown-input.ts": {
    text: `
      export const some: Handlers<Pick<Contract, "getPet">, Context> = {
        getPet: async ({ params }, { store }) => (await store.pets.find(params.id)) ?? Promise.reject(),
      };`,
    says: /Property 'id' does not exist/,
  },
};

const imports = `
  import type { Contract } from "${root}/src/contract/index.ts";
  import { type Handlers, operation } from "${root}/src/contract/operation.ts";
  import { petOperations } from "${root}/src/contract/pets.ts";
  import type { Context } from "${root}/src/core/context.ts";
  import { inventory } from "${root}/src/core/inventory.ts";
  import { pets } from "${root}/src/core/pets.ts";
  const { getPet } = petOperations;
  export const used = [operation, getPet, inventory, pets] as const;
  export type Used = [Contract, Context, Handlers<Contract, Context>];
`;

test("missing handlers, wrong results, wrong path parameters and unknown scopes are compile errors", async () => {
  using folder = emptyFolder();
  for (const [name, { text }] of Object.entries(files)) await Bun.write(join(folder.path, name), imports + text);
  const tsconfig = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { typeRoots: [join(root, "node_modules/@types")], noUnusedLocals: false },
    include: ["*.ts", join(root, "src/store/sql.d.ts")],
    exclude: [],
  };
  await Bun.write(join(folder.path, "tsconfig.json"), JSON.stringify(tsconfig));

  const tsc = Bun.spawn([join(root, "node_modules/.bin/tsc"), "--project", folder.path, "--pretty", "false"], {
    cwd: folder.path,
    stdout: "pipe",
  });
  const errors = (await new Response(tsc.stdout).text()).split(/\n(?=\S)/);

  expect(
    errors
      .filter((error) => !Object.keys(files).some((name) => error.includes(name)))
      .join("\n")
      .trim(),
  ).toBe("");
  for (const [name, { says }] of Object.entries(files)) {
    const found = errors.filter((error) => error.includes(name));
    expect({ name, errors: found.length }).toEqual({ name, errors: says ? 1 : 0 });
    if (says) expect(found[0]).toMatch(says);
  }
  expect(await tsc.exited).not.toBe(0);
}, 60_000);
