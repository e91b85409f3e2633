import type { Contract } from "../contract/index.ts";
import type { Handlers, Input, Operation } from "../contract/operation.ts";
import type { Context } from "./context.ts";
import { inventory } from "./inventory.ts";
import { orders } from "./orders.ts";
import { pets } from "./pets.ts";

export const handlers: Handlers<Contract, Context> = { ...pets, ...inventory, ...orders };

type AnyHandler = (input: Input<Operation>, context: Context) => Promise<unknown>;

/** Runs the handler of an operation. One that changes something must be given the facts of a transaction. */
export function perform(operation: Operation, input: Input<Operation>, context: Context): Promise<unknown> {
  // The table is typed by operation; a caller that has any operation has lost that type, not the agreement.
  const handler = (handlers as unknown as Record<string, AnyHandler>)[operation.id];
  if (handler === undefined) throw new Error(`no handler for ${operation.id}`);
  return handler(input, context);
}
