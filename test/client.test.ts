import { expect, test } from "bun:test";
import { client } from "../src/client/client.ts";
import { openService, type TestService } from "./harness.ts";

/** A client whose first requests meet these faults on their way. */
function badNetwork(service: TestService, faults: ((request: Request) => Promise<Response>)[]) {
  const seen: Request[] = [];
  const send = (request: Request) => {
    seen.push(request.clone());
    const fault = faults.shift();
    return fault === undefined ? service.fetch(request) : fault(request);
  };
  return { seen, pets: client(service.base, service.adminKey, { send }) };
}

const rex = { name: "Rex", categoryId: 7n };

test("creates a pet once when the response is lost", async () => {
  await using service = await openService();
  const { seen, pets } = badNetwork(service, [
    async (request) => {
      await service.fetch(request);
      throw new TypeError("connection lost");
    },
  ]);
  const made = await pets.createPet({ body: rex });
  expect(made).toMatchObject({ ok: true, body: { id: 1n } });
  expect(made.headers.get("Idempotency-Replayed")).toBe("true");
  expect(seen).toHaveLength(2);
  expect((await service.reader.listPets()).body).toHaveLength(1);
});

test("waits for Retry-After before it repeats a call", async () => {
  await using service = await openService();
  const busy = async () => Response.json({ code: "rate_limited" }, { status: 429, headers: { "Retry-After": "1" } });
  const startedAt = performance.now();
  expect(await badNetwork(service, [busy]).pets.listPets()).toMatchObject({ ok: true });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
});

test("does not repeat a call that would fail again", async () => {
  await using service = await openService();
  const { seen, pets } = badNetwork(service, []);
  expect(await pets.updateInventory({ params: { petId: 404n }, body: { quantity: 1 } })).toMatchObject({ status: 404 });
  expect(seen).toHaveLength(1);
});

test("fails after five attempts without a connection", async () => {
  await using service = await openService();
  const lost = async () => {
    throw new TypeError("connection lost");
  };
  const { seen, pets } = badNetwork(
    service,
    Array.from({ length: 9 }, () => lost),
  );
  await expect(pets.createPet({ body: rex })).rejects.toThrow("connection lost");
  expect(seen).toHaveLength(5);
  expect(new Set(seen.map((request) => request.headers.get("Idempotency-Key"))).size).toBe(1);
}, 20_000);
