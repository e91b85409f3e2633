/* Detects a file's encoding from its bytes: spreadsheets use many and do not declare them. */
import { yieldToEventLoop } from "../../core/concurrency/event-loop.ts";

/** A supported encoding, by its WHATWG name. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The result of a pass over a file. */
export interface Survey {
  /** The SHA-256 of the file, in hexadecimal. */
  readonly content: string;
  readonly encoding: Encoding;
  /** Whether all bytes are valid in this encoding. */
  readonly isValid: boolean;
  /** The start of the text, including the title row. */
  readonly start: string;
}

/** Bytes processed before yielding to the event loop. */
const PIECE_BYTES = 4096;

/** The bytes of a file in pieces. Yields to the event loop between them. */
export async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for await (const chunk of file.stream()) {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      yield chunk.subarray(from, from + PIECE_BYTES);
      await yieldToEventLoop();
    }
  }
}

/** Another program wrote to the file after it was surveyed. */
export class ChangedError extends Error {}

/** How many bytes are sampled for the encoding and the titles. */
const SAMPLE_BYTES = 65_536;

/**
 * Reads a file once. If it is not Unicode it may be Windows-1252, a superset of printable Latin-1; JSON is always
 * Unicode.
 */
export async function surveyFile(file: Blob, isJson: boolean): Promise<Survey> {
  const sample = await sampleOf(file);
  const unicode = unicodeOf(sample);
  const hash = new Bun.CryptoHasher("sha256");
  const decoder = new TextDecoder(unicode, { fatal: true });
  let isValid = true;
  for await (const chunk of piecesOf(file)) {
    hash.update(chunk);
    isValid = isValid && decodes(() => decoder.decode(chunk, { stream: true }));
  }
  isValid = isValid && decodes(() => decoder.decode());
  const isLatin = !isValid && !isJson && unicode === "utf-8" && (await isMostlyInvalid(file));
  const encoding = isLatin ? "windows-1252" : unicode;
  const start = new TextDecoder(encoding).decode(sample, { stream: true });
  return { content: hash.digest("hex"), encoding, isValid: isValid || isLatin, start };
}

export async function sampleOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
}

/** Detects UTF-8 or UTF-16 by the byte order mark or by zero bytes. */
export function unicodeOf(sample: Uint8Array): Exclude<Encoding, "windows-1252"> {
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (!sample.includes(0)) return "utf-8";
  const [little, big] = [separatorsIn(sample, "utf-16le"), separatorsIn(sample, "utf-16be")];
  if (little === big) return "utf-8";
  return little > big ? "utf-16le" : "utf-16be";
}

/** Counts delimiters, which every table has in any language. */
function separatorsIn(sample: Uint8Array, encoding: Encoding): number {
  return new TextDecoder(encoding).decode(sample).match(/[\r\n\t ,;|"{:]/g)?.length ?? 0;
}

function decodes(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

/** Whether a file is not UTF-8. A few invalid bytes do not count: another encoding would misread every umlaut. */
async function isMostlyInvalid(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder("utf-8");
  let invalid = 0;
  let valid = 0;
  for await (const chunk of piecesOf(file)) {
    for (const [character] of decoder.decode(chunk, { stream: true }).matchAll(/\P{ASCII}/gu)) {
      if (character === "\ufffd") invalid += 1;
      else valid += 1;
    }
  }
  return invalid > valid;
}

/** The text of a file with normalized line ends, without a byte order mark. */
export async function* textOf(file: Blob, { content, encoding }: Survey): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  const hash = new Bun.CryptoHasher("sha256");
  let rest = "";
  for await (const chunk of piecesOf(file)) {
    hash.update(chunk);
    const text = rest + decoder.decode(chunk, { stream: true });
    // A line feed may follow in the next chunk.
    rest = text.endsWith("\r") ? "\r" : "";
    yield withLineFeeds(rest === "" ? text : text.slice(0, -1));
  }
  if (hash.digest("hex") !== content) throw new ChangedError();
  yield withLineFeeds(rest + decoder.decode());
}

/** Normalizes line ends. Old Mac programs use a carriage return. */
export function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
