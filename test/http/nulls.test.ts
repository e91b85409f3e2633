/* What clients of other makers send: null for what is absent, and lists with brackets. */
import { describe, expect, test } from "bun:test";
import { operations } from "../../src/contract/index.ts";
import { exampleRequest } from "../support/examples.ts";
import { addPet, openService, rex } from "../support/harness.ts";

const creating = operations.filter(({ method, body }) => method === "POST" && body !== undefined);

describe("null in place of every optional member is as if it were absent", () => {
  test.each(creating.map((operation) => [operation.id, operation] as const))("%s", async (_, operation) => {
    await using service = await openService();
    const { path, headers } = await exampleRequest(service.store, operation);
    const shape = operation.body?.shape ?? {};
    const optional = Object.keys(shape).filter((name) => shape[name]?.safeParse(undefined).success);
    const nulls = Object.fromEntries(optional.map((name) => [name, null]));
    const body = JSON.stringify({ ...nulls, ...(operation.examples.body as object) });
    const Prefer = "handling=strict";
    const response = await service.send(path, {
      method: "POST",
      headers: { ...headers, Prefer, "Content-Type": "application/json" },
      body,
    });
    expect([response.status, response.status < 300 ? "" : await response.text()]).toEqual([
      operation.success.status,
      "",
    ]);
  });
});

test("null counts as absent when creating, at every depth, is an error for required members, and removes in a patch", async () => {
  await using service = await openService();
  const send = (method: string, path: string, body: string) =>
    service.send(path, { method, body, headers: { "Content-Type": "application/json" } });
  const profile = '{"breed":null,"tags":["calm"],"price":null,"birthDate":"2024"}';
  const made = await send("POST", "/v1/pets", `{"name":"Rex","categoryId":7,"note":null,"profile":${profile}}`);
  expect(made.status).toBe(201);
  const stored = async () => (await service.send("/v1/pets/1/profile")).json();
  expect(await stored()).toEqual({ petId: 1, tags: ["calm"], birthDate: "2024" });
  const refused = await send("POST", "/v1/pets", '{"name":null,"categoryId":7,"note":null}');
  expect([refused.status, (await refused.json()).message]).toEqual([
    400,
    expect.stringMatching(/^name: expected a string of 1 to 255 characters.*; got null$/),
  ]);
  expect((await send("PATCH", "/v1/pets/1/profile", '{"birthDate":null}')).status).toBe(200);
  expect(await stored()).toEqual({ petId: 1, tags: ["calm"] });
});

test("a list of a query may have brackets, also in the link to its next page and with strict handling", async () => {
  await using service = await openService();
  for (const name of ["Rex", "Mia", "Ada"]) await addPet(service.store, { ...rex, name });
  const headers = { Prefer: "handling=strict" };
  const page = await service.send("/v1/pets?ids[]=1&ids%5B%5D=3&limit=1", { headers });
  expect([page.status, (await page.json()).length]).toEqual([200, 1]);
  const [, next = ""] = /<http:\/\/shop\.test([^>]+)>; rel="next"/.exec(page.headers.get("Link") ?? "") ?? [];
  const rest = await service.send(next, { headers });
  expect(await rest.json()).toMatchObject([{ name: "Ada" }]);
  const unknown = await service.send("/v1/pets?dogs[]=1", { headers });
  expect(unknown.status).toBe(400);
});
