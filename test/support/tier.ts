/*
 * The quick tier, `npm run test:quick`: what finds most for its time. SQLite only; no database server, browser, compiler or built
 * program, no killed process, no simulated window and no property. Every test file belongs to it unless package.json excludes
 * it. A test that needs more fails there and says so.
 */

/** Whether only the quick tier runs. */
export const isQuick = process.env["TEST_TIER"] === "quick";

/** Whether faults are repeated many times, as `npm run test:long` does. */
export const isLong = process.env["TEST_TIER"] === "long";

/** Throws in the quick tier. */
export function requireFullTier(what: string): void {
  if (isQuick) throw new Error(`This test needs ${what}: move it to a folder that test:quick excludes (package.json)`);
}
