import { withoutMembers } from "../../../contract/json/members.ts";
import { type Order, personalMembers } from "../../../contract/orders/order-schemas.ts";
import { type Context, hasScope } from "../../context.ts";

/** An order as the key may see it: with its customer only for keys that may read orders (decision D71). */
export function shownOrder(order: Order, { principal }: Context): Order {
  return hasScope(principal, "orders:read") ? order : withoutMembers(order, personalMembers);
}
