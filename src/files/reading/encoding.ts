/* Detects the encoding of a file from its bytes: spreadsheets save in many encodings and do not say which. */
import { yieldToEventLoop } from "../../core/concurrency/event-loop.ts";

/** An encoding that text files are read in, by its WHATWG name. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** What one pass over the bytes of a file finds out. */
export interface Survey {
  /** The SHA-256 of the file, in hexadecimal. */
  readonly content: string;
  readonly encoding: Encoding;
  /** Whether all bytes are text in this encoding. */
  readonly isValid: boolean;
  /** The start of the text, with the titles of the columns. */
  readonly start: string;
}

/** How much of a file is worked on in one turn of the event loop, in bytes. */
const PIECE_BYTES = 4096;

/** The bytes of a file in pieces, each in a turn of its own. */
export async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for await (const chunk of file.stream()) {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      yield chunk.subarray(from, from + PIECE_BYTES);
      await yieldToEventLoop();
    }
  }
}

/** Another program wrote to a file after it was surveyed. */
export class ChangedError extends Error {}

/** How many bytes decide the encoding, and hold the titles of the columns. */
const SAMPLE_BYTES = 65_536;

/** Reads a file once. Text that is not Unicode can be Windows-1252, which includes Latin-1; JSON is always Unicode. */
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

/** Returns the first bytes of a file. */
export async function sampleOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
}

/** The form of Unicode that the start of a file has, by its byte order mark or by its zeros. */
export function unicodeOf(sample: Uint8Array): Exclude<Encoding, "windows-1252"> {
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (!sample.includes(0)) return "utf-8";
  const [little, big] = [separatorsIn(sample, "utf-16le"), separatorsIn(sample, "utf-16be")];
  if (little === big) return "utf-8";
  return little > big ? "utf-16le" : "utf-16be";
}

/** Every table has separators, whatever the language of its names. */
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

/** Whether a file is not UTF-8 at all. One with a few broken characters is: read otherwise, all its umlauts would be wrong. */
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
