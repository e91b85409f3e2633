/* The placeholders of agreements. Pure functions: the service checks the shop's text at its start, the console fills it. */

/** What an agreement can say about its order: `{{pet.name}}`. */
export const agreementPlaceholders = [
  "shop.name",
  "shop.address",
  "customer.name",
  "customer.contact",
  "pet.name",
  "pet.kind",
  "pet.breed",
  "pet.sex",
  "pet.birthDate",
  "pet.color",
  "pet.neutered",
  "pet.microchip",
  "pet.reference",
  "pet.description",
  "pet.care",
  "order.quantity",
  "order.price",
  "receipt.number",
  "date",
] as const;
export type AgreementPlaceholder = (typeof agreementPlaceholders)[number];

/** What is not known is filled in by hand. */
const BLANK = "____________________";

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The first placeholder of a text that cannot be read, or undefined. */
export function unknownPlaceholder(text: string): string | undefined {
  for (const [whole, name = ""] of text.matchAll(PLACEHOLDER)) {
    if (!agreementPlaceholders.some((one) => one === name)) return whole;
  }
  return /\{\{.{0,40}/.exec(text.replaceAll(PLACEHOLDER, ""))?.[0];
}

/** Fills the placeholders of an agreement in HTML. What has no value becomes a line to write on. */
export function fillAgreement(
  html: string,
  values: Readonly<Partial<Record<AgreementPlaceholder, string | undefined>>>,
): string {
  return html.replaceAll(PLACEHOLDER, (_, name: AgreementPlaceholder) => escaped(values[name] ?? "") || BLANK);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "").replaceAll("\n", "<br>");
}
