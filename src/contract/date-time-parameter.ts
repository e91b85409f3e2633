import { DATE_TIME, givenDateTime, parameter } from "./common.ts";

const given = givenDateTime("A moment");

/** A moment in a query: inside, its UTC form. */
export function dateTimeParameter(description: string) {
  const read = (text: string) => (given.safeParse(text).success ? new Date(text).toISOString() : undefined);
  return parameter(DATE_TIME, read, {
    type: "string",
    format: "date-time",
    "x-stability": "beta",
    description,
  }).optional();
}
