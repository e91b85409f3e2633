import type { Handlers } from "../contract/operation.ts";
import type { orderOperations } from "../contract/orders.ts";
import type { Context } from "./context.ts";
import { page } from "./pagination.ts";

export const orders: Handlers<typeof orderOperations, Context> = {
  listOrders: ({ query }, context) => page(query, ["orders"], context, (order) => order.id, context.store.orders.list),
};
