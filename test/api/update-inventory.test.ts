import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { openService, type TestService } from "../support/harness.ts";

/** Sends a body as text: the typed client refuses to send most of these. */
function patch(service: TestService, body: string, petId = "1"): Promise<Response> {
  return service.send(`/v1/inventory/${petId}`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body,
  });
}

test("returns the entry with its new quantity and lists it from then on", async () => {
  await using service = await openService();
  await service.stock(2);
  const { status, body } = await service.clerk.updateInventory({ params: { petId: 2n }, body: { quantity: 12 } });
  expect(status).toBe(200);
  expect(body).toEqual({ petId: 2n, quantity: 12, status: "available" });
  expect((await service.reader.listInventory()).body).toMatchObject([
    { petId: 1n, quantity: 1 },
    { petId: 2n, quantity: 12 },
  ]);
});

test.each([
  ["0", 0],
  ["-0", 0],
  ["2147483647", 2147483647],
  ["5.0", 5],
  ["5e2", 500],
  ["50e-1", 5],
])("accepts the quantity %s as an integer", async (written, quantity) => {
  await using service = await openService();
  await service.stock(1);
  const response = await patch(service, `{"quantity":${written}}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ petId: 1, quantity, status: "available" });
});

test.each(['"5"', "true", "null", "1.5", "-1", "2147483648", "1e400", "[5]", '{"value":5}'])(
  "refuses the quantity %s and keeps the old one",
  async (written) => {
    await using service = await openService();
    await service.stock(1);
    const response = await patch(service, `{"quantity":${written}}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "validation_failed",
      status: 400,
      message: expect.stringMatching(/^quantity: expected an integer from 0 to 2147483647; got /),
      details: [{ field: "quantity", code: "invalid" }],
    });
    expect((await service.reader.listInventory()).body).toMatchObject([{ quantity: 1 }]);
  },
);

test("refuses a body without a quantity", async () => {
  await using service = await openService();
  await service.stock(1);
  expect(await (await patch(service, "{}")).json()).toMatchObject({
    code: "validation_failed",
    details: [{ field: "quantity", code: "missing" }],
  });
});

test("never changes the status of the entry or the pet", async () => {
  await using service = await openService();
  await service.stock(1, "sold");
  const { body } = await service.clerk.updateInventory({ params: { petId: 1n }, body: { quantity: 3 } });
  expect(body).toMatchObject({ quantity: 3, status: "sold" });
  const response = await patch(service, '{"quantity":4,"status":"available"}');
  expect(await response.json()).toMatchObject({ quantity: 4, status: "sold" });
  expect((await service.reader.listPets()).body).toMatchObject([{ status: "sold" }]);
});

test("returns 404 for an unknown pet and creates no entry", async () => {
  await using service = await openService();
  expect(await service.clerk.updateInventory({ params: { petId: 404n }, body: { quantity: 1 } })).toMatchObject({
    status: 404,
    body: { code: "not_found", message: "There is no pet with the id 404" },
  });
  expect((await service.reader.listInventory()).body).toEqual([]);
});
