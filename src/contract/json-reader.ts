/*
 * Reads JSON exactly. `JSON.parse` with a reviver gives the digits of numbers too, but says nothing of members that stand twice, and
 * takes twice as long (docs/decisions/007-hot-path.md).
 */

/** `JSON.rawJSON` and its test, which the language's typings do not have yet. */
export const { rawJSON: rawJson, isRawJSON: isRawJson } = JSON as typeof JSON & {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
};

/** A number that is no integer, or one beyond any that is taken: it is only told back, as it was written. */
export interface OtherNumber {
  readonly rawJSON: string;
}

/** What a JSON text is inside: every integer is a bigint. */
export type Json = null | boolean | string | bigint | OtherNumber | Json[] | { [member: string]: Json };

/** Says why a text is not taken, for the one who sent it. */
export class JsonError extends Error {}

/** How deep arrays and objects may nest. */
const DEPTH_MAX = 32;

/** Powers of ten beyond this are no int64 anyway and are not worth the memory of a bigint. */
const EXPONENT_MAX = 64;

/** The integer that a JSON number writes (`5`, `5.0`, `5e3`, `50e-1`, `-0`), or undefined for a fraction. */
function readInteger(source: string): bigint | undefined {
  // Most are short, and exact as a double: nine characters that are read as one integer can have no fraction.
  if (source.length <= 9 && /^-?\d+$/.test(source)) return BigInt(Number(source));
  if (/^-?\d{1,19}$/.test(source)) return BigInt(source);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const written = whole + fraction;
  // Not by /0+$/: on zeros that do not stand at the end a pattern takes quadratic time, seconds for one body.
  let start = 0;
  while (written[start] === "0") start++;
  let end = written.length;
  while (end > start && written[end - 1] === "0") end--;
  const digits = written.slice(start, end);
  if (digits === "") return 0n;
  const shift = Number(exponent) + whole.length - end;
  if (shift < 0 || shift > EXPONENT_MAX || digits.length > EXPONENT_MAX) return undefined;
  return BigInt(sign + digits) * 10n ** BigInt(shift);
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

const WORDS: readonly (readonly [word: string, value: Json])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** Reads one JSON text (RFC 8259). */
export class JsonReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads all of it. */
  read(): Json {
    this.#skipSpace();
    const value = this.#value();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  /** Reads a value, and the space behind it. */
  #value(): Json {
    const code = this.#text.charCodeAt(this.#at);
    const value =
      code === QUOTE
        ? this.#string()
        : code === OBJECT
          ? this.#nested(() => this.#object())
          : code === ARRAY
            ? this.#nested(() => this.#array())
            : this.#numberOrWord();
    this.#skipSpace();
    return value;
  }

  #nested(read: () => Json): Json {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new JsonError(`arrays and objects nest deeper than ${DEPTH_MAX}`);
    this.#at += 1;
    this.#skipSpace();
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): Json {
    const object: { [member: string]: Json } = {};
    if (this.#takes(OBJECT_END)) return object;
    for (;;) {
      if (this.#text.charCodeAt(this.#at) !== QUOTE) throw this.#unexpected();
      const member = this.#string();
      if (Object.hasOwn(object, member)) {
        throw new JsonError(
          `the member ${JSON.stringify(member.slice(0, NAME_SHOWN).toWellFormed())} stands twice in one object`,
        );
      }
      this.#skipSpace();
      if (!this.#takes(COLON)) throw this.#unexpected();
      const value = this.#value();
      // An ordinary member for JSON, but not for an assignment.
      if (member === "__proto__") Object.defineProperty(object, member, { value, enumerable: true });
      else object[member] = value;
      if (this.#takes(OBJECT_END)) return object;
      if (!this.#takes(COMMA)) throw this.#unexpected();
    }
  }

  #array(): Json {
    const array: Json[] = [];
    if (this.#takes(ARRAY_END)) return array;
    for (;;) {
      array.push(this.#value());
      if (this.#takes(ARRAY_END)) return array;
      if (!this.#takes(COMMA)) throw this.#unexpected();
    }
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at;
    let end = text.indexOf('"', start + 1);
    while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    if (end === -1) throw new JsonError("a text has no closing quote");
    this.#at = end + 1;
    const inner = text.slice(start + 1, end);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they may not stand in a text as they are
    if (!/[\\\u0000-\u001f]/.test(inner)) return inner;
    try {
      return JSON.parse(text.slice(start, end + 1)) as string;
    } catch {
      throw new JsonError(`the text at character ${start + 1} has a control character or an unknown escape`);
    }
  }

  #numberOrWord(): Json {
    NUMBER.lastIndex = this.#at;
    if (NUMBER.test(this.#text)) {
      const source = this.#text.slice(this.#at, NUMBER.lastIndex);
      this.#at = NUMBER.lastIndex;
      return readInteger(source) ?? (rawJson(source) as OtherNumber);
    }
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    throw this.#unexpected();
  }

  /** Takes a character with the space behind it, if it is the next one. */
  #takes(code: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at += 1;
    this.#skipSpace();
    return true;
  }

  #skipSpace(): void {
    // Most texts have none.
    if (this.#text.charCodeAt(this.#at) > 0x20) return;
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
  }

  #unexpected(): JsonError {
    const [character] = this.#text.slice(this.#at, this.#at + 2).toWellFormed();
    if (character === undefined) return new JsonError("it ends too early");
    return new JsonError(`unexpected ${JSON.stringify(character)} at character ${this.#at + 1}`);
  }
}

/** How much of a member's name a message shows. */
const NAME_SHOWN = 80;

/** Whether a quote is part of the text that it stands in: an odd number of backslashes is before it. */
function isEscaped(text: string, quote: number): boolean {
  let start = quote;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (quote - start) % 2 === 1;
}
