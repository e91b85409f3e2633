import * as z from "zod";
import { idParameter, orderParameter, pageOf, pageParameters } from "../common.ts";
import { operation } from "../operation.ts";
import { searchParameter } from "../values/names.ts";
import { REOPEN_HOURS } from "./order-schemas.ts";
import { orderOperations } from "./orders.ts";
import { personalSaleMembers, Sale, SaleInput } from "./sale-schemas.ts";

const { customer, ...order } = orderOperations.getOrder.examples.response;
const price = { amount: 15000, currency: "EUR" };
const one = {
  id: 1,
  total: [price],
  placedAt: "2026-11-28T14:05:00.000Z",
  orders: [{ ...order, saleId: 1, customer }],
  customer,
};
const common = { tag: "Sales", stability: "beta" } as const;
const saleId = z.object({ saleId: idParameter("Id of the sale") });

const listPlacedSales = operation({
  ...common,
  id: "listPlacedSales",
  method: "GET",
  path: "/store/sales",
  summary: "List sales",
  description:
    "Returns the sales in the order of id, one page at a time. Orders that were placed alone are in no sale. With `q`, a page may have " +
    "fewer sales than `limit`, or none, even if there are more: follow `Link` until there is none.",
  scope: "orders:read",
  query: z.object({
    ...pageParameters,
    q: searchParameter(
      "Only sales whose customer's name has words that start with these, as for orders. Each sale is found once",
    ),
    order: orderParameter,
  }),
  success: pageOf("sales", Sale, "SaleList", "Sales in the order of id"),
  examples: { response: [one] },
});

const placeSale = operation({
  ...common,
  id: "placeSale",
  method: "POST",
  path: "/store/sales",
  summary: "Place a sale",
  description:
    "Orders several pets together: each item becomes an order with the id of the sale, with the same customer, note and ship date. " +
    "All of them are placed or none; the failure names the item. A repeated request with the same `Idempotency-Key` returns the sale " +
    "without customer and notes, as a key without the scope `orders:read` gets it.",
  scope: "orders:write",
  body: SaleInput,
  exact: true,
  idempotencyKey: true,
  success: {
    status: 201,
    description: "The placed sale",
    schema: Sale,
    location: "/store/sales/{id}",
    links: { getSale: "saleId", completeSale: "saleId", cancelSale: "saleId" },
    notStored: personalSaleMembers,
  },
  errors: ["not_found", "belongs_together", "pet_not_available", "insufficient_stock"],
  examples: { body: { items: [{ petId: 1, quantity: 1, price }], customer }, response: one },
});

const getSale = operation({
  ...common,
  id: "getSale",
  method: "GET",
  path: "/store/sales/{saleId}",
  summary: "Get a sale",
  description: "Returns one sale with its orders. Orders that were cancelled are in it no more.",
  scope: "orders:read",
  params: saleId,
  success: { status: 200, description: "The sale", schema: Sale },
  examples: { params: { saleId: "1" }, response: one },
});

const completed = {
  ...one,
  orders: one.orders.map((of) => ({ ...of, complete: true, completedAt: of.shipDate })),
  completedAt: order.shipDate,
};

const completeSale = operation({
  ...common,
  id: "completeSale",
  method: "POST",
  path: "/store/sales/{saleId}/completion",
  summary: "Complete a sale",
  description: "Completes every open order of a sale. A sale without open orders stays as it is.",
  scope: "orders:write",
  params: saleId,
  exact: true,
  idempotencyKey: true,
  success: { status: 200, description: "The complete sale", schema: Sale, notStored: personalSaleMembers },
  examples: { params: { saleId: "1" }, response: completed },
});

const reopenSale = operation({
  ...common,
  id: "reopenSale",
  method: "DELETE",
  path: "/store/sales/{saleId}/completion",
  summary: "Reopen a sale",
  description:
    `Takes the latest completion of a sale back, at most ${REOPEN_HOURS} hours after it: every order that was completed with it is open ` +
    "again, or none. A sale without complete orders stays as it is.",
  scope: "orders:write",
  params: saleId,
  ifMatch: Sale,
  success: { status: 200, description: "The open sale", schema: Sale },
  errors: ["conflict"],
  examples: { params: { saleId: "1" }, response: one },
});

const cancelSale = operation({
  ...common,
  id: "cancelSale",
  method: "DELETE",
  path: "/store/sales/{saleId}",
  summary: "Cancel a sale",
  description:
    "Cancels every open order of a sale, and returns their quantities to the stock. A sale without open orders cannot be cancelled.",
  scope: "orders:write",
  params: saleId,
  ifMatch: Sale,
  success: { status: 204, description: "The open orders of the sale are cancelled" },
  errors: ["conflict"],
  examples: { params: { saleId: "1" } },
});

/** The operations on sales. */
export const saleOperations = { listPlacedSales, placeSale, getSale, completeSale, reopenSale, cancelSale } as const;
