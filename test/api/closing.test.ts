/* Sales by receipt, and the closing of a day. */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, openService, refusal, type TestService } from "../support/harness.ts";

const eur = (amount: bigint) => ({ amount, currency: "EUR" });
const NOTHING = { orders: 0, quantity: 0, sales: 0n, returns: 0, returnedQuantity: 0, refunds: 0n };

/** Two days of a shop: a sale in two currencies, one that is reopened and completed again, and a return on the second day. */
async function openBooks(): Promise<TestService> {
  const service = await openService({ timeZone: "Europe/Berlin", taxRate: 1900 });
  await service.stock(4);
  service.now = Date.parse("2026-12-01T22:30:00Z");
  const { clerk } = service;
  const sell = async (...items: { petId: bigint; price?: ReturnType<typeof eur> }[]) => {
    const { id: saleId } = await bodyOf(clerk.placeSale({ body: { items } }));
    return bodyOf(clerk.completeSale({ params: { saleId } }));
  };
  await sell({ petId: 1n, price: eur(119_00n) }, { petId: 2n, price: { amount: 1000n, currency: "JPY" } });
  const { id: saleId } = await sell({ petId: 3n, price: eur(1_00n) });
  service.now += 60_000;
  await bodyOf(clerk.reopenSale({ params: { saleId } }));
  await bodyOf(clerk.completeSale({ params: { saleId } }));
  service.now += 3_600_000;
  await bodyOf(clerk.returnOrder({ params: { orderId: 1n }, body: { refund: eur(19_00n) } }));
  await sell({ petId: 4n });
  return service;
}

test("by receipt, a report has each receipt with its currencies and tax, each voiding as its own entry, and returns with their receipt", async () => {
  await using service = await openBooks();
  const by = (query: object) => bodyOf(service.clerk.listSales({ query: { by: "receipt", ...query } }));
  const both = { ...NOTHING, orders: 1, quantity: 1 };
  const first = [
    { receipt: "2026-00001", ...both, currency: "EUR", sales: 119_00n, tax: 19_00n },
    { receipt: "2026-00001", ...both, currency: "JPY", sales: 1000n, tax: 160n },
    { receipt: "2026-00002", ...both, currency: "EUR", sales: 1_00n, tax: 16n },
    {
      receipt: "2026-00002",
      ...NOTHING,
      currency: "EUR",
      voidedAt: "2026-12-01T22:31:00.000Z",
      voids: { orders: 1, quantity: 1, sales: 1_00n, tax: 16n },
    },
    { receipt: "2026-00003", ...both, currency: "EUR", sales: 1_00n, tax: 16n },
  ];
  const second = [
    { receipt: "2026-00001", ...NOTHING, currency: "EUR", returns: 1, returnedQuantity: 1, refunds: 19_00n },
    { receipt: "2026-00004", ...both, tax: 0n },
  ];
  expect(await by({ from: "2026-12-01", to: "2026-12-01" })).toEqual(first);
  expect(await by({ from: "2026-12-01", to: "2026-12-02" })).toEqual([...first, ...second]);
  expect(
    await service.clerk.listSales({ query: { by: "receipt", from: "2026-11-01", to: "2026-12-02" } }),
  ).toMatchObject(refusal(400, "invalid_parameter", "1 to 31 days"));
});

test("a day is closed with its sums, its first and last receipt, and what was voided on it", async () => {
  await using service = await openBooks();
  const close = (day?: string) => bodyOf(service.clerk.getClosing({ query: { ...(day && { day }) } }));
  const closing = await close("2026-12-01");
  expect(closing).toMatchObject({ day: "2026-12-01", first: "2026-00001", last: "2026-00003", issued: 3, voided: 1 });
  expect(closing.voidedReceipts).toMatchObject([{ number: "2026-00002", orderIds: [3n], total: [eur(1_00n)] }]);
  expect(closing.sums).toEqual([
    {
      ...NOTHING,
      currency: "EUR",
      orders: 3,
      quantity: 3,
      sales: 121_00n,
      tax: 19_32n,
      voids: { orders: 1, quantity: 1, sales: 1_00n, tax: 16n },
      net: 120_00n,
    },
    { ...NOTHING, currency: "JPY", orders: 1, quantity: 1, sales: 1000n, tax: 160n, net: 1000n },
  ]);
  expect(await close()).toMatchObject({
    day: "2026-12-02",
    first: "2026-00004",
    last: "2026-00004",
    issued: 1,
    voided: 0,
  });
  for (const day of ["1969-12-31", "9999-12-31"]) {
    expect(await service.clerk.getClosing({ query: { day } })).toMatchObject(
      refusal(400, "invalid_parameter", `day: expected a day from 1970-01-01 to 9998-12-31; got ${day}`),
    );
  }
  expect(await close("2026-11-30")).toEqual({ day: "2026-11-30", issued: 0, voided: 0, voidedReceipts: [], sums: [] });
});

