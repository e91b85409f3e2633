/* A cache for parsed text that many visitors repeat. */

/** Browsers send some hundred languages, and pages link to some hundred lists. */
const TEXTS_MAX = 1000;

/** Memoizes `read`. Texts longer than `lengthMax` are not cached. */
export function remembering<Read>(read: (text: string) => Read, lengthMax: number): (text: string) => Read {
  const known = new Map<string, Read>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = read(text);
    if (text.length > lengthMax) return found;
    if (known.size === TEXTS_MAX) known.clear();
    known.set(text, found);
    return found;
  };
}
