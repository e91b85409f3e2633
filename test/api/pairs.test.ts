/* Pets that belong together (decision 089). */
import { describe, expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, eventsOf, expectRefused, openService, refusal, type TestService } from "../support/harness.ts";

async function openWithPets(count = 4): Promise<TestService> {
  const service = await openService({}, undefined, { shopName: "Nord" });
  for (let nth = 1; nth <= count; nth++) {
    await bodyOf(service.admin.createPet({ body: { name: `Pet${nth}`, categoryId: 7n } }));
  }
  return service;
}

const pair = ({ admin }: TestService, petId: bigint, together: bigint[] | null) =>
  admin.updateProfile({ params: { petId }, body: { together } });

async function pairs({ reader }: TestService) {
  const pets = await bodyOf(reader.listPets({ query: { include: ["profile"] } }));
  return Object.fromEntries(
    pets.map((pet) => [
      Number(pet.id),
      (pet as { profile?: { together?: bigint[] } }).profile?.together?.map(Number) ?? [],
    ]),
  );
}

describe("pets that belong together", () => {
  test("name each other, whatever changes", async () => {
    await using service = await openWithPets();
    expect(await bodyOf(pair(service, 1n, [3n, 2n]))).toEqual({ petId: 1n, together: [2n, 3n] });
    expect(await pairs(service)).toEqual({ 1: [2, 3], 2: [1], 3: [1], 4: [] });
    await bodyOf(pair(service, 2n, [4n]));
    expect(await pairs(service)).toEqual({ 1: [3], 2: [4], 3: [1], 4: [2] });
    await bodyOf(service.admin.updateProfile({ params: { petId: 1n }, body: { color: "black" } }));
    expect(await bodyOf(service.reader.getProfile({ params: { petId: 1n } }))).toEqual({
      petId: 1n,
      color: "black",
      together: [3n],
    });
    expect((await service.admin.deletePet({ params: { petId: 3n } })).status).toBe(204);
    await bodyOf(pair(service, 2n, null));
    expect(await pairs(service)).toEqual({ 1: [], 2: [], 4: [] });
    expect(await service.rows("pet_pairs")).toEqual([]);
  });

  test("change in the events of each of them", async () => {
    await using service = await openWithPets(2);
    await bodyOf(pair(service, 1n, [2n]));
    await service.admin.deletePet({ params: { petId: 1n } });
    const told = await eventsOf(service, { query: { types: ["profile.updated"] } });
    expect(
      told.map((event) => {
        const { petId, data, previous } = event as { petId: bigint; data: object; previous: object };
        return [petId, data, previous];
      }),
    ).toEqual([
      [2n, { petId: 2n, together: [1n] }, {}],
      [1n, { petId: 1n, together: [2n] }, {}],
      [2n, { petId: 2n }, { together: [1n] }],
    ]);
  });

  test("are at most nine, other pets, and exist", async () => {
    await using service = await openWithPets(10);
    const refused = async (petId: bigint, together: bigint[], reason: string) =>
      expectRefused(service, () => pair(service, petId, together), refusal(400, "validation_failed", reason));
    await refused(1n, [1n], "together.0: expected ids of other pets; got 1, its own");
    await refused(1n, [2n, 2n], "together.1: expected each pet once; got 2 again");
    await refused(1n, [2n, 404n], "together.1: expected ids of pets; got 404, which no pet has");
    await bodyOf(pair(service, 1n, [2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n]));
    await refused(
      10n,
      [1n],
      "together.0: expected pets that belong together with fewer than 8 others; got 1, which has 8",
    );
  });

  test("are ordered together, in any order, or apart on purpose", async () => {
    await using service = await openWithPets();
    await bodyOf(pair(service, 1n, [2n, 3n]));
    const { clerk } = service;
    await expectRefused(
      service,
      () => clerk.placeOrder({ body: { petId: 1n } }),
      refusal(409, "belongs_together", "Pet 1 belongs together with 2 (Pet2), 3 (Pet3): order them in one sale"),
    );
    const sell = (ids: bigint[], apart?: boolean) =>
      clerk.placeSale({ body: { items: ids.map((petId) => ({ petId })), ...(apart !== undefined && { apart }) } });
    await expectRefused(service, () => sell([4n, 1n, 2n]), refusal(409, "belongs_together", "items.1: Pet 1"));
    await expectRefused(service, () => sell([1n, 2n], false), refusal(409, "belongs_together", "with 3 (Pet3)"));
    const { id } = await bodyOf(sell([3n, 1n, 2n]));
    await clerk.cancelSale({ params: { saleId: id } });
    expect(await bodyOf(clerk.placeOrder({ body: { petId: 1n, apart: true } }))).toMatchObject({ petId: 1n });
    // The one that was left may go: the other has a home already.
    expect(await bodyOf(clerk.placeOrder({ body: { petId: 2n } }))).toMatchObject({ petId: 2n });
  });

  test("stay paired when several change them at once", async () => {
    await using service = await openWithPets();
    const choices = [[2n], [3n], [2n, 3n, 4n], null, [4n, 1n], [1n]];
    const changes = Array.from({ length: 24 }, (_, nth) => {
      const petId = BigInt((nth % 4) + 1);
      return pair(service, petId, choices[nth % 6]?.filter((id) => id !== petId) ?? null);
    });
    for (const { status } of await Promise.all(changes)) expect([200, 503]).toContain(status);
    const named = await pairs(service);
    for (const [id, others] of Object.entries(named)) {
      for (const other of others) expect(named[other]).toContain(Number(id));
    }
  });

  test("are one card for visitors, with both names; each page names the others", async () => {
    await using service = await openWithPets();
    await bodyOf(pair(service, 1n, [3n]));
    const visit = async (path: string) => (await service.fetch(new Request(`http://shop.test${path}`))).text();
    const list = await visit("/");
    expect(list.match(/<article class="card">/g)).toHaveLength(3);
    expect(list).toMatch(/<h2>(<a [^>]*><bdi>Pet[13]<\/bdi><\/a>( &amp; )?){2}<\/h2>/);
    expect(await visit("/pets/1-pet1")).toContain("Only together with");
    await bodyOf(service.admin.updateProfile({ params: { petId: 3n }, body: { published: false } }));
    // A page may be a second old.
    service.now += 2000;
    expect(await visit("/pets/1-pet1")).not.toContain("Only together with");
    expect((await visit("/")).match(/Pet3/g)).toBeNull();
  });
});
