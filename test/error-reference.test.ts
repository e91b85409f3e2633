import { expect, test } from "bun:test";
import { type FailureCode, failures } from "../src/contract/errors/failures.ts";
import { errorReference, exampleBody } from "../src/contract/openapi/error-reference.ts";
import { openService } from "./support/harness.ts";

test("the page of error codes has the status, cause and remedy of each, with its example", () => {
  const sections = errorReference().split(/\n(?=## )/);
  for (const [code, { status, description, cause, remedy }] of Object.entries(failures)) {
    const section = sections.find((text) => text.startsWith(`## ${code}\n`));
    const example = JSON.stringify(exampleBody(code as FailureCode), null, 2);
    for (const text of [`${description}. HTTP status ${status}.`, cause, remedy, example]) {
      expect(section).toContain(text);
    }
  }
});

test("the service shows the error codes to people, and its document and its reference link to them", async () => {
  await using service = await openService();
  const { info, externalDocs } = (await (await service.send("/v1/openapi.json")).json()) as {
    readonly info: { readonly description: string };
    readonly externalDocs: { readonly url: string };
  };
  expect(externalDocs.url).toBe("http://shop.test/docs/errors");
  expect(info.description).toContain("(/docs/errors)");
  const response = await service.fetch(new Request(externalDocs.url));
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  const html = await response.text();
  for (const code of Object.keys(failures)) {
    for (const part of [`<h2 id="${code}">`, `<a href="#${code}">`]) expect(html).toContain(part);
  }
});
