/* Long bodies that were joined last. */
import { ADDED, type Added, type Serializer, writeAdded } from "../contract/serializer.ts";
import { entityTag } from "./conditional.ts";

/** The memory for bodies, in characters. */
const SIZE_MAX = 8 * 1024 * 1024;

/** A body with its tag. */
interface Joined {
  readonly body: string;
  readonly tag: string;
}

interface Entry extends Joined {
  readonly added: readonly (string | undefined)[];
}

/**
 * Joins objects with what is added to them. To copy and to hash 53 kB takes longer than to read 24 pets, and most commits change none
 * of the pets of a page: so the bodies are kept with the parts that they were joined of, and are valid for the same parts only.
 */
export function joiner(serialize: Serializer): (value: Added | readonly Added[]) => Joined {
  const entries = new Map<string, Entry>();
  let size = 0;
  return (value) => {
    const whole = serialize(value);
    const added = [value].flat().map((item) => item[ADDED]);
    const known = entries.get(whole);
    if (known !== undefined && added.every((text, nth) => text === known.added[nth])) return known;
    const body = `${writeAdded(value, serialize)}\n`;
    // With the tag of the same body without what is added: `If-Match` compares no more (decision D43).
    const entry = { added, body, tag: entityTag(body, whole) };
    size += whole.length + 2 * body.length;
    if (size > SIZE_MAX) {
      entries.clear();
      size = 0;
    }
    entries.set(whole, entry);
    return entry;
  };
}
