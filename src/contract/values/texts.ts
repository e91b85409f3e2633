/* Texts: how long they may be, and which characters those for people may have. */
import * as z from "zod";

/** Codes, scopes, types of events and the like, also those that later versions add. */
export const WORD_MAX = 64;

/** The longest id of an event. */
export const EVENT_ID_MAX = 64;

/** The longest request target, in characters: a path with its query. */
export const QUERY_MAX = 8192;

/** The longest URL. */
export const URL_MAX = 2048;

/** The most items of a list in a response to which later versions may add some. */
export const LATER_MAX = 100;

/** Unicode's White_Space without control characters. Written out, because few regular expression engines have the name. */
const SPACES = String.raw` \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000`;
const CONTROLS = String.raw`\x00-\x1F\x7F`;

/**
 * The patterns in the document have only escapes that ECMAScript, PCRE, RE2, Java and Python share, so of white space they know only
 * the space: the service refuses some texts that they accept, and accepts none that they refuse.
 */
const PUBLISHED_SPACES = " ";

const linePattern = new RegExp(`^[${SPACES}]*[^${CONTROLS}${SPACES}][^${CONTROLS}]*$`, "u");

/** The pattern of a line in the document. */
export const LINE_PATTERN = `^[^${CONTROLS}]*[^${CONTROLS}${PUBLISHED_SPACES}][^${CONTROLS}]*$`;

/** What the message for a refused line says was expected. */
export function expectedLine(max: number): string {
  return `a string of 1 to ${max} characters, not only white space, without control characters`;
}

/** Whether a text has so many characters at most, is not only white space and has no control characters. */
export function isLine(text: string, max: number): boolean {
  return isWithin(text, max) && linePattern.test(text) && VISIBLE.test(text);
}

/**
 * Something that a person sees: not only zero-width or other characters that are never shown, nor an empty Braille cell. Within a text
 * they have a meaning, in emoji and in Persian.
 */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A code point is at most two UTF-16 units. This bounds the work of the exact count. PostgreSQL cannot store U+0000. */
function isWithin(text: string, max: number): boolean {
  return text !== "" && text.length <= 2 * max && [...text].length <= max && text.isWellFormed();
}

/** A text of one line, such as a breed. */
export function line(max: number, description: string) {
  const error = expectedLine(max);
  return z
    .string({ error })
    .refine((text) => isLine(text, max), { error })
    .register(z.globalRegistry, { minLength: 1, maxLength: max, pattern: LINE_PATTERN, description });
}

/**
 * A text of one line that is compared as a whole, such as a tag: white space at an end would be overlooked. `without` is a
 * character that it may not have.
 */
export function label(max: number, description: string, without = "") {
  const error =
    `a string of 1 to ${max} characters without white space at either end and without control characters` +
    (without === "" ? "" : ` and "${without}"`);
  const refused = CONTROLS + without;
  const patternOf = (spaces: string) => `^[^${refused}${spaces}]([^${refused}]*[^${refused}${spaces}])?$`;
  const pattern = patternOf(PUBLISHED_SPACES);
  const compiled = new RegExp(patternOf(SPACES), "u");
  return z
    .string({ error })
    .refine((text) => isWithin(text, max) && compiled.test(text) && VISIBLE.test(text), { error })
    .register(z.globalRegistry, { minLength: 1, maxLength: max, pattern, description });
}

/** A text in a response, of so many characters at most. */
export function storedText(max: number, description: string) {
  return z.string().register(z.globalRegistry, { maxLength: max, description });
}

/** A text of one or more lines, such as a note. */
export function lines(max: number, description: string) {
  const error = `a string of 1 to ${max} characters without control characters other than tab and line feed`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused
  const hasControls = (text: string) => /[\u0000-\u0008\u000B-\u001F\u007F]/.test(text);
  return z
    .string({ error })
    .refine((text) => isWithin(text, max) && !hasControls(text), { error })
    .register(z.globalRegistry, { minLength: 1, maxLength: max, description });
}
