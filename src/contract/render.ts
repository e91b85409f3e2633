import * as z from "zod";

/** Writes one value of a schema as JSON. */
export type Render = (value: unknown) => string;

/**
 * Makes the writer of a schema's values, once: bigint members come out as JSON integers, members that are `undefined`
 * or not in the schema do not come out. `JSON.stringify` cannot write a bigint, and with `rawJSON` it is slower.
 */
export function renderer(schema: z.ZodType): Render {
  if (schema instanceof z.ZodObject) return objectRenderer(schema);
  if (schema instanceof z.ZodArray) return arrayRenderer(renderer(schema.element as z.ZodType));
  if (schema instanceof z.ZodOptional) return renderer(schema.unwrap() as z.ZodType);
  // The members of an enumeration need no escapes.
  if (schema instanceof z.ZodEnum) return (value) => `"${value as string}"`;
  if (schema instanceof z.ZodString || schema instanceof z.ZodISODateTime) return quoted;
  return String;
}

/** Writes some values, separated by commas. */
export function rendererOfItems(render: Render): (values: readonly unknown[]) => string {
  return (values) => {
    // Joined once: texts that are added to each other are garbage faster than it is collected (docs/decisions/006).
    const texts = new Array<string>(values.length);
    for (let i = 0; i < values.length; i++) texts[i] = render(values[i]);
    return texts.join(",");
  };
}

function arrayRenderer(element: Render): Render {
  const items = rendererOfItems(element);
  return (values) => `[${items(values as unknown[])}]`;
}

function objectRenderer(schema: z.ZodObject): Render {
  const members = Object.entries(schema.shape).map(([name, member]) => ({
    name,
    label: `${JSON.stringify(name)}:`,
    render: renderer(member as z.ZodType),
  }));
  return (value) => {
    let text = "{";
    for (const { name, label, render } of members) {
      const member = (value as Record<string, unknown>)[name];
      if (member === undefined) continue;
      if (text.length > 1) text += ",";
      text += label;
      text += render(member);
    }
    return `${text}}`;
  };
}

/** `JSON.stringify` for a string, without the call for one that has nothing to escape. */
function quoted(value: unknown): string {
  const text = value as string;
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Printable ASCII without quotes and backslashes: most strings are no more than that. */
const PLAIN = /^[ !#-[\]-~]*$/;
