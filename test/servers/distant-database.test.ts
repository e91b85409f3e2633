/* PostgreSQL a few milliseconds away: orders, imports and the feed keep their word. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { openDistant } from "../support/databases.ts";
import { bodyOf, openService, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { chance, SEED } from "../support/seed.ts";

setDefaultTimeout(60_000);

/** Does work for a service whose database answers up to five milliseconds later. */
async function withShop(work: (service: TestService) => Promise<void>): Promise<void> {
  const random = chance(SEED);
  await using database = await openDistant(() => random.below(6));
  await using service = await openService({}, database);
  await work(service);
}

test("of many orders at once, as many are placed as there is stock, and cancelling gives it back", () =>
  withShop(async ({ admin }) => {
    await bodyOf(admin.createPet({ body: { name: "Guppy", categoryId: 7n } }));
    await bodyOf(admin.changeStock({ params: { petId: 1n }, body: { delta: 9, reason: "adjustment" } }));
    const place = () => admin.placeOrder({ body: { petId: 1n } });
    const all = await Promise.all(Array.from({ length: 30 }, place));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(20);
    const orders = await bodyOf(admin.listOrders({ query: { limit: 100 } }));
    const steps = orders.map(({ id }, nth) =>
      nth % 2 === 0 ? admin.cancelOrder({ params: { orderId: id } }) : admin.completeOrder({ params: { orderId: id } }),
    );
    for (const step of await Promise.all(steps)) expect(step.ok).toBe(true);
    expect(await bodyOf(admin.getInventoryEntry({ params: { petId: 1n } }))).toMatchObject({ quantity: 5 });
  }));

test("others write while an import is stored, and one that another client makes impossible leaves nothing", () =>
  withShop(async ({ admin }) => {
    await bodyOf(admin.createPet({ body: { name: "Rex", categoryId: 7n } }));
    const lines = Array.from({ length: 600 }, (_, nth) => `Pet ${nth},7,A-${nth}\n`);
    const file = `name,categoryId,reference\n${lines.join("")}`;
    const begun = admin.createImport({ file });
    await until(async () => (await bodyOf(admin.listImports())).length > 0, "a part of the import");
    await bodyOf(admin.updateProfile({ params: { petId: 1n }, body: { reference: "A-599" } }));
    expect(await begun).toMatchObject({ status: 503 });
    expect(await bodyOf(admin.listPets())).toMatchObject([{ id: 1n, name: "Rex" }]);
    await bodyOf(admin.updateProfile({ params: { petId: 1n }, body: { reference: null } }));
    const again = admin.createImport({ file });
    let isOver = false;
    void again.then(() => (isOver = true));
    let writes = 0;
    while (!isOver) await bodyOf(admin.updatePet({ params: { petId: 1n }, body: { name: `Rex ${++writes}` } }));
    expect(await bodyOf(again)).toMatchObject({ stored: true, added: 600 });
    expect(writes).toBeGreaterThan(3);
  }));

test("a reader that follows the feed while many write sees every event once, in one order", () =>
  withShop(async (service) => {
    const { admin } = service;
    const seen: string[] = [];
    const names: string[] = [];
    let after: string | undefined;
    const read = async () => {
      await service.publish();
      const events = await bodyOf(admin.listEvents({ query: { types: ["pet.created"], limit: 7, after } }));
      for (const { id, data } of events) {
        seen.push(id);
        names.push((data as { name: string }).name);
      }
      after = events.at(-1)?.id ?? after;
    };
    let isWriting = true;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let nth = 0; nth < 10; nth++)
        await bodyOf(admin.createPet({ body: { name: `${writer} ${nth}`, categoryId: 7n } }));
    });
    const written = Promise.all(writers).then(() => (isWriting = false));
    while (isWriting) await read();
    await written;
    await until(async () => {
      await read();
      return seen.length >= 80;
    }, "all events");
    expect(new Set(names).size).toBe(80);
    expect(new Set(seen).size).toBe(80);
    for (let writer = 0; writer < 8; writer++) {
      const own = names.filter((name) => name.startsWith(`${writer} `));
      expect(own).toEqual(Array.from({ length: 10 }, (_, nth) => `${writer} ${nth}`));
    }
  }));
