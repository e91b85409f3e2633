/** The value at a path; undefined if there is none. */
export function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((inner, member) => (inner as Record<PropertyKey, unknown> | undefined)?.[member], whole);
}

/** A copy without some members: `returns.note` removes the note of each return. */
export function withoutMembers<Whole extends object>(value: Whole, names: readonly string[]): Whole {
  const copy = { ...value } as Record<string, unknown>;
  for (const name of names) {
    const [member = "", ...inner] = name.split(".");
    const part = copy[member];
    if (inner.length === 0) delete copy[member];
    else if (Array.isArray(part)) copy[member] = part.map((one) => withoutMembers(one, [inner.join(".")]));
    else if (typeof part === "object" && part !== null) copy[member] = withoutMembers(part, [inner.join(".")]);
  }
  return copy as Whole;
}
