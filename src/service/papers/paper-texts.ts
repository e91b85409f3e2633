/* The texts of customer papers: shop settings, and agreements from files. */
import { readFileSync } from "node:fs";
import { AGREEMENT_MAX, type Papers } from "../../contract/orders/papers.ts";
import { agreementPlaceholders, unknownPlaceholder } from "../../core/shop/orders/agreements.ts";
import { rateText } from "../../core/shop/orders/tax-rounding.ts";
import { type Config, ConfigError } from "../settings/settings.ts";
import german from "./agreement.de.md" with { type: "text" };
import english from "./agreement.en.md" with { type: "text" };

/** Reads the texts of papers. Errors name the setting and the invalid placeholder. */
export function papersOf(config: Config): Papers {
  const { shopName, shopAddress, shopAddressDe, shopTaxId, shopTaxRate, shopAgreement, shopAgreementDe } = config;
  const own = shopAgreement === "" ? undefined : readAgreement("SHOP_AGREEMENT", shopAgreement);
  const ownDe = shopAgreementDe === "" ? own : readAgreement("SHOP_AGREEMENT_DE", shopAgreementDe);
  return {
    shopName,
    address: { en: shopAddress, de: shopAddressDe || shopAddress },
    taxId: shopTaxId,
    ...(shopTaxRate !== undefined && { taxRate: rateText(shopTaxRate) }),
    agreement: { en: htmlOf(own ?? english), de: htmlOf(ownDe ?? german) },
  };
}

function readAgreement(setting: string, path: string): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (cause) {
    throw new ConfigError(`${setting}: cannot read ${path} as text in UTF-8`, { cause });
  }
  if (text.length > AGREEMENT_MAX) {
    throw new ConfigError(`${setting}: expected at most ${AGREEMENT_MAX} characters in ${path}; got ${text.length}`);
  }
  const unknown = unknownPlaceholder(text);
  if (unknown === undefined) return text;
  const known = agreementPlaceholders.map((name) => `{{${name}}}`).join(", ");
  throw new ConfigError(`${setting}: expected placeholders in ${path} that are one of ${known}; got ${unknown}`);
}

/** Renders Markdown to text elements only: no links, and no HTML from the file. */
function htmlOf(markdown: string): string {
  const html = Bun.markdown.html(markdown, { noHtmlBlocks: true, noHtmlSpans: true });
  const texts = html.replace(/<\/?(?:a|img|input)\b[^>]*>/g, "");
  // A list may start at a number other than 1.
  return texts.replace(/<(\w+)( start="\d+")?[^>]*>/g, "<$1$2>");
}
