/* Settings of the shop: its description, and what visitors may do. */
import { z } from "zod";
import { SHOP_NAME_MAX } from "../../contract/shop/shop-name.ts";
import { CURRENCY, currencies } from "../../contract/values/money.ts";
import { readTimeZone, TIME_ZONE } from "../../contract/values/time-zones.ts";
import { fold } from "../../core/shop/name-key.ts";
import { fileName, integer, isContact, oneOf, origins, readBy, setting } from "./setting-values.ts";

const SHOP_KINDS = ["shop", "shelter"] as const;

/** A one-line text about the shop on its public pages. */
function shopLine(name: string, description: string) {
  return setting(name, "", "at most 200 characters in one line", description, line(200));
}

function line(max: number) {
  return z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u);
}

function shopText(name: string, description: string) {
  return setting(name, "", "at most 1000 characters", description, z.string().max(1000));
}

/** Translations of categories and tags, by `fold`, so that case does not matter. */
function shopWords(name: string, description: string) {
  return setting(
    name,
    "",
    "name=other name, separated by commas, at most 10,000 characters",
    description,
    readBy(readWords),
  );
}

function readWords(text: string): ReadonlyMap<string, string> | undefined {
  const pairs = text.split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  const isUsable = ([from = "", to = "", ...rest]: readonly string[]) => from !== "" && to !== "" && rest.length === 0;
  if (text === "") return new Map<string, string>();
  if (text.length > 10_000 || !pairs.every(isUsable)) return undefined;
  return new Map(pairs.map(([from = "", to = ""]) => [fold(from), to]));
}

/** Part of the table of settings. */
export const shopSettings = {
  shopName: setting(
    "SHOP_NAME",
    "",
    `1 to ${SHOP_NAME_MAX} characters in one line`,
    "Name of the shop on its page for visitors at /; if unset, there is no such page",
    line(SHOP_NAME_MAX),
  ),
  shopContact: setting(
    "SHOP_CONTACT",
    "",
    "an address that starts with https://, mailto: or tel:, such as mailto:hello@shop.example",
    "Where visitors ask about a pet",
    z.literal("").or(z.string().refine(isContact)),
  ),
  shopTimeZone: setting(
    "SHOP_TIME_ZONE",
    "",
    TIME_ZONE,
    "Time zone in which the shop's days begin, in reports and for visitors; if unset, that of the system",
    readBy((text) => (text === "" ? Intl.DateTimeFormat().resolvedOptions().timeZone : readTimeZone(text))),
  ),
  shopCurrency: setting(
    "SHOP_CURRENCY",
    "EUR",
    CURRENCY,
    "Currency of the shop, for prices and refunds for which nobody names another",
    z.string().refine((text) => currencies.has(text)),
  ),
  shopTaxRate: setting(
    "SHOP_TAX_RATE",
    "",
    "per cent with up to two decimals, such as 19 or 7.7",
    "The tax that prices include, for receipts; if unset, they show none",
    z
      .string()
      .regex(/^(?:\d{1,2}(?:\.\d{1,2})?)?$/)
      .transform((text) => (text === "" ? undefined : Math.round(Number(text) * 100))),
  ),
  shopTaxId: shopLine("SHOP_TAX_ID", "Tax number of the shop, for receipts"),
  shopAgreement: fileName(
    "SHOP_AGREEMENT",
    "File with the agreement that customers sign: Markdown with placeholders such as {{pet.name}}; if unset, a text of our own",
  ),
  shopAgreementDe: fileName("SHOP_AGREEMENT_DE", "The same in German; if unset, SHOP_AGREEMENT"),
  shopAbout: shopText("SHOP_ABOUT", "What the page for visitors says about the shop"),
  shopAboutDe: shopText("SHOP_ABOUT_DE", "The same in German; if unset, SHOP_ABOUT"),
  shopWordsEn: shopWords(
    "SHOP_WORDS_EN",
    "What kinds and tags are called in English, for visitors, such as Hunde=Dogs, ruhig=calm",
  ),
  shopWordsDe: shopWords("SHOP_WORDS_DE", "The same in German, such as Dogs=Hunde, calm=ruhig"),
  shopKind: oneOf("SHOP_KIND", "shop", SHOP_KINDS, "Whether visitors read of a price or, in a shelter, of a fee"),
  shopHours: shopLine("SHOP_HOURS", "When the shop is open, for visitors, such as Mon to Sat, 10:00 to 18:00"),
  shopHoursDe: shopLine("SHOP_HOURS_DE", "The same in German; if unset, SHOP_HOURS"),
  shopAddress: shopLine("SHOP_ADDRESS", "Where the shop is, for visitors"),
  shopAddressDe: shopLine("SHOP_ADDRESS_DE", "The same in German; if unset, SHOP_ADDRESS"),
  embedOrigins: setting(
    "EMBED_ORIGINS",
    "",
    "origins such as https://shop.example, separated by commas",
    "Origins whose pages may show the page for visitors in a frame",
    origins,
  ),
  shopInquiries: integer(
    "SHOP_INQUIRIES",
    0,
    0,
    1,
    "1 lets visitors ask about a pet in a form on its page; behind a proxy it needs TRUST_PROXY, or all visitors count as one",
  ),
  careReminderHour: integer(
    "CARE_REMINDER_HOUR",
    7,
    0,
    23,
    "Hour of the shop's day at which the event care.due says what is due",
  ),
  inquiriesRetentionDays: integer(
    "INQUIRIES_RETENTION_DAYS",
    180,
    1,
    36_500,
    "Days to keep inquiries of visitors after their last change",
  ),
} as const;
