import * as z from "zod";

/** What is wrong with a value. To make an `Error` of zod of it takes longer than finding it (docs/decisions/007). */
export class Issues {
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(issues: readonly z.core.$ZodIssue[]) {
    this.issues = issues;
  }
}

type Check = (
  schema: z.ZodType,
  value: unknown,
) => { readonly success: true; readonly data: unknown } | { readonly success: false; readonly error: Issues };

/** Checks a value by a schema. */
export const check = z.core._safeParse(Issues as unknown as z.core.$ZodErrorClass) as Check;
