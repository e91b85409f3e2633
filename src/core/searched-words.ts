import { Failure } from "../contract/errors.ts";
import { preview } from "../contract/json.ts";
import { SEARCHED_WORDS_MAX, searchedWords } from "./name-words.ts";

/** The words of `q`. Refuses a text without words, and one with more than are looked up. */
export function wordsOf(q: string): readonly string[] {
  const words = searchedWords(q);
  if (words.length > 0 && words.length <= SEARCHED_WORDS_MAX) return words;
  const message = `q: expected 1 to ${SEARCHED_WORDS_MAX} words; got ${preview(q)}`;
  throw new Failure("invalid_parameter", message, { details: [{ field: "q", code: "invalid", message }] });
}
