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

test("refills at the rate, up to one burst, and adds nothing when the clock jumps back", async () => {
  await using service = await openService({ rateLimit: 2 });
  for (const [after, allowed] of [
    [0, 4],
    [499, 0],
    [500, 1],
    [1500, 2],
    [3_600_000, 4],
    [0, 0],
    [500, 1],
  ] as const) {
    service.now = NOON + after;
    expect(await statuses(service.admin, allowed + 1)).toEqual([...Array(allowed).fill(200), 429]);
  }
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

test("sends the remaining quota with every response, and allows the next request after Retry-After", async () => {
  await using service = await openService({ rateLimit: 2 });
  const quota = async () => {
    const { headers } = await service.admin.listPets();
    return ["RateLimit-Policy", "RateLimit", "Retry-After"].map((name) => headers.get(name));
  };
  for (const [left, retryAfter] of [
    [1, null],
    [0, null],
    [0, null],
    [0, null],
    [0, "1"],
  ] as const)
    expect(await quota()).toEqual(['"default";q=2;w=1', `"default";r=${left};t=1`, retryAfter]);
  expect((await service.admin.listPets()).body).toMatchObject({
    code: "rate_limited",
    message:
      "Rate limit of 2 requests per second exceeded; retry in 1 s. A request that takes longer than 1 ms before it waits for the disk or the database counts once for each millisecond",
  });
  service.now = NOON + 1000;
  expect(await statuses(service.admin, 1)).toEqual([200]);
});

test("charges a request that takes long for its time, two seconds at most", async () => {
  let time = 0;
  let takes = 50;
  await using service = await openService({ rateLimit: 100, stopwatch: () => (time += takes) });
  expect(await statuses(service.admin, 5)).toEqual([200, 200, 200, 200, 429]);
  expect((await service.admin.listPets()).headers.get("Retry-After")).toBe("1");
  expect(await statuses(service.reader, 1)).toEqual([200]);
  takes = 1_000_000;
  service.now += 10;
  expect(await statuses(service.admin, 2)).toEqual([200, 429]);
  const refused = await service.admin.listPets();
  expect([refused.headers.get("RateLimit"), refused.headers.get("Retry-After")]).toEqual(['"default";r=0;t=2', "2"]);
  service.now += 2000;
  expect(await statuses(service.admin, 1)).toEqual([200]);
});

test("charges neither the time for which a request waits nor what follows", async () => {
  let time = 0;
  const takeLong = async () => {
    await Promise.resolve();
    time += 1_000_000;
  };
  await using service = await openService({ rateLimit: 100, stopwatch: () => time, requirePublic: takeLong });
  const create = () =>
    service.admin.createWebhook({ body: { url: "https://shop.example/hook", types: ["pet.created"] } });
  expect([(await create()).status, (await create()).status]).toEqual([201, 201]);
  expect(time).toBe(2_000_000);
});

test("sends no RateLimit headers at a rate of 0", async () => {
  await using service = await openService({ rateLimit: 0 });
  const { headers } = await service.admin.listPets();
  expect(headers.get("RateLimit")).toBeNull();
  expect(headers.get("RateLimit-Policy")).toBeNull();
});
