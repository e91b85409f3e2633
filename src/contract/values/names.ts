import * as z from "zod";
import { NAME_MAX } from "../limits.ts";
import { expectedLine, isLine, LINE_PATTERN } from "./texts.ts";

/** The expected value in messages about a name. */
export const NAME = expectedLine(NAME_MAX);

/** The pattern of a name in the document. */
export const NAME_PATTERN = LINE_PATTERN;

/** Whether a text may be a name. Decision D15: it is kept byte for byte. */
export function isName(text: string): boolean {
  return isLine(text, NAME_MAX);
}

/** The bounds of a name in the document. */
export const nameLength = { minLength: 1, maxLength: NAME_MAX };

/** A name in a body (decision D15). */
export function newName(whose: string) {
  return newText(
    `The ${whose}'s name. It must have a character that is not white space (Unicode White_Space), and no control ` +
      "characters (U+0000 to U+001F, U+007F). It is stored exactly as sent",
  );
}

/** A text of one line in a body, of as many characters as a name. */
export function newText(description: string) {
  return z
    .string({ error: NAME })
    .refine(isName, { error: NAME })
    .meta({ ...nameLength, pattern: NAME_PATTERN, description });
}

/** Words to search names for, in a query (decision D55). */
export function searchParameter(description: string) {
  return z
    .string({ error: `${NAME}, given once` })
    .refine(isName, { error: NAME })
    .optional()
    .meta({ ...nameLength, "x-stability": "beta", description });
}

/** A name in a response. */
export function storedName(whose: string) {
  return z.string().meta({ ...nameLength, description: `The ${whose}'s name` });
}
