import type { Contract } from "../contract/index.ts";
import type { Handlers } from "../contract/operation.ts";
import type { Context } from "./context.ts";
import { page } from "./pagination.ts";

export const orders: Handlers<Pick<Contract, "listOrders">, Context> = {
  listOrders: ({ query }, { store }) => page(query, ["orders"], (order) => order.id, store.orders.list),
};
