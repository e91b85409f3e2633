/* The lines of a file, in bounded memory whatever it contains. */
import type { Survey } from "./encoding.ts";
import { ChangedError } from "./problems.ts";

/** The longest line that is read, in characters. */
export const LINE_MAX = 64 * 1024;

/** One line. `text` is undefined when the line cannot be read, as `problem` says. */
export interface Line {
  readonly number: number;
  readonly text: string | undefined;
  readonly problem: string;
  /** The lines that a quoted field with line breaks joined into this one. */
  readonly parts?: readonly Line[];
}

/**
 * Reads the lines of a file that are not blank, a chunk at a time. A byte order mark is skipped. Throws `ChangedError` at the end
 * if it is not the file that was surveyed.
 */
export async function* readLines(
  path: string,
  { content, encoding, isValid }: Survey,
  onBytes: (read: number) => void,
): AsyncGenerator<readonly Line[]> {
  const decoder = new TextDecoder(encoding);
  const hash = new Bun.CryptoHasher("sha256");
  let end: string | undefined;
  let rest = "";
  let number = 0;
  let read = 0;

  function line(raw: string): Line | undefined {
    number += 1;
    const text = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (text.trim() === "") return undefined;
    if (text.length > LINE_MAX) return { number, text: undefined, problem: `longer than ${LINE_MAX} characters` };
    if (!isValid && text.includes("\ufffd"))
      return { number, text: undefined, problem: `not ${encoding.toUpperCase()}. Save the file as UTF-8` };
    return { number, text, problem: "" };
  }

  for await (const chunk of Bun.file(path).stream()) {
    hash.update(chunk);
    const text = rest + decoder.decode(chunk, { stream: true });
    end ??= lineEnd(text);
    const raw = text.split(end);
    // Of a line that is too long, just enough is kept to see that.
    rest = (raw.pop() ?? "").slice(0, LINE_MAX + 8);
    onBytes((read += chunk.byteLength));
    yield raw.map(line).filter((found) => found !== undefined);
  }
  if (hash.digest("hex") !== content) throw new ChangedError(path);
  const last = line(rest + decoder.decode());
  if (last !== undefined) yield [last];
}

/** Old programs for the Mac end lines with a carriage return. */
function lineEnd(text: string): string {
  return text.includes("\r") && !text.includes("\n") ? "\r" : "\n";
}
