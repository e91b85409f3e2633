/** Prints a figure of a test if TEST_FIGURES is set: `npm run test:long` and `npm run fuzz` show them, `npm test` failures alone. */
export function tell(line: string): void {
  if (process.env["TEST_FIGURES"] !== undefined) console.log(line);
}
