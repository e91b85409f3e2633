/* The generated declarations are those of the contract: the compiler compares them. */
import { expect, test } from "bun:test";
import { operations } from "../../src/contract/index.ts";
import { clientMethod } from "../../src/contract/openapi/samples.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { compileErrors, root } from "../support/compiler.ts";

const HEADER = `
import type * as z from "zod";
import type { Petstore } from "${root}/src/client/index.ts";
import type { Contract } from "${root}/src/contract/index.ts";

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/*
 * An int64 is a bigint in the contract, and a bigint or a number for a caller. A string of which later versions may add values is a
 * union in the generated type.
 */
type Plain<T> = string extends T ? string : bigint extends T
  ? bigint | Others<Exclude<T, bigint | number>>
  : Others<T>;
type Others<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [Member in keyof T]: Plain<Exclude<T[Member], undefined>> }
    : T;
type Same<A, B> = [Plain<A>] extends [Plain<B>] ? ([Plain<B>] extends [Plain<A>] ? true : false) : false;
type Items<T> = T extends { readonly items: infer List } ? List : T extends AsyncGenerator<infer Event> ? Event : T;
`;

/** The declarations that hold if a method takes and returns what the contract says. */
function comparisons(operation: Operation): string {
  const { id, params, query, body, file, success } = operation;
  const type = `Petstore["${clientMethod(operation).replaceAll(".", '"]["')}"]`;
  const contract = `Contract["${id}"]`;
  // A file comes in parts.
  const output = success.text
    ? "Uint8Array<ArrayBuffer>"
    : `Output<${contract}["success"] extends { schema: infer S } ? S : undefined>`;
  const ids = Object.keys(params?.shape ?? {});
  const next = `NonNullable<Parameters<${type}>[${ids.length + (file ? 1 : 0)}]>`;
  return [
    `export const ${id}Result: Same<${output}, Items<Awaited<ReturnType<${type}>>>> = true;`,
    ...ids.map((name, index) => {
      return `export const ${id}Id${index}: Same<Output<${contract}["params"]>["${name}"], Parameters<${type}>[${index}]> = true;`;
    }),
    ...(query ? [`export const ${id}Query: Same<Output<${contract}["query"]>, ${next}> = true;`] : []),
    ...(body ? [`export const ${id}Body: Same<Output<${contract}["body"]>, ${next}> = true;`] : []),
  ].join("\n");
}

const MISTAKES = `
type Pet = { id: bigint; name: string; categoryId: bigint; status: "available" | "pending" | "sold" };
export const missing: Same<z.output<Contract["createPet"]["success"]["schema"]>, Omit<Pet, "status">> = true;
export const optional: Same<z.output<Contract["createPet"]["success"]["schema"]>, Omit<Pet, "status"> & Partial<Pet>> = true;
export const inexact: Same<z.output<Contract["createPet"]["success"]["schema"]>, Omit<Pet, "id"> & { id: number }> = true;
export const more: Same<z.output<Contract["createPet"]["success"]["schema"]>, Pet & { age: number }> = true;
`;

test("every method takes and returns the types of the contract, and a difference is a compile error", async () => {
  const errors = await compileErrors({
    "same.ts": `${HEADER}${operations.map(comparisons).join("\n")}\n`,
    "mistakes.ts": `${HEADER}${MISTAKES}export type Used = [Petstore, Items<never>, Output<never>];`,
  });
  expect(errors.filter((error) => !error.startsWith("mistakes.ts"))).toEqual([]);
  expect(errors).toEqual(Array(4).fill(expect.stringContaining("Type 'true' is not assignable to type 'false'")));
}, 60_000);
