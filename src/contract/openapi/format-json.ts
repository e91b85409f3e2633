import { INT64_MAX } from "../common.ts";

const LINE_WIDTH = 120;

/**
 * A JSON value as text for people and their diffs: what fits into a line is on one. A document is half as long as with every member on a line of
 * its own.
 */
export function formatJson(value: unknown, indent = "", before = 0): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  const room = LINE_WIDTH - indent.length - before;
  // The text without spaces is longer only if the text is.
  const line = JSON.stringify(value).length < room ? oneLine(value) : undefined;
  if (line !== undefined && line.length < room) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const lines = membersOf(value).map(([name, member]) => `${inner}${name}${formatJson(member, inner, name.length)}`);
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  const members = membersOf(value).map(([name, member]) => name + oneLine(member));
  if (Array.isArray(value)) return `[${members.join(", ")}]`;
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** The bounds of int64 with all their digits: 2^63 stands for the largest, which is no double. */
function scalar(value: unknown): string {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return JSON.stringify(value);
  return String(value === 2 ** 63 ? INT64_MAX : BigInt(value));
}

/** The members with their names as JSON; the items of an array have none. */
function membersOf(value: object): readonly (readonly [name: string, member: unknown])[] {
  if (Array.isArray(value)) return value.map((item) => ["", item]);
  return Object.entries(value).map(([name, member]) => [`${JSON.stringify(name)}: `, member]);
}
