/* Messages for refused fields, in the language of the page. */
import { type ErrorDetail, PetstoreError } from "../../client/index.ts";
import { failureOf } from "../app/failure.ts";
import { allTexts } from "../app/formats/language.ts";

/** The message for a field. Never that of the service, which is in English. */
function fieldText({ field, code }: ErrorDetail): string {
  const { missing, refused, invalid } = allTexts.value.fields;
  const known: Readonly<Record<string, string>> = invalid;
  if (code === "missing") return missing;
  // Nested members have a path, such as `price.amount` or `tags.0`.
  const text = field
    .split(".")
    .map((name) => known[name])
    .findLast((one) => one !== undefined);
  return text ?? refused;
}

/** The messages for refused input, by field. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!PetstoreError.is(error)) return {};
  // An item may be refused for its state, such as too little stock, and not for what was typed.
  const textOf = error.status === 400 ? fieldText : () => failureOf(error).text;
  return Object.fromEntries(error.details.map((detail) => [detail.field, textOf(detail)]));
}
