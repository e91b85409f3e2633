/* The care of pets on cage cards, receipts and agreements: what is said, to whom, and what is not. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { button, panel } from "../console/page.ts";
import { addPet, bodyOf, openService, rex, type TestService } from "../support/harness.ts";
import { openShop, untilTestEnds } from "../support/shops.ts";
import { visit } from "./page.ts";

setDefaultTimeout(60_000);

type Page = Awaited<ReturnType<typeof visit>>;
type Entry = Parameters<TestService["admin"]["addCare"]>[0]["body"];

const addCare = ({ admin }: TestService, petId: bigint, body: Entry) =>
  bodyOf(admin.addCare({ params: { petId }, body }));

const vaccinated = { kind: "vaccination", what: "DHPPi", doneOn: "2026-11-07" } as const;

/** A shop whose only pet was handed over to Ada. */
async function sellRex(...entries: readonly Entry[]): Promise<TestService> {
  const service = await openShop("Rex");
  await sell(service, entries);
  return service;
}

async function sell(service: TestService, entries: readonly Entry[]): Promise<void> {
  const { admin } = service;
  for (const entry of entries) await addCare(service, 1n, entry);
  await bodyOf(admin.placeSale({ body: { items: [{ petId: 1n }], customer: { name: "Ada" } } }));
  await bodyOf(admin.completeSale({ params: { saleId: 1n } }));
}

/** Chooses a paper in a menu, and reads what is on it. */
async function printed(page: Page, menu: string, paper: string): Promise<string> {
  await page.evaluate("globalThis.print = () => {}");
  await button(panel(page), menu).click();
  await page.getByRole("menuitem", { name: paper, exact: true }).click();
  await page.locator(".prints").waitFor();
  return (await page.locator(".prints").innerText()).replaceAll("\u00a0", " ");
}

test("an agreement says what was done and what is due, each in its line, the earliest first", async () => {
  const service = await sellRex(
    { kind: "treatment", what: "Worms", dueOn: "2026-11-30" },
    { ...vaccinated, everyDays: 28, batch: "A1", by: "Dr Weber" },
    { kind: "check", what: "Eyes", doneOn: "2026-10-02" },
    { kind: "weight", what: "Weight", doneOn: "2026-11-07", grams: 3500 },
    { kind: "note", what: "Bites", dueOn: "2026-11-30" },
  );
  const page = await visit(service, "/console/orders/1");
  const text = await printed(page, "Other actions", "Agreement");
  const lines = [
    "Eyes: 2 Oct 2026",
    "DHPPi: 7 Nov 2026, batch A1, Dr Weber",
    "Worms: due on 30 Nov 2026",
    "DHPPi: due on 5 Dec 2026",
  ];
  const places = lines.map((line) => text.indexOf(line));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  for (const secret of ["Bites", "3500"]) expect(text).not.toContain(secret);
});

test("the preview of an agreement shows the care, too", async () => {
  const page = await visit(await sellRex(vaccinated), "/console/orders/1");
  await button(panel(page), "Other actions").click();
  await page.getByRole("menuitem", { name: "Show the agreement" }).click();
  await page.getByRole("dialog").getByText("DHPPi: 7 Nov 2026").waitFor();
});

const unknown = /Care so far\s*_{20}/;

test("a pet without care leaves a line to write on", async () => {
  const page = await visit(await sellRex(), "/console/orders/1");
  expect(await printed(page, "Other actions", "Agreement")).toMatch(unknown);
});

test("who may not read care prints an agreement with a line to write on", async () => {
  const service = await openShop("Rex");
  const { key } = await service.as(["pets:read", "orders:read"]);
  await sell(service, [vaccinated]);
  const page = await visit(service, "/console/orders/1", { key });
  expect(await printed(page, "Other actions", "Agreement")).toMatch(unknown);
});

test("care that cannot be read is told, and no paper says that there is none", async () => {
  const page = await visit(await sellRex(vaccinated), "/console/orders/1");
  await page.route("**/v1/pets/1/care?*", (route) => route.abort());
  await button(panel(page), "Other actions").click();
  await page.getByRole("menuitem", { name: "Agreement", exact: true }).click();
  await page.getByText("The service does not respond.").waitFor();
  expect(await page.locator(".prints").count()).toBe(0);
});

test("a receipt has a line of care for each pet, after a removal of the pet none", async () => {
  const service = await sellRex(vaccinated, { kind: "treatment", what: "Worms", dueOn: "2026-11-30" });
  const page = await visit(service, "/console/orders/1");
  expect(await printed(page, "Other actions", "Receipt")).toContain("Vaccinated · Next: Worms on 30 Nov 2026");
  await bodyOf(service.admin.deletePet({ params: { petId: 1n } }));
  const later = await visit(service, "/console/orders/1");
  const text = await printed(later, "Other actions", "Receipt");
  expect(text).toContain("Receipt 2026-00001");
  expect(text).not.toContain("Vaccinated");
});

const cards: readonly (readonly [string, readonly Entry[], string])[] = [
  ["done once", [vaccinated], "Vaccinated"],
  [
    "due today",
    [vaccinated, { kind: "vaccination", what: "Rabies", dueOn: "2026-11-21" }],
    "Vaccinated · Next: Rabies on 21 Nov 2026",
  ],
  [
    "overdue",
    [vaccinated, { kind: "vaccination", what: "Rabies", dueOn: "2026-11-20" }],
    "Next: Rabies on 20 Nov 2026",
  ],
  ["only due", [{ kind: "vaccination", what: "DHPPi", dueOn: "2026-12-01" }], "Next: DHPPi on 1 Dec 2026"],
  [
    "two on a day",
    [
      { kind: "treatment", what: "Worms", dueOn: "2026-12-01" },
      { kind: "vaccination", what: "DHPPi", dueOn: "2026-12-01" },
      { kind: "check", what: "Eyes", dueOn: "2026-12-02" },
    ],
    "Next: Worms and DHPPi on 1 Dec 2026",
  ],
  ["a weight alone", [{ kind: "weight", what: "Weight", doneOn: "2026-11-07", grams: 900 }], ""],
];

test.each(cards)("a cage card and the page of visitors agree on who is vaccinated: %s", async (_, entries, line) => {
  const service = untilTestEnds(await openService({}, undefined, { shopName: "Riverside Pets" }));
  await addPet(service.store, { ...rex, name: "Rex" });
  for (const entry of entries) await addCare(service, 1n, entry);
  const page = await visit(service, "/console/pets/1");
  const text = await printed(page, "Print", "Cage card");
  if (line === "") expect(text).not.toMatch(/Vaccinated|Next/);
  else expect(text).toContain(line);
  const visitors = await (await service.send("/pets/1-rex")).text();
  expect(visitors.includes("vaccinated")).toBe(line.startsWith("Vaccinated"));
});
