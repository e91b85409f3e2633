import { expect } from "bun:test";
import { INT64_MAX, INT64_MIN } from "../../src/contract/common.ts";
import { PetStatus } from "../../src/contract/pets.ts";
import { test } from "../support/databases.ts";
import { openService } from "../support/harness.ts";

const rex = { name: "Rex", categoryId: 7n };

test("returns the pet with a new id, its Location and the status available", async () => {
  await using service = await openService();
  const { status, headers, body } = await service.admin.createPet({ body: rex });
  expect(status).toBe(201);
  expect(body).toEqual({ id: 1n, ...rex, status: "available" });
  expect(headers.get("Location")).toBe(`${service.base}/pets/1`);
});

test.each(PetStatus.options)("accepts the status %s, with a stock of 1 unless it is sold", async (status) => {
  await using service = await openService();
  expect(await service.admin.createPet({ body: { ...rex, status } })).toMatchObject({ ok: true, body: { status } });
  const entry = { petId: 1n, quantity: status === "sold" ? 0 : 1, status };
  expect((await service.clerk.listInventory()).body).toEqual([entry]);
});

test("keeps every digit of a category id", async () => {
  await using service = await openService();
  for (const categoryId of [INT64_MIN, -1n, 0n, 2n ** 53n + 1n, INT64_MAX]) {
    expect(await service.admin.createPet({ body: { name: "Rex", categoryId } })).toMatchObject({
      body: { categoryId },
    });
  }
});

test("names each invalid field, what is expected and what it got", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"name": 5, "status": "lost"}',
  });
  expect(await response.json()).toMatchObject({
    code: "validation_failed",
    details: [
      { field: "name", code: "invalid", message: expect.stringMatching(/^name: expected a string .*; got 5$/) },
      { field: "categoryId", code: "missing", message: expect.stringContaining("it is missing") },
      {
        field: "status",
        code: "invalid",
        message: 'status: expected one of "available", "pending", "sold"; got "lost"',
      },
    ],
  });
});
