/* The lines of a file, in bounded memory whatever it contains. */

/** The longest line that is read, in bytes. */
export const LINE_MAX = 64 * 1024;

/** One line. `text` is undefined when the line is too long or not UTF-8, as `problem` says. */
export interface Line {
  readonly number: number;
  readonly text: string | undefined;
  readonly problem: string;
}

const LF = 0x0a;
const CR = 0x0d;

/** Reads the non-empty lines of a file, a chunk at a time. A byte order mark is skipped. */
export async function* readLines(path: string, onBytes: (read: number) => void): AsyncGenerator<readonly Line[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest: Uint8Array = new Uint8Array();
  let number = 0;
  let read = 0;

  function line(bytes: Uint8Array): Line | undefined {
    number += 1;
    const start = number === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const content = bytes.subarray(start, bytes.at(-1) === CR ? -1 : undefined);
    if (content.byteLength === 0) return undefined;
    if (content.byteLength > LINE_MAX) return { number, text: undefined, problem: `longer than ${LINE_MAX} bytes` };
    try {
      return { number, text: decoder.decode(content), problem: "" };
    } catch {
      return { number, text: undefined, problem: "not UTF-8" };
    }
  }

  for await (const chunk of Bun.file(path).stream()) {
    const bytes = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
    const lines: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      const found = line(bytes.subarray(start, end));
      if (found !== undefined) lines.push(found);
      start = end + 1;
    }
    // Of a line that is too long, just enough is kept to see that.
    rest = bytes.slice(start, start + LINE_MAX + 8);
    onBytes((read += chunk.byteLength));
    yield lines;
  }
  const last = rest.byteLength === 0 ? undefined : line(rest);
  if (last !== undefined) yield [last];
}
