import { fold, foundWords, splitWords } from "../../../../core/shop/name-key.ts";

interface MarkedProps {
  readonly text: string;
  /** Words; each may match the start of a word in the text. */
  readonly typed: string;
}

/** Starts of words. An apostrophe does not split one. */
const WORD_STARTS = /(?<![\p{L}\p{M}\p{N}]['’‘´`]?)(?=[\p{L}\p{N}])/u;

/** A text with the matching start of each word underlined. */
export function Marked({ text, typed }: MarkedProps) {
  const starts = splitWords(fold(typed));
  return (
    <>
      {text.split(WORD_STARTS).map((part, index) => {
        const end = endOf(part, starts);
        if (end === 0) return part;
        return (
          <span key={index}>
            <u>{part.slice(0, end)}</u>
            {part.slice(end)}
          </span>
        );
      })}
    </>
  );
}

/** Where the match of a word ends in the original text: folding may change its length. */
function endOf(word: string, starts: readonly string[]): number {
  const isTyped = (text: string) => foundWords(text).some((found) => starts.some((start) => found.startsWith(start)));
  if (!isTyped(word)) return 0;
  for (let end = 1; end < word.length; end++) if (isTyped(word.slice(0, end))) return end;
  return word.length;
}
