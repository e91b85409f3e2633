import type { Contract } from "../contract/index.ts";
import type { Handlers } from "../contract/operation.ts";
import type { Context } from "./context.ts";
import { page } from "./pagination.ts";

export const orders: Handlers<Pick<Contract, "listOrders">, Context> = {
  listOrders: ({ query }, context) => page(query, ["orders"], context, (order) => order.id, context.store.orders.list),
};
