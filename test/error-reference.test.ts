import { expect, test } from "bun:test";
import { ErrorBody } from "../src/contract/common.ts";
import { errorReference, exampleBody } from "../src/contract/error-reference.ts";
import { type FailureCode, failures } from "../src/contract/errors.ts";

const page = errorReference();

for (const [code, { status, description, cause, remedy }] of Object.entries(failures)) {
  test(`the page of error codes has the status, cause and remedy of ${code}, with an example`, () => {
    const section = page.split(/\n(?=## )/).find((text) => text.startsWith(`## ${code}\n`));
    expect(section).toContain(`${description}. HTTP status ${status}.`);
    expect(section).toContain(cause);
    expect(section).toContain(remedy);
    expect(page).toContain(`(#${code})`);
    const example = exampleBody(code as FailureCode);
    expect(ErrorBody.safeParse(example).success).toBe(true);
    expect(section).toContain(JSON.stringify(example, null, 2));
  });
}
