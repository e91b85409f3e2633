import { fold, splitWords } from "../../../core/shop/name-key.ts";

interface MarkedProps {
  readonly text: string;
  /** Words, of which each may be the beginning of one in the text. */
  readonly typed: string;
}

/** A text whose words are underlined as far as they were typed. */
export function Marked({ text, typed }: MarkedProps) {
  const starts = splitWords(fold(typed));
  return (
    <>
      {text.split(/(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])/u).map((part, index) => {
        const start = starts.find((one) => fold(part).startsWith(one));
        // Where folding changes the length, nobody can say where the beginning ends.
        if (start === undefined || fold(part).length !== part.length) return part;
        return (
          <span key={index}>
            <u>{part.slice(0, start.length)}</u>
            {part.slice(start.length)}
          </span>
        );
      })}
    </>
  );
}
