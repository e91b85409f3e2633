/* A memory for what is read of texts that a crowd of visitors repeats. */

/** Different texts that are remembered: browsers send some hundred languages, and link to some hundred lists. */
const TEXTS_MAX = 1000;

/** Returns a function with a memory of what it returns. Texts of more characters than `lengthMax` are read each time. */
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
