/* Papers of a sale: what the receipt and the agreement say in each language, and on which paper. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { bodyOf, openService, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { untilTestEnds } from "../support/shops.ts";
import { button, panel } from "./page.ts";
import { shoot, visit } from "./visit.ts";

setDefaultTimeout(60_000);

/** A shop in which Ada has taken two pets home. */
async function openTill(): Promise<TestService> {
  const settings = {
    shopName: "Riverside Pets",
    shopAddress: "1 Market Street, Riverside",
    shopAddressDe: "Marktstraße 1, Riverside",
    shopTaxId: "DE123456789",
    shopTaxRate: 1900,
  };
  const service = untilTestEnds(await openService({}, undefined, settings));
  const { admin } = service;
  await admin.createCategory({ body: { name: "Dogs" } });
  const price = { amount: 35_000n, currency: "EUR" };
  const profile = { breed: "Beagle", sex: "male", price } as const;
  for (const [name, microchip] of [["Rex", "276098102345678"], ["Luna <b>"]] as const)
    await bodyOf(admin.createPet({ body: { name, categoryId: 1n, profile: { ...profile, microchip } } }));
  const rabies = { kind: "vaccination", what: "Rabies", doneOn: "2026-11-07", everyDays: 365, batch: "A1" } as const;
  await bodyOf(admin.addCare({ params: { petId: 1n }, body: { ...rabies, by: "Dr Weber" } }));
  await bodyOf(admin.addCare({ params: { petId: 1n }, body: { kind: "note", what: "Bites", doneOn: "2026-11-07" } }));
  const customer = { name: "Ada Krause", contact: "+49 30 555 0110" };
  await bodyOf(admin.placeSale({ body: { items: [{ petId: 1n }, { petId: 2n }], customer } }));
  await bodyOf(admin.completeSale({ params: { saleId: 1n } }));
  return service;
}

interface Printed {
  readonly lines: readonly string[];
  /** The size of each page, in millimetres. */
  readonly pages: readonly (readonly number[])[];
}

/** Waits for the paper, and reads what is on it. */
async function printed(page: Page, name: string): Promise<Printed> {
  await until(() => page.evaluate<boolean>("globalThis.printed === 1"), "the paper");
  await page.emulateMedia({ media: "print" });
  await shoot(page, name);
  const text = (await page.locator(".prints").innerText()).replaceAll("\u00a0", " ");
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    ...(process.env["SHOTS"] && { path: `${process.env["SHOTS"]}/${name}.pdf` }),
  });
  const sizes = pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  const pages = [...sizes].map(([, width, height]) =>
    [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)),
  );
  return {
    lines: text
      .split(/[\n\t]+/)
      .map((line) => line.trim())
      .filter(Boolean),
    pages,
  };
}

async function visitToPrint(service: TestService, path: string, locale: string): Promise<Page> {
  const page = await visit(service, path, { locale });
  await page.evaluate("globalThis.printed = 0; globalThis.print = () => { globalThis.printed += 1; }");
  return page;
}

const A4 = [210, 297];

const receipts = {
  "en-GB": [
    "Riverside Pets",
    "1 Market Street, Riverside",
    "Tax ID DE123456789",
    "Receipt 2026-00001",
    "21 Nov 2026, 12:00",
    "For Ada Krause",
    "Rex",
    "Dogs",
    "Vaccinated · Next: Rabies on 7 Nov 2027",
    "€350.00",
    "Luna <b>",
    "Dogs",
    "€350.00",
    "Total",
    "€700.00",
    "Includes 19% tax",
    "€111.76",
    "Thank you for your visit.",
  ],
  "de-DE": [
    "Riverside Pets",
    "Marktstraße 1, Riverside",
    "Steuernummer DE123456789",
    "Quittung 2026-00001",
    "21.11.2026, 12:00",
    "Für Ada Krause",
    "Rex",
    "Dogs",
    "Geimpft · Als Nächstes: Rabies am 07.11.2027",
    "350,00 €",
    "Luna <b>",
    "Dogs",
    "350,00 €",
    "Gesamt",
    "700,00 €",
    "Enthält 19 % MwSt.",
    "111,76 €",
    "Vielen Dank für Ihren Besuch.",
  ],
} as const;

const words = {
  "en-GB": {
    more: "Other actions",
    roll: "Receipt on a roll (80 mm)",
    both: "Receipt and agreement",
    care: ["Rabies: 7 Nov 2026, batch A1, Dr Weber", "Rabies: due on 7 Nov 2027"],
  },
  "de-DE": {
    more: "Weitere Aktionen",
    roll: "Quittung auf Rolle (80 mm)",
    both: "Quittung und Vertrag",
    care: ["Rabies: 07.11.2026, Charge A1, Dr Weber", "Rabies: fällig am 07.11.2027"],
  },
} as const;

const locales = ["en-GB", "de-DE"] as const;

test.each(locales)("one key prints the receipt on A4, and afterwards what was printed last (%s)", async (locale) => {
  const service = await openTill();
  const page = await visitToPrint(service, "/console/orders/1", locale);
  await button(panel(page), words[locale].more).waitFor();
  await page.keyboard.press("p");
  const { lines, pages } = await printed(page, `receipt-a4-${locale}`);
  expect(lines).toEqual([...receipts[locale]]);
  expect(pages).toEqual([A4]);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate("dispatchEvent(new Event('afterprint')); globalThis.printed = 0");
  await button(panel(page), words[locale].more).click();
  await page.getByRole("menuitem", { name: words[locale].roll }).click();
  const roll = await printed(page, `receipt-80-${locale}`);
  expect(roll.lines).toEqual([...receipts[locale]]);
  expect(roll.pages).toMatchObject([[80, expect.any(Number)]]);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate("dispatchEvent(new Event('afterprint')); globalThis.printed = 0");
  // What is not printed had the focus.
  await panel(page).getByRole("heading").focus();
  await page.keyboard.press("p");
  expect((await printed(page, `receipt-80-again-${locale}`)).pages).toEqual(roll.pages);
});

test.each(locales)(
  "the agreement has the pet, its care, the chip and the customer, one for each pet (%s)",
  async (locale) => {
    const service = await openTill();
    const page = await visitToPrint(service, "/console/orders/1", locale);
    await button(panel(page), words[locale].more).click();
    await page.getByRole("menuitem", { name: words[locale].both }).click();
    const { lines, pages } = await printed(page, `agreement-${locale}`);
    const text = lines.join("\n");
    for (const known of ["Rex", "Luna <b>", "Beagle", "276098102345678", "Ada Krause", "+49 30 555 0110", "2026-00001"])
      expect(text).toContain(known);
    expect(text).toContain(words[locale].care.join("\n"));
    expect(text).not.toContain("Bites");
    expect(text).not.toContain("{{");
    expect(pages).toEqual([A4, A4, A4]);
  },
);

test("the name of an erased customer is on no paper, and a void receipt says so", async () => {
  const service = await openTill();
  const { admin } = service;
  for (const orderId of [1n, 2n]) await admin.updateOrder({ params: { orderId }, body: { customer: null } });
  await admin.reopenSale({ params: { saleId: 1n } });
  await admin.completeSale({ params: { saleId: 1n } });
  const page = await visitToPrint(service, "/console/reports?day=2026-11-21", "en-GB");
  await button(page.getByRole("row").filter({ hasText: "2026-00001" }), "Print 2026-00001").click();
  const { lines } = await printed(page, "receipt-void");
  expect(lines).toContain("Void since 21 Nov 2026, 12:00");
  expect(lines.join("\n")).not.toContain("Ada");
});
