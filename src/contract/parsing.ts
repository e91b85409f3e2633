import * as z from "zod";

/**
 * Like a schema's own `safeParse`, but reports plain objects instead of an `Error`: the stack is never read, and recording it takes
 * longer than parsing.
 */
export const safeParse = z.core._safeParse(z.core.$ZodError);

/** Makes a reader of choices: each once, in the order of `all`. It returns `undefined` if one is not among them. */
export function readChoices<Choice extends string>(all: readonly Choice[]) {
  return (texts: readonly string[]): readonly Choice[] | undefined =>
    texts.every((text) => all.some((choice) => choice === text))
      ? all.filter((choice) => texts.includes(choice))
      : undefined;
}