test("by receipt and by day, the sums of a month are the same once what was voided is taken off", async () => {
  await using service = await openBooks();
  const query = { from: "2026-12-01", to: "2026-12-31" };
  const total = async (by: "day" | "receipt") => {
    const rows = await bodyOf(service.clerk.listSales({ query: { ...query, by } }));
    const sumOf = (of: (row: (typeof rows)[number]) => bigint | number) =>
      rows.reduce((sum, row) => sum + BigInt(of(row)), 0n);
    return [
      sumOf(({ sales, voids }) => sales - (voids?.sales ?? 0n)),
      sumOf(({ orders, voids }) => orders - (voids?.orders ?? 0)),
      sumOf(({ quantity, voids }) => quantity - (voids?.quantity ?? 0)),
      sumOf(({ returns }) => returns),
      sumOf(({ refunds }) => refunds),
    ];
  };
  expect(await total("receipt")).toEqual(await total("day"));
});

test.each([
  ["the same day", "2026-12-01T10:00:00Z", "2026-12-01T11:00:00Z", "2026-12-01", "2026-12-01"],
  ["the next day", "2026-12-01T22:59:59Z", "2026-12-01T23:00:00Z", "2026-12-01", "2026-12-02"],
  [
    "the next day of the shop, over New Year",
    "2026-12-31T22:30:00Z",
    "2026-12-31T23:30:00Z",
    "2026-12-31",
    "2027-01-01",
  ],
])(
  "a receipt voided on %s counts on its day as it was issued, and its voiding on the day of that",
  async (_, issued, voided, day, later) => {
    await using service = await openService({ timeZone: "Europe/Berlin", taxRate: 1900 });
    await service.stock(3);
    const { clerk } = service;
    const close = (of: string) => bodyOf(clerk.getClosing({ query: { day: of } }));
    const entries = (of: string) => bodyOf(clerk.listSales({ query: { by: "receipt", from: of, to: of } }));
    service.now = Date.parse(issued);
    await bodyOf(clerk.updateInventory({ params: { petId: 1n }, body: { quantity: 3 } }));
    const items = [{ petId: 1n, quantity: 3, price: eur(119_00n) }, { petId: 2n, price: eur(11_90n) }, { petId: 3n }];
    const { id: saleId } = await bodyOf(clerk.placeSale({ body: { items } }));
    await bodyOf(clerk.completeSale({ params: { saleId } }));
    const [closing, entered] = [await close(day), await entries(day)];

    service.now = Date.parse(voided);
    await bodyOf(clerk.reopenSale({ params: { saleId } }));
    // Nothing else is left of what it was for.
    await bodyOf(clerk.cancelSale({ params: { saleId } }));
    service.now += 60_000;
    const number = "2026-00001";
    const priced = { currency: "EUR", orders: 2, quantity: 4, sales: 130_90n, tax: 20_90n };
    const { currency, ...voids } = priced;
    const unpriced = { orders: 1, quantity: 1, sales: 0n, tax: 0n };
    const isSame = day === later;
    expect(closing.sums).toEqual([
      { ...NOTHING, ...priced, net: 130_90n },
      { ...NOTHING, ...unpriced, net: 0n },
    ]);
    if (!isSame) expect([await close(day), await entries(day)]).toEqual([closing, entered]);
    const issuedThen = isSame ? priced : NOTHING;
    const none = isSame ? unpriced : NOTHING;
    expect(await close(later)).toEqual({
      day: later,
      ...(isSame && { first: number, last: number }),
      issued: isSame ? 1 : 0,
      voided: 1,
      voidedReceipts: [await bodyOf(clerk.getReceipt({ params: { number } }))],
      sums: [
        { ...NOTHING, ...issuedThen, currency, voids, net: isSame ? 0n : -130_90n },
        { ...NOTHING, ...none, voids: unpriced, net: 0n },
      ],
    });
    const voidedAt = new Date(voided).toISOString();
    expect((await entries(later)).filter((entry) => entry.voids !== undefined)).toEqual([
      { receipt: number, voidedAt, ...NOTHING, currency, voids },
      { receipt: number, voidedAt, ...NOTHING, voids: unpriced },
    ]);
  },
);
