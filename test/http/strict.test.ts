import { expect, test } from "bun:test";
import { operations } from "../../src/contract/index.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { exampleRequest } from "../support/examples.ts";
import { openService, sendJson, type TestService } from "../support/harness.ts";

const REX = { name: "Rex", categoryId: 7 };
const NEWER = { ...REX, colour: "brown", id: 99 };
const STRICT = { Prefer: "handling=strict" };

const add = (service: TestService, body: string | object, headers?: Record<string, string>) =>
  sendJson(service, "POST", "/v1/pets", body, headers);

const applied = ({ headers }: { headers: Headers }) => headers.get("Preference-Applied");

test("ignores unknown members", async () => {
  await using service = await openService();
  const { status, body } = await add(service, NEWER);
  expect({ status, body }).toEqual({ status: 201, body: { id: 1, ...REX, status: "available" } });
});

test("refuses unknown members with Prefer: handling=strict and names each", async () => {
  await using service = await openService();
  const refused = await add(service, NEWER, STRICT);
  expect(refused).toMatchObject({
    status: 400,
    body: {
      code: "validation_failed",
      details: [
        { field: "colour", code: "unknown", message: expect.stringContaining("known: name, categoryId, status") },
        { field: "id", code: "unknown" },
      ],
    },
  });
  expect(applied(refused)).toBe("handling=strict");
  expect((await service.reader.listPets()).body).toEqual([]);
  const known = await add(service, REX, STRICT);
  expect([known.status, applied(known)]).toEqual([201, "handling=strict"]);
});

test.each([
  [
    "applies",
    400,
    [
      "Handling=Strict",
      'handling="strict"',
      "handling = strict",
      "respond-async, handling=strict",
      "handling=strict; x=1",
    ],
  ],
  ["ignores", 201, ["handling=lenient", "handling=strictly", "strict", "nothandling=strict", "respond-async", ""]],
])("%s another Prefer", async (_, status, preferences) => {
  await using service = await openService();
  for (const Prefer of preferences) {
    const response = await add(service, NEWER, { Prefer });
    expect([Prefer, response.status, applied(response)]).toEqual([
      Prefer,
      status,
      status === 400 ? "handling=strict" : null,
    ]);
  }
});

test.each([
  ["/v1/pets", "?colour=brown&offset=5", "known: limit, cursor, status, categoryId, name", ["colour", "offset"]],
  ["/v1/key", "?status=sold", "none are known", ["status"]],
])(
  "%s ignores unknown query parameters, and refuses them with Prefer: handling=strict",
  async (path, query, known, names) => {
    await using service = await openService();
    expect((await service.send(path + query)).status).toBe(200);
    const response = await service.send(path + query, { headers: STRICT });
    expect(await response.json()).toMatchObject({
      code: "invalid_parameter",
      status: 400,
      details: names.map((field) => ({ field, code: "unknown", message: expect.stringContaining(known) })),
    });
    expect((await service.send(path, { headers: STRICT })).status).toBe(200);
  },
);

test.each(["__proto__", "constructor", "toString"])("treats %s as an unknown member", async (member) => {
  await using service = await openService();
  const body = `{"name":"Rex","categoryId":7,"${member}":{"status":"sold"}}`;
  expect(await add(service, body)).toMatchObject({ body: { status: "available" } });
  expect(await add(service, body, STRICT)).toMatchObject({ body: { details: [{ field: member }] } });
});

test.each([
  ["/v1/pets", { ...REX, profile: { bread: "Boxer" } }, ["profile.bread"]],
  [
    "/v1/pets",
    { ...REX, profile: { price: { amount: 1, currency: "EUR", vat: 19 } }, x: { y: 1 } },
    ["profile.price.vat", "x"],
  ],
  ["/v1/store/orders", { petId: 1, quantity: 1, customer: { name: "Ada", phone: "1" } }, ["customer.phone"]],
  ["/v1/store/orders", { petId: 1, quantity: 1, price: { amount: 1, currency: "EUR", vat: 19 } }, ["price.vat"]],
])("refuses unknown members at every depth, in the order of the body: POST %s %j", async (path, body, fields) => {
  await using service = await openService();
  await service.stock(1);
  const refused = await sendJson(service, "POST", path, body, STRICT);
  expect(refused).toMatchObject({
    status: 400,
    body: { details: fields.map((field) => ({ field, code: "unknown" })) },
  });
  expect(await service.rows("orders")).toEqual([]);
});

