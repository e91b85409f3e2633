import * as z from "zod";

/** What is wrong with a value. */
class Problems {
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(issues: readonly z.core.$ZodIssue[]) {
    this.issues = issues;
  }
}

/** Like a schema's own `safeParse`, but reports only the issues: to make an error of them takes longer than parsing. */
export const safeParse = z.core._safeParse(Problems as unknown as typeof z.core.$ZodError);

/** Makes a reader of choices: each once, in the order of `all`. It returns `undefined` if one is not among them. */
export function readChoices<Choice extends string>(all: readonly Choice[]) {
  return (texts: readonly string[]): readonly Choice[] | undefined =>
    texts.every((text) => all.some((choice) => choice === text))
      ? all.filter((choice) => texts.includes(choice))
      : undefined;
}
