/*
 * What a service keeps in memory of pets, their members and lists, whatever the other service on the same database changes: every
 * response and its tag are those of a service that has just begun and keeps nothing.
 */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { engines } from "../support/databases.ts";
import { FILES, photoOf } from "../support/examples.ts";
import { openService, type TestService } from "../support/harness.ts";

const PETS = 3;

const READS = [
  "/v1/pets",
  "/v1/pets?include=profile,photos",
  "/v1/pets?include=photos&order=desc&limit=2",
  "/v1/pets?status=available&sort=name&include=profile",
  "/v1/pets/1",
  "/v1/pets/1?include=profile,photos",
  "/v1/pets/2?include=photos,profile",
  "/v1/pets/1/profile",
  "/v1/pets/1/photos",
  "/v1/inventory",
  "/v1/inventory/1",
] as const;

const id = fc.integer({ min: 1, max: PETS });
const word = fc.constantFrom("Rex", "Kr\u00fcmel", "\u{1f436}", 'a "b"');
const change = (method: string, path: string, body?: object) => ({ method, path, ...(body && { body }) });

/** A request that changes something, or is refused. */
const step = fc.oneof(
  fc.tuple(id, word).map(([pet, name]) => change("PATCH", `/v1/pets/${pet}`, { name })),
  fc
    .tuple(id, fc.constantFrom("available", "pending", "sold"))
    .map(([pet, status]) => change("PATCH", `/v1/pets/${pet}`, { status })),
  fc
    .tuple(id, fc.option(word, { nil: null }))
    .map(([pet, breed]) => change("PATCH", `/v1/pets/${pet}/profile`, { breed, tags: ["calm"] })),
  fc.tuple(id, word).map(([pet, alt]) => change("PATCH", `/v1/pets/${pet}/photos/${pet}`, { alt })),
  id.map((pet) => change("DELETE", `/v1/pets/${pet}/photos/${pet}`)),
  fc.tuple(id, fc.nat({ max: 9 })).map(([pet, quantity]) => change("PATCH", `/v1/inventory/${pet}`, { quantity })),
  fc.constant(change("POST", "/v1/pets", { name: "New", categoryId: 7, status: "available" })),
  id.map((pet) => change("DELETE", `/v1/pets/${pet}`)),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(service: TestService, { method, path, ...rest }: Step): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const body = "body" in rest ? JSON.stringify(rest.body) : null;
  const { status } = await service.send(path, { method, headers, body });
  // The pet or the photo may be gone, and the status may not follow.
  expect([200, 201, 204, 404, 409]).toContain(status);
}

function shown(service: TestService) {
  return Promise.all(
    READS.map(async (path) => {
      const response = await service.send(path);
      return { path, status: response.status, tag: response.headers.get("ETag"), body: await response.text() };
    }),
  );
}

describe.each(engines)("on $name", (engine) => {
  test("what a service keeps in memory never differs from what is stored, with two services on one database", async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      await using database = await engine.open();
      await using one = await openService({}, database);
      await using other = await openService({}, database);
      await one.stock(PETS);
      await one.store.transaction(async ({ photos }) => {
        for (let pet = 1n; pet <= PETS; pet++) await photos.insert(photoOf(pet), FILES);
      });
      for (const [nth, taken] of steps.entries()) {
        await take(nth % 2 === 0 ? one : other, taken);
        await using fresh = await openService({}, database);
        const stored = await shown(fresh);
        // Twice: the second is from memory where there is one.
        for (const service of [one, other, one, other]) expect(await shown(service)).toEqual(stored);
      }
    });
    await fc.assert(property, { numRuns: engine.name === "SQLite" ? 12 : 4 });
  });
});
