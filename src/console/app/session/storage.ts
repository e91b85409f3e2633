/* What the browser keeps of this tab. What another version of the console or a person has written there is checked before it is used. */

/** Reads an item as JSON. Undefined for one that is missing, is no JSON or fails the check. */
export function readItem<T>(store: Storage, name: string, check: (value: unknown) => value is T): T | undefined {
  const text = store.getItem(name);
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is an object, not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
