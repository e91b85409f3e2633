/* Index lines of pets for the visitors' lists, and how they are built (decision 035). */
import type { Pet } from "../../../contract/pets/pets.ts";
import type { Profile } from "../../../contract/pets/profiles.ts";
import { foundWords } from "../../../core/shop/name-key.ts";
import { tagKey } from "../../../core/shop/pets/profile-rules.ts";

/** Assigns numbers to values in order of appearance. */
class Numbers<Value> {
  readonly values: Value[] = [];
  readonly #known = new Map<Value, number>();

  /** The number of a value; assigns one if necessary. */
  of(value: Value): number {
    let number = this.#known.get(value);
    if (number === undefined) this.#known.set(value, (number = this.values.push(value) - 1));
    return number;
  }

  /** The number of a value; -1 if it has none. */
  find(value: Value): number {
    return this.#known.get(value) ?? -1;
  }
}

/** The indexed properties of a pet, as numbers except for its words. */
export interface Line {
  readonly id: bigint;
  readonly kind: number;
  readonly sex: number;
  readonly size: number;
  /** The earliest possible day of birth, such as 20241231; NaN if unknown, which matches no range. */
  readonly bornOn: number;
  /** The day of arrival. */
  readonly arrival: number;
  readonly tags: readonly number[];
  /**
   * The folded words of its name, breed, color and tags, in each spelling, each after a space. Excludes reference and
   * microchip.
   */
  readonly words: string;
}

/**
 * The lines of all pets, newest first, in columns, so that a pass reads memory sequentially. The tags and words of a
 * line lie between its start and that of the next.
 */
export interface Lines {
  readonly ids: readonly bigint[];
  readonly kinds: Uint32Array;
  readonly sexes: Uint8Array;
  readonly sizes: Uint8Array;
  readonly bornOn: Float64Array;
  readonly tagStarts: Uint32Array;
  readonly tags: Uint32Array;
  readonly wordStarts: Uint32Array;
  readonly words: string;
  readonly meaning: Meaning;
}

/** Maps the numbers in lines to values. */
interface Meaning {
  readonly kinds: Numbers<bigint>;
  readonly sexes: Numbers<Profile["sex"]>;
  readonly sizes: Numbers<Profile["size"]>;
  /** The keys by which tags are compared. */
  readonly tagKeys: Numbers<string>;
  /** Each tag as spelled by the first pet that has it. */
  readonly tags: readonly string[];
}

/** Builds the lines of pets. */
export class LineMaker {
  readonly #meaning = {
    kinds: new Numbers<bigint>(),
    sexes: new Numbers<Profile["sex"]>(),
    sizes: new Numbers<Profile["size"]>(),
    tagKeys: new Numbers<string>(),
    tags: [] as string[],
  };
  /** The numbers of tags by spelling. */
  readonly #tags = new Map<string, number>();

  /** `since` is when the pet was added. */
  lineOf({ id, name, categoryId }: Pet, profile: Profile, since: string | undefined): Line {
    const { breed = "", color = "", sex, size, birthDate, tags = [], arrivedOn = since?.slice(0, 10) ?? "" } = profile;
    const words = foundWords([name, breed, color, ...tags].join(" "));
    const { kinds, sexes, sizes } = this.#meaning;
    return {
      id,
      kind: kinds.of(categoryId),
      sex: sexes.of(sex),
      size: sizes.of(size),
      bornOn: birthDate === undefined ? Number.NaN : dayNumber(`${birthDate}-01-01`.slice(0, 10)),
      arrival: dayNumber(arrivedOn),
      tags: tags.map((tag) => this.#tagOf(tag)),
      words: ["", ...words].join(" "),
    };
  }

  columns(given: readonly Line[]): Lines {
    const lines = given.toSorted(newestFirst);
    return {
      ids: lines.map(({ id }) => id),
      kinds: Uint32Array.from(lines, ({ kind }) => kind),
      sexes: Uint8Array.from(lines, ({ sex }) => sex),
      sizes: Uint8Array.from(lines, ({ size }) => size),
      bornOn: Float64Array.from(lines, ({ bornOn }) => bornOn),
      tagStarts: startsOf(lines, ({ tags }) => tags.length),
      tags: Uint32Array.from(lines.flatMap(({ tags }) => tags)),
      wordStarts: startsOf(lines, ({ words }) => words.length + 1),
      words: lines.map(({ words }) => `${words}\n`).join(""),
      meaning: this.#meaning,
    };
  }

  #tagOf(tag: string): number {
    let number = this.#tags.get(tag);
    if (number === undefined) {
      number = this.#meaning.tagKeys.of(tagKey(tag));
      this.#meaning.tags[number] ??= tag;
      this.#tags.set(tag, number);
    }
    return number;
  }
}

/** The start of each line, and the end of the last. */
function startsOf(lines: readonly Line[], lengthOf: (line: Line) => number): Uint32Array {
  const starts = new Uint32Array(lines.length + 1);
  for (const [nth, line] of lines.entries()) starts[nth + 1] = (starts[nth] ?? 0) + lengthOf(line);
  return starts;
}

/** A day as a sortable number. */
export function dayNumber(day: string): number {
  return Number(day.replaceAll("-", ""));
}

function newestFirst(one: Line, other: Line): number {
  if (one.arrival !== other.arrival) return other.arrival - one.arrival;
  return one.id > other.id ? -1 : 1;
}
