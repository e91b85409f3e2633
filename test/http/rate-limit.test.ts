import { expect, test } from "bun:test";
import { NOON, openService } from "../support/harness.ts";
import type { Client } from "../support/typed-client.ts";

/** The statuses of this many calls, one after the other. */
async function statuses(client: Client, calls: number): Promise<number[]> {
  const seen: number[] = [];
  for (let call = 1; call <= calls; call++) seen.push((await client.listPets()).status);
  return seen;
}

test("allows bursts of twice the rate", async () => {
  await using service = await openService({ rateLimit: 3 });
  expect(await statuses(service.admin, 8)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
});

test("refills at the rate", async () => {
  await using service = await openService({ rateLimit: 2 });
  expect(await statuses(service.admin, 5)).toEqual([200, 200, 200, 200, 429]);
  service.now = NOON + 499;
  expect(await statuses(service.admin, 1)).toEqual([429]);
  service.now = NOON + 500;
  expect(await statuses(service.admin, 2)).toEqual([200, 429]);
  service.now = NOON + 1500;
  expect(await statuses(service.admin, 3)).toEqual([200, 200, 429]);
});

test("never holds more than one burst", async () => {
  await using service = await openService({ rateLimit: 1 });
  expect(await statuses(service.admin, 1)).toEqual([200]);
  service.now = NOON + 3_600_000;
  expect(await statuses(service.admin, 3)).toEqual([200, 200, 429]);
});

test("limits each key separately", async () => {
  await using service = await openService({ rateLimit: 1 });
  expect(await statuses(service.admin, 3)).toEqual([200, 200, 429]);
  expect(await statuses(service.reader, 3)).toEqual([200, 200, 429]);
});

test("counts failed requests of a key, but none without a key", async () => {
  await using service = await openService({ rateLimit: 1 });
  expect(await statuses(service.anonymous, 5)).toEqual([401, 401, 401, 401, 401]);
  expect((await service.send("/v1/pets?limit=0")).status).toBe(400);
  expect((await service.send("/v1/pets/404")).status).toBe(404);
  expect((await service.send("/v1/pets?limit=0")).status).toBe(429);
});

test("adds nothing when the clock jumps back", async () => {
  await using service = await openService({ rateLimit: 1 });
  expect(await statuses(service.admin, 3)).toEqual([200, 200, 429]);
  service.now = NOON - 3_600_000;
  expect(await statuses(service.admin, 2)).toEqual([429, 429]);
  service.now += 1000;
  expect(await statuses(service.admin, 2)).toEqual([200, 429]);
});

test("sends the remaining quota with every response", async () => {
  await using service = await openService({ rateLimit: 3 });
  const left: (string | null)[] = [];
  for (let call = 1; call <= 6; call++) {
    const { headers } = await service.admin.listPets();
    expect(headers.get("RateLimit-Policy")).toBe('"default";q=3;w=1');
    left.push(headers.get("RateLimit"));
  }
  expect(left).toEqual([
    '"default";r=2;t=1',
    '"default";r=1;t=1',
    '"default";r=0;t=1',
    '"default";r=0;t=1',
    '"default";r=0;t=1',
    '"default";r=0;t=1',
  ]);
});

test("allows the next request after Retry-After", async () => {
  await using service = await openService({ rateLimit: 1 });
  await statuses(service.admin, 2);
  const { status, headers, body } = await service.admin.listPets();
  expect(status).toBe(429);
  expect(headers.get("Retry-After")).toBe("1");
  expect(headers.get("RateLimit")).toBe('"default";r=0;t=1');
  expect(body).toEqual({
    code: "rate_limited",
    message: "Rate limit of 1 requests per second exceeded; retry in 1 s",
    status: 429,
  });
  service.now = NOON + 1000 * Number(headers.get("Retry-After"));
  expect(await statuses(service.admin, 1)).toEqual([200]);
});

test("sends no RateLimit headers at a rate of 0", async () => {
  await using service = await openService({ rateLimit: 0 });
  const { headers } = await service.admin.listPets();
  expect(headers.get("RateLimit")).toBeNull();
  expect(headers.get("RateLimit-Policy")).toBeNull();
});
