import * as z from "zod";

/** The issues of an invalid value. */
class Problems {
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(issues: readonly z.core.$ZodIssue[]) {
    this.issues = issues;
  }
}

/** Like a schema's own `safeParse`, but returns only the issues: creating an error takes longer than parsing. */
export const safeParse = z.core._safeParse(Problems as unknown as typeof z.core.$ZodError);

/** Creates a reader of choices: each once, in the order of `all`. It returns `undefined` if one is not among them. */
export function readChoices<Choice extends string>(all: readonly Choice[]) {
  return (texts: readonly string[]): readonly Choice[] | undefined =>
    texts.every((text) => all.some((choice) => choice === text))
      ? all.filter((choice) => texts.includes(choice))
      : undefined;
}

/** A member that a schema does not have. */
export interface UnknownMember {
  /** The names of the members around it, and its own. */
  readonly path: readonly string[];
  /** The known members beside it. */
  readonly known: readonly string[];
}

/** The body of an operation that takes no members. */
export const NO_MEMBERS = z.object({});

/** The unknown members of a valid value, at every depth; without a schema, all of its members. */
export function unknownWithin(schema: z.core.$ZodType = NO_MEMBERS, value: unknown): readonly UnknownMember[] {
  // First, because most members are plain and the kind of a schema takes long to tell.
  if (typeof value !== "object" || value === null) return [];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unknownWithin(schema.unwrap(), value);
  if (schema instanceof z.ZodArray) {
    return (value as unknown[]).flatMap((item, nth) => within(String(nth), unknownWithin(schema.element, item)));
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const { shape } = schema;
  return Object.entries(value).flatMap(([name, member]) =>
    Object.hasOwn(shape, name)
      ? within(name, unknownWithin(shape[name], member))
      : [{ path: [name], known: Object.keys(shape) }],
  );
}

/**
 * A value without optional members that are null, at every depth: many generated clients send null for absent. Schemas in which null has a
 * meaning keep it.
 */
export function withoutNulls(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) return withoutNulls(schema.unwrap(), value);
  if (Array.isArray(value)) {
    return schema instanceof z.ZodArray ? value.map((item) => withoutNulls(schema.element, item)) : value;
  }
  if (typeof value !== "object" || value === null || !(schema instanceof z.ZodObject)) return value;
  const members = Object.entries(value).filter(([name, member]) => {
    const declared: z.core.$ZodType | undefined = schema.shape[name];
    return (
      member !== null ||
      declared === undefined ||
      !safeParse(declared, undefined).success ||
      safeParse(declared, null).success
    );
  });
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(schema.shape[name], member)]));
}

function within(name: string, unknown: readonly UnknownMember[]): readonly UnknownMember[] {
  return unknown.map(({ path, known }) => ({ path: [name, ...path], known }));
}
