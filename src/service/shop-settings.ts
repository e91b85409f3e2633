/* The settings of the shop: what it says about itself, and what visitors may do. */
import { TIME_ZONE } from "../contract/parameters.ts";
import { SHOP_NAME_MAX } from "../contract/texts.ts";
import { readTimeZone } from "../contract/time-zones.ts";
import { integer, isContact, oneOf, parseOrigins, setting } from "./setting-values.ts";

const SHOP_KINDS = ["shop", "shelter"] as const;

/** What the page for visitors says about the shop in one line. */
function shopLine(name: string, description: string) {
  return setting(name, "", "at most 200 characters in one line", description, (text) =>
    text.length <= 200 && !/\p{Cc}/u.test(text) ? text : undefined,
  );
}

/** A part of the table of settings. */
export const shopSettings = {
  shopName: setting(
    "SHOP_NAME",
    "",
    `1 to ${SHOP_NAME_MAX} characters in one line`,
    "Name of the shop on its page for visitors at /; if unset, there is no such page",
    (text) => (text.length <= SHOP_NAME_MAX && !/\p{Cc}/u.test(text) ? text : undefined),
  ),
  shopContact: setting(
    "SHOP_CONTACT",
    "",
    "an address that starts with https://, mailto: or tel:, such as mailto:hello@shop.example",
    "Where visitors ask about a pet",
    (text) => (text === "" || isContact(text) ? text : undefined),
  ),
  shopTimeZone: setting(
    "SHOP_TIME_ZONE",
    "",
    TIME_ZONE,
    "Time zone in which the shop's days begin, in reports and for visitors; if unset, that of the system",
    (text) => readTimeZone(text || Intl.DateTimeFormat().resolvedOptions().timeZone),
  ),
  shopText: setting(
    "SHOP_TEXT",
    "",
    "at most 1000 characters",
    "What the page for visitors says about the shop",
    (text) => (text.length <= 1000 ? text : undefined),
  ),
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
    parseOrigins,
  ),
  shopInquiries: integer(
    "SHOP_INQUIRIES",
    0,
    0,
    1,
    "1 lets visitors ask about a pet in a form on its page; behind a proxy it needs TRUST_PROXY, or all visitors count as one",
  ),
  inquiriesRetentionDays: integer(
    "INQUIRIES_RETENTION_DAYS",
    180,
    1,
    36_500,
    "Days to keep inquiries of visitors after their last change",
  ),
} as const;
