import * as z from "zod";

const NAME_MAX_CODE_POINTS = 255;
/** What the message for a refused name says was expected. */
export const NAME = `a string of 1 to ${NAME_MAX_CODE_POINTS} characters, not only white space, without control characters`;

/** Unicode's White_Space without control characters. Written out, because few regular expression engines have the name. */
const SPACES = String.raw` \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000`;
const CONTROLS = String.raw`\u0000-\u001F\u007F`;
/** The pattern of a name in the document. */
export const NAME_PATTERN = `^[${SPACES}]*[^${CONTROLS}${SPACES}][^${CONTROLS}]*$`;
const namePattern = new RegExp(NAME_PATTERN, "u");

/** Whether a text may be a name. Decision D15: it is kept byte for byte. PostgreSQL cannot store U+0000. */
export function isName(text: string): boolean {
  return (
    // A code point is at most two UTF-16 units. This bounds the work of the exact count.
    text.length <= 2 * NAME_MAX_CODE_POINTS &&
    [...text].length <= NAME_MAX_CODE_POINTS &&
    text.isWellFormed() &&
    namePattern.test(text)
  );
}

/** The bounds of a name in the document. */
export const nameLength = { minLength: 1, maxLength: NAME_MAX_CODE_POINTS };

/** A name in a body (decision D15). */
export function newName(whose: string) {
  return z
    .string({ error: NAME })
    .refine(isName, { error: NAME })
    .meta({
      ...nameLength,
      pattern: NAME_PATTERN,
      description:
        `The ${whose}'s name. At least one character is not white space (Unicode White_Space), and none is a control ` +
        "character (U+0000 to U+001F, U+007F). It is kept exactly as sent",
    });
}

/** A name in a response. */
export function storedName(whose: string) {
  return z.string().meta({ ...nameLength, description: `The ${whose}'s name` });
}
