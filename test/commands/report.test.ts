import { expect, test } from "bun:test";
import { openShop, refused, withStore } from "./folder.ts";

test("report sales sums the orders by category, as a table, as CSV and as JSON", async () => {
  using shop = openShop();
  const at = Date.parse("2026-11-30T23:30:00Z");
  await withStore(shop.url, (store) =>
    store.transaction(async ({ pets, orders, categories }) => {
      const category = await categories.insert({ name: "=Dogs, big" });
      const { id: petId } = await pets.insert({ name: "Rex", categoryId: category?.id ?? 0n, status: "sold" }, 0, at);
      const price = { amount: 15_000n, currency: "EUR" };
      const known = (await orders.petsToOrder([petId])).get(petId);
      const { id } = await orders.insert({ petId, quantity: 2, ...known, price });
      const completed = (await orders.complete(id, at)) ?? expect.unreachable();
      const refund = { ...price, amount: 5_050n };
      await orders.addReturn(completed, { at: new Date(at).toISOString(), quantity: 1, restock: false, refund });
    }),
  );
  const sales = (...flags: string[]) => shop.run("report", "sales", "--time-zone", "Europe/Berlin", ...flags);
  const december = ["--from", "2026-12-01", "--to", "2026-12-31", "--by", "category"];
  expect((await sales(...december)).stdout).toBe(
    "CATEGORY    CURRENCY  ORDERS  PETS  SALES   RETURNS  PETS BACK  REFUNDS\n=Dogs, big  EUR       1       2     150.00  1        1          50.50\n",
  );
  // Reading the text takes its byte order mark away.
  expect((await sales(...december, "--csv")).stdout).toBe(
    'category,currency,orders,pets,sales,returns,pets back,refunds\r\n"=""=Dogs, big""",EUR,1,2,150.00,1,1,50.50\r\n',
  );
  expect((await sales(...december, "--csv", "--decimal-comma")).stdout).toBe(
    'category;currency;orders;pets;sales;returns;pets back;refunds\r\n"=""=Dogs, big""";EUR;1;2;150,00;1;1;50,50\r\n',
  );
  expect(await sales("--decimal-comma")).toEqual(refused(2, "--decimal-comma is for CSV: use it with --csv"));
  const [line] = (await sales("--from", "2026-12-01", "--to", "2026-12-01", "--json")).stdout.split("\n");
  expect(JSON.parse(line ?? "")).toMatchObject({ day: "2026-12-01", sales: 15_000, refunds: 5_050 });
  expect((await sales("--to", "2026-11-30", "--json")).stdout).toBe("");
  expect(await sales("--to", "tomorrow")).toEqual(refused(2, "--to: expected a day such as 2026-12-01; got tomorrow"));
});

test("report sales by receipt and report closing show the receipts of a day, and which were voided", async () => {
  using shop = openShop();
  const at = Date.parse("2026-12-01T12:00:00Z");
  await withStore(shop.url, (store) =>
    store.transaction(async ({ pets, orders, receipts }) => {
      const { id: petId } = await pets.insert({ name: "Rex", categoryId: 7n, status: "sold" }, 0, at);
      const price = { amount: 11_900n, currency: "EUR" };
      for (const isVoid of [true, false]) {
        const { id } = await orders.insert({ petId, quantity: 1, price });
        if (!isVoid) await orders.complete(id, at);
        const issued = await receipts.issue(
          {
            at,
            orderIds: [id],
            sums: [{ orders: 1, quantity: 1, sales: price.amount, currency: price.currency }],
            taxRate: 1900,
          },
          2026,
        );
        if (isVoid) await receipts.void(issued, at);
      }
    }),
  );
  const day = "2026-12-01";
  expect((await shop.run("report", "sales", "--by", "receipt", "--from", day, "--to", day)).stdout).toBe(
    "RECEIPT     VOIDED AT                 CURRENCY  ORDERS  PETS  SALES   RETURNS  PETS BACK  REFUNDS  TAX    VOIDED  VOIDED TAX\n" +
      "2026-00001                            EUR       1       1     119.00  0        0          0.00     19.00\n" +
      "2026-00001  2026-12-01T12:00:00.000Z  EUR       0       0     0.00    0        0          0.00            119.00  19.00\n" +
      "2026-00002                            EUR       1       1     119.00  0        0          0.00     19.00\n",
  );
  expect((await shop.run("report", "closing", "--day", day)).stdout).toBe(
    "2026-12-01: receipts 2026-00001 to 2026-00002, 2 issued, 1 voided: 2026-00001\n" +
      "CURRENCY  ORDERS  PETS  SALES   RETURNS  PETS BACK  REFUNDS  TAX    VOIDED  VOIDED TAX  NET\n" +
      "EUR       2       2     238.00  0        0          0.00     38.00  119.00  19.00       119.00\n",
  );
  const [line] = (await shop.run("report", "closing", "--day", day, "--json")).stdout.split("\n");
  expect(JSON.parse(line ?? "")).toMatchObject({
    issued: 2,
    voided: 1,
    sums: [{ sales: 23_800, tax: 3800, net: 11_900 }],
  });
  expect(await shop.run("report", "closing", "--day", "today")).toEqual(
    refused(2, "--day: expected a day such as 2026-12-01; got today"),
  );
});