const exact = operations.filter((operation): operation is Operation & { exact: true } => "exact" in operation);

test("what changes stock or money is exact", () => {
  expect(exact.map(({ id }) => id).toSorted()).toEqual([
    "changeStock",
    "completeOrder",
    "completeSale",
    "placeOrder",
    "placeSale",
    "returnOrder",
  ]);
});

test.each(exact.map((operation) => [operation.id, operation] as const))(
  "%s refuses unknown members without Prefer, and changes nothing",
  async (_, operation) => {
    await using service = await openService();
    const { path, ...init } = await exampleRequest(service.store, operation);
    const contents = await service.dump();
    const example = (operation.examples.body ?? {}) as Record<string, unknown>;
    const inner = Object.entries(example).find(([, value]) => typeof value === "object" && !Array.isArray(value));
    const bodies = [
      { body: { ...example, colour: "brown" }, field: "colour" },
      ...(inner
        ? [{ body: { ...example, [inner[0]]: { ...Object(inner[1]), vat: 19 } }, field: `${inner[0]}.vat` }]
        : []),
    ];
    for (const { body, field } of bodies) {
      const refused = await service.send(path, { ...init, body: JSON.stringify(body) });
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { code: "validation_failed", details: [{ field, code: "unknown" }] },
      ]);
    }
    expect(await service.dump()).toEqual(contents);
    expect((await service.send(path, init)).ok).toBe(true);
  },
);

test("a completion takes no body, an empty one or an empty object", async () => {
  await using service = await openService();
  await service.stock(3);
  for (const [index, body] of [undefined, "", "{}"].entries()) {
    await service.admin.placeOrder({ body: { petId: BigInt(index + 1), quantity: 1 } });
    const path = `/v1/store/orders/${index + 1}/completion`;
    expect((await service.send(path, { method: "POST", ...(body !== undefined && { body }) })).status).toBe(200);
  }
});

test.each(["5", "null", "[]", '"x"'])("a completion refuses %s as its body", async (body) => {
  await using service = await openService();
  await service.stock(1);
  await service.admin.placeOrder({ body: { petId: 1n, quantity: 1 } });
  const refused = await service.send("/v1/store/orders/1/completion", { method: "POST", body });
  const message = `body: expected an object; got ${body}`;
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: "validation_failed", message }]);
  expect((await service.admin.getOrder({ params: { orderId: 1n } })).body).toMatchObject({ complete: false });
});

test("refuses unknown members of a merge patch, but not null ones", async () => {
  await using service = await openService();
  await service.stock(1);
  const patch = (body: object) => sendJson(service, "PATCH", "/v1/pets/1/profile", body, STRICT);
  const refused = await patch({ tags: ["calm"], price: { amount: 1, currency: "EUR", vat: 19 } });
  const message = expect.stringContaining(
    "price.vat: unknown, and the Prefer header asks for strict handling; known: amount, currency",
  );
  expect(refused).toMatchObject({ status: 400, body: { details: [{ field: "price.vat", message }] } });
  expect(await patch({ tags: ["calm"], price: null })).toMatchObject({ status: 200 });
});

test("truncates a long member name between characters", async () => {
  await using service = await openService();
  const { body } = await add(service, { ...REX, [`${"x".repeat(63)}🐕`]: 1 }, STRICT);
  expect((body as { message: string }).message.isWellFormed()).toBe(true);
});

test("names ignored query parameters in X-Ignored-Parameters: at most ten, each shortened", async () => {
  await using service = await openService();
  const ignored = async (query: string) =>
    (await service.send(`/v1/pets?${query}`)).headers.get("X-Ignored-Parameters");
  expect(await ignored("limit=5")).toBeNull();
  expect(await ignored("statuss=sold&limit=5&offset=2")).toBe("statuss, offset");
  expect(await ignored("a%0D%0Ab=1&a%2Cb=2")).toBe("a%0D%0Ab, a%2Cb");
  const many = await ignored(Array.from({ length: 30 }, (_, nth) => `${"x".repeat(100)}${nth}=1`).join("&"));
  expect(many?.split(", ").map((name) => name.length <= 100)).toEqual(Array(10).fill(true));
});
