import { expect, test } from "bun:test";
import { ErrorBody } from "../src/contract/error-body.ts";
import { type FailureCode, failures } from "../src/contract/failures.ts";
import { errorReference, exampleBody } from "../src/contract/openapi/error-reference.ts";
import { openService } from "./support/harness.ts";

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

test("the service shows the error codes to people, and its document and its reference link to them", async () => {
  await using service = await openService();
  const document = (await (await service.send("/v1/openapi.json")).json()) as {
    readonly info: { readonly description: string };
    readonly externalDocs: { readonly url: string };
  };
  expect(document.externalDocs.url).toBe("http://shop.test/docs/errors");
  expect(document.info.description).toContain("(/docs/errors)");
  const response = await service.fetch(new Request(document.externalDocs.url));
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  const html = await response.text();
  for (const code of Object.keys(failures)) {
    expect(html).toContain(`<h2 id="${code}">`);
    expect(html).toContain(`<a href="#${code}">`);
  }
});
