import { expect } from "bun:test";
import * as fc from "fast-check";
import { test } from "../support/databases.ts";
import { openService } from "../support/harness.ts";
import { allOf, cursorOf, everyPage, idsTo } from "../support/pages.ts";

test("any page size reaches every pet exactly once", async () => {
  await using service = await openService();
  await service.stock(60);
  const property = fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (limit) => {
    const pages = await everyPage(service, `/v1/pets?limit=${limit}`);
    expect(allOf(pages, "id")).toEqual(idsTo(60));
    expect(pages).toHaveLength(Math.ceil(60 / limit));
  });
  await fc.assert(property, { numRuns: 20, examples: [[1], [59], [60], [61], [100]] });
});

test("any selection of ids returns each pet once, in ascending order, at any page size", async () => {
  await using service = await openService();
  await service.stock(30);
  const ids = fc.array(fc.bigInt({ min: -5n, max: 40n }), { minLength: 1, maxLength: 100 });
  const property = fc.asyncProperty(ids, fc.integer({ min: 5, max: 100 }), async (some, limit) => {
    const found = allOf(await everyPage(service, `/v1/pets?limit=${limit}&ids=${some}`), "id");
    expect(found).toEqual(idsTo(30).filter((id) => some.includes(id)));
  });
  await fc.assert(property, { numRuns: 40 });
});

test("any text as a cursor is refused with 400 or starts a page", async () => {
  await using service = await openService();
  await service.stock(3);
  const real = cursorOf(await service.send("/v1/pets?limit=1"));
  const alike = fc
    .tuple(fc.nat(real.length), fc.string({ maxLength: 3, unit: "binary-ascii" }))
    .map(([at, other]) => real.slice(0, at) + other + real.slice(at + other.length));
  const decoded = fc.string({ unit: "binary-ascii" }).map((text) => btoa(text));
  const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string({ maxLength: 300 }), alike, decoded);
  const property = fc.asyncProperty(texts, async (text) => {
    for (const list of ["pets", "inventory", "store/orders"]) {
      const response = await service.send(`/v1/${list}?cursor=${encodeURIComponent(text)}`);
      const body = (await response.json()) as { code?: string };
      // A cursor is not secret: a text that happens to be one starts a page of its own list.
      const isPage = list === "pets" && response.status === 200;
      expect(isPage || response.status === 400).toBeTrue();
      if (text === real) expect(isPage).toBe(list === "pets");
      if (!isPage) expect(body.code).toMatch(/^invalid_(cursor|parameter)$/);
    }
  });
  await fc.assert(property, { numRuns: 150, examples: [[real], [`${real}=`], [""]] });
});

test("any query string gets 200 or 400", async () => {
  await using service = await openService();
  await service.stock(3);
  const name = fc.oneof(fc.constantFrom("limit", "cursor", "status", "ids", "__proto__"), fc.string({ maxLength: 5 }));
  const query = fc.oneof(
    fc
      .array(fc.tuple(name, fc.string({ unit: "binary", maxLength: 10 })))
      .map((pairs) => String(new URLSearchParams(pairs))),
    fc.string({ maxLength: 30 }),
  );
  const property = fc.asyncProperty(query, fc.boolean(), async (text, strict) => {
    const headers: Record<string, string> = strict ? { Prefer: "handling=strict" } : {};
    const response = await service.send(`/v1/pets?${text}`, { headers });
    expect([200, 400]).toContain(response.status);
    await response.json();
  });
  await fc.assert(property, { numRuns: 300 });
});

test("any other path returns 404", async () => {
  await using service = await openService();
  await service.stock(1);
  const segment = fc.oneof(
    fc.string({ unit: "grapheme" }).map((text) => encodeURIComponent(text)),
    fc.string().filter((text) => !/[?#]/.test(text)),
    fc.stringMatching(/^(%[0-9a-f]{2}){1,4}$/),
  );
  const property = fc.asyncProperty(segment, async (text) => {
    const response = await service.send(`/v1/pets/x${text}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found", status: 404 });
  });
  await fc.assert(property, { numRuns: 300 });
});
