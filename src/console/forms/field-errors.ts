/* Why the service refuses a field, in the language of the page. */
import { type ErrorDetail, PetstoreError } from "../../client/index.ts";
import { failureOf } from "../app/failure.ts";
import { allTexts } from "../app/formats/language.ts";

/** The message at a field, by its name. Never what the service says, which is in English. */
function fieldText({ field, code }: ErrorDetail): string {
  const { missing, refused, invalid } = allTexts.value.fields;
  const known: Readonly<Record<string, string>> = invalid;
  if (code === "missing") return missing;
  // A member of a member has a path, such as `price.amount` or `tags.0`.
  const text = field
    .split(".")
    .map((name) => known[name])
    .findLast((one) => one !== undefined);
  return text ?? refused;
}

/** Why the service refuses what was typed, by field. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!PetstoreError.is(error)) return {};
  // What is wrong with an item of a list may be no matter of what was typed, such as its stock.
  const textOf = error.status === 400 ? fieldText : () => failureOf(error).text;
  return Object.fromEntries(error.details.map((detail) => [detail.field, textOf(detail)]));
}
