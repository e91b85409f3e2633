/* The collection for Postman: it is read as Postman reads it, and each of its requests succeeds. */
import { describe, expect, test } from "bun:test";
import { operations } from "../src/contract/index.ts";
import { readdressed } from "../src/contract/openapi/addresses.ts";
import { openApi } from "../src/contract/openapi/document.ts";
import { postmanCollection } from "../src/contract/openapi/postman.ts";
import { fillPath } from "../src/contract/operation.ts";
import { exampleRequest, fileOf } from "./support/examples.ts";
import { openService } from "./support/harness.ts";
import type { Part } from "./support/published.ts";

const collection: Part = JSON.parse(postmanCollection(readdressed(openApi(), { baseUrl: "http://shop.test/v1" })));
const items: Part[] = collection.item.flatMap(({ item }: Part) => item);
const variables: Record<string, string> = Object.fromEntries(
  collection.variable.map(({ key, value }: Part) => [key, value]),
);

/** A text with the values of its variables. */
const resolved = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? "");

const named = (list: readonly Part[]): Record<string, string> =>
  Object.fromEntries(list.map(({ key, value }) => [key, value]));

/** The address of a request, with the values of its path variables. */
function addressOf({ raw, variable }: Part): string {
  const values = named(variable);
  return resolved(
    raw.replace(/\/:(\w+)/g, (_: string, name: string) => `/${values[name]}`),
    variables,
  );
}

test("it has a folder for each tag, and a request for each operation", () => {
  expect(items.length).toBe(operations.length);
  expect(collection.item.map(({ name }: Part) => name)).toEqual([...new Set(operations.map(({ tag }) => tag))]);
  expect(Object.keys(variables)).toEqual(["baseUrl", "apiKey", "invitation"]);
});

describe("its request succeeds:", () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))("%s", async (_, operation) => {
    await using service = await openService();
    const { path, method, summary, examples, success } = operation;
    const address = `http://shop.test/v1${fillPath(path, examples.params ?? {})}`;
    const found = items.find(({ name, request }) => name === summary && request.method === method);
    expect(addressOf(found?.request.url)).toBe(address);
    const stored = await exampleRequest(service.store, operation);
    const { request } = found;
    const [token] = (request.auth ?? collection.auth).bearer;
    const invitation = stored.headers["Authorization"]?.slice("Bearer ".length) ?? "";
    const response = await service.send(stored.path, {
      method,
      headers: {
        ...named(request.header.filter(({ disabled }: Part) => !disabled)),
        Authorization: `Bearer ${resolved(token.value, { apiKey: service.adminKey, invitation })}`,
      },
      body: request.body?.mode === "file" ? await fileOf(examples.file) : (request.body?.raw ?? null),
    });
    await response.body?.cancel();
    expect(response.status).toBe(success.status);
    // What is optional waits to be switched on.
    expect(request.url.query.filter(({ disabled }: Part) => !disabled)).toEqual([]);
  });
});

test("the service has it with its own address", async () => {
  await using service = await openService();
  const response = await service.send("/docs/postman.json");
  expect(response.headers.get("Content-Type")).toStartWith("application/json");
  const { variable } = (await response.json()) as Part;
  expect(named(variable)["baseUrl"]).toBe(service.base);
});
