/* The bound of amounts of money, wherever one is given (decision 071). */
import { expect } from "bun:test";
import { AMOUNT_MAX } from "../../src/contract/values/money.ts";
import { test } from "../support/databases.ts";
import {
  bodyOf,
  expectRefused,
  openWithPet,
  type Received,
  refusal,
  rex,
  type TestService,
} from "../support/harness.ts";

const params = { petId: 1n };

/** Opens a service with a complete order without a price. */
async function openWithOrder(): Promise<TestService> {
  const service = await openWithPet(rex, 9);
  const { id: orderId } = await bodyOf(service.clerk.placeOrder({ body: { petId: 1n } }));
  await bodyOf(service.clerk.completeOrder({ params: { orderId } }));
  return service;
}

const most = { amount: AMOUNT_MAX, currency: "EUR" };

/** Gives an amount in each of the ways that there are. */
const ways: readonly (readonly [
  string,
  string,
  (price: typeof most, service: TestService) => Promise<Pick<Received, "status" | "body">>,
])[] = [
  [
    "the price of a new pet",
    "profile.price.amount",
    (price, { admin }) => admin.createPet({ body: { ...rex, profile: { price } } }),
  ],
  ["the price of a pet", "price.amount", (price, { admin }) => admin.updateProfile({ params, body: { price } })],
  ["the price of an order", "price.amount", (price, { clerk }) => clerk.placeOrder({ body: { petId: 1n, price } })],
  [
    "a refund",
    "refund.amount",
    (refund, { clerk }) => clerk.returnOrder({ params: { orderId: 1n }, body: { refund, note: "All of it" } }),
  ],
];

test.each(ways)("%s is at most 10^13 of the smallest unit of its currency", async (_, field, give) => {
  await using service = await openWithOrder();
  const more = { ...most, amount: AMOUNT_MAX + 1n };
  const reason = `${field}: expected an integer from 0 to ${AMOUNT_MAX}; got ${more.amount}`;
  await expectRefused(service, () => give(more, service), refusal(400, "validation_failed", reason));
  expect(await give(most, service)).toMatchObject({ ok: true });
});
