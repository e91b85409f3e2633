import type * as z from "zod";

/**
 * Refuses an object that has none of these members, or two that exclude each other. The document has it as a `not`, which generators of
 * clients ignore; from an `anyOf` they would generate a union of types.
 */
export function requireOneOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  names: readonly (keyof Shape & string)[],
  { id, what, note = "", apart = [], description }: OneOf<keyof Shape & string>,
) {
  const error = `at least one of ${names.join(", ")}`;
  const onlyOne = `only one of ${apart.join(", ")}`;
  const isGiven = (value: object) => (name: string) => value[name as keyof typeof value] !== undefined;
  const none = { allOf: names.map((name) => ({ not: { required: [name] } })) };
  return schema
    .refine((value) => names.some(isGiven(value)), { error })
    .refine((value) => apart.length === 0 || !apart.every(isGiven(value)), { error: onlyOne })
    .meta({
      id,
      description: `${description ?? `What to change about ${what}`}: ${error}${note}`,
      not: apart.length === 0 ? none : { not: { allOf: [{ not: none }, { not: { required: apart } }] } },
    });
}

interface OneOf<Name> {
  readonly id: string;
  /** The changed thing, for the description. */
  readonly what?: string;
  readonly note?: string;
  /** Members that exclude each other. */
  readonly apart?: readonly Name[];
  /** The description. */
  readonly description?: string;
}
