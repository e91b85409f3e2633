/* Forms read what people write, in both languages, and answer in the person's format. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { Browser } from "./browser.ts";
import { Shop } from "./shop.ts";
import { openWindow } from "./windows.ts";

setDefaultTimeout(60_000);

async function open(language: "en" | "de") {
  const shop = new Shop();
  const browser = new Browser(shop.serve);
  const window = await openWindow(browser, shop.admit("anna"));
  await window.language.chooseLanguage(language);
  return window.writtenInput;
}

const DATES = {
  en: {
    "3.4.2021": "3 Apr 2021",
    "03.04.21": "3 Apr 2021",
    "3/4/2021": "3 Apr 2021",
    "4/2021": "April 2021",
    "April 2021": "April 2021",
  },
  de: {
    "3.4.2021": "03.04.2021",
    "03.04.21": "03.04.2021",
    "3. April 2021": "03.04.2021",
    "4/2021": "April 2021",
    "03.04.99": "03.04.1999",
  },
} as const;

const AMOUNTS = {
  en: {
    "250 €": "250.00",
    "€250": "250.00",
    "1,250": "1250.00",
    "1,250.5": "1250.50",
    "250": "250.00",
    "EUR 250": "250.00",
  },
  de: {
    "250 €": "250,00",
    "€250": "250,00",
    "1.250": "1250,00",
    "1.250,5": "1250,50",
    "250,-": "250,00",
    "1'250": "1250,00",
  },
} as const;

test.each(["en", "de"] as const)(
  "in the language %s, dates and amounts are read as an import reads them",
  async (language) => {
    const { readTypedDate, dateText, readTypedAmount, amountText } = await open(language);
    for (const [typed, shown] of Object.entries(DATES[language]))
      expect([typed, dateText(readTypedDate(typed))]).toEqual([typed, shown]);
    for (const typed of ["soon", "1.1.", "31.2.2021", "2021-13"])
      expect([typed, readTypedDate(typed)]).toEqual([typed, undefined]);
    for (const [typed, shown] of Object.entries(AMOUNTS[language])) {
      const amount = readTypedAmount(typed, "EUR");
      expect([typed, amount && amountText(amount)]).toEqual([typed, shown]);
    }
    for (const typed of ["1oo", "a lot", "-5", "1.2.3"])
      expect([typed, readTypedAmount(typed, "EUR")]).toEqual([typed, undefined]);
    expect(readTypedAmount("250 CHF", "EUR")?.currency).toBe("CHF");
  },
);

test.each(["en", "de"] as const)(
  "in the language %s, a date in a field is read again as the same date",
  async (language) => {
    const { readTypedDate, dateText } = await open(language);
    for (let month = 1; month <= 12; month++) {
      const date = `2021-${String(month).padStart(2, "0")}`;
      for (const one of ["2021", date, `${date}-09`]) expect(readTypedDate(dateText(one))).toBe(one);
    }
  },
);
