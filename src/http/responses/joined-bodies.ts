/* A cache of long bodies that are joined from parts. */
import { ADDED, type Added, type Serializer, writeAdded } from "../../contract/json/serializer.ts";
import { Cache } from "../../core/caches/cache.ts";
import { entityTag } from "../pipeline/conditional.ts";

/** The memory for bodies, in characters. */
const SIZE_MAX = 8 * 1024 * 1024;

/** A body with its tag. */
export interface Joined {
  readonly body: string;
  readonly tag: string;
}

interface Entry extends Joined {
  readonly added: readonly (string | undefined)[];
}

/** Joins objects with their added members. */
export type Join = (value: Added | readonly Added[], serialize: Serializer) => Joined;

/** Joins without caching. The tag starts with that of the body without the added members (decision D43). */
export const join: Join = (value, serialize) => joinTo(serialize(value), value, serialize);

function joinTo(whole: string, value: Added | readonly Added[], serialize: Serializer): Joined {
  const body = `${writeAdded(value, serialize)}\n`;
  return { body, tag: entityTag(body, whole) };
}

/**
 * Creates the cache of a process. Copying and hashing 53 kB takes longer than reading 24 pets, and most commits change none of the pets of
 * a page: bodies are cached with the parts that they were joined from, and are valid for the same parts only.
 */
export function joiner(): Join {
  const entries = new Cache<string, Entry>(SIZE_MAX);
  return (value, serialize) => {
    const whole = serialize(value);
    const added = [value].flat().map((item) => item[ADDED]);
    const known = entries.get(whole);
    if (known !== undefined && added.every((text, nth) => text === known.added[nth])) return known;
    const entry = { added, ...joinTo(whole, value, serialize) };
    entries.set(whole, entry, whole.length + 2 * entry.body.length);
    return entry;
  };
}
