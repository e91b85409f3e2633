import { test } from "bun:test";

/** A test that needs something of the system. Where that is missing the test is skipped, and its name says why. */
export function testWhere(isPossible: boolean, missing: string, name: string, body: () => void | Promise<void>): void {
  test.skipIf(!isPossible)(isPossible ? name : `${name} (skipped: ${missing})`, body);
}

/** A test that runs a tool of the system. */
export function testWithTool(tool: string, name: string, body: () => void | Promise<void>): void {
  testWhere(Bun.which(tool) !== null, `${tool} is not installed`, name, body);
}
