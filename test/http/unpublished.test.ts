/* Pets that are not for the public (decision D88): on no page, feed, sitemap or list for visitors, and their photos need a key. */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, openService, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";

const PUBLIC = ["/", "/?sort=waiting", "/?search=biter", "/pets.json", "/feed.xml", "/sitemap.xml"];

async function visit(service: TestService, path: string, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const response = await service.fetch(new Request(`http://shop.test${path}`, { headers }));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A shop with a pet that everybody sees, and one that is not for the public. */
async function openShop(): Promise<TestService> {
  const service = await openService({}, undefined, { shopName: "Nord" });
  await service.admin.createPet({ body: { name: "Luna", categoryId: 7n } });
  await service.admin.createPet({ body: { name: "Biter", categoryId: 7n, profile: { published: false } } });
  return service;
}

const publish = ({ admin }: TestService, published: boolean | null) =>
  admin.updateProfile({ params: { petId: 2n }, body: { published } });

/** On which of the public pages a text stands. */
async function pagesWith(service: TestService, name: string) {
  const pages = await Promise.all(PUBLIC.map(async (path) => [path, (await visit(service, path)).text] as const));
  return pages.filter(([, text]) => text.toLowerCase().includes(name)).map(([path]) => path);
}

test("a pet that is not published is on no page for visitors, whatever its status, until it is published", async () => {
  await using service = await openShop();
  expect(await pagesWith(service, "luna")).toEqual(PUBLIC.filter((path) => !path.includes("search")));
  // What the visitor typed stands in the field of the search.
  expect(await pagesWith(service, "/pets/2")).toEqual([]);
  expect((await visit(service, "/pets/1-luna")).text).not.toContain("Biter");
  for (const status of ["pending", "available"] as const) {
    await service.admin.updatePet({ params: { petId: 2n }, body: { status } });
    expect([status, (await visit(service, "/pets/2-biter")).status]).toEqual([status, 404]);
  }
  await publish(service, null);
  service.now += 10_000;
  expect(await pagesWith(service, "/pets/2")).toEqual(PUBLIC);
  await publish(service, false);
  service.now += 10_000;
  expect(await pagesWith(service, "/pets/2")).toEqual([]);
});

test("the photos of such a pet need a key that may read pets, also where they were public before", async () => {
  await using service = await openShop();
  await publish(service, true);
  const { urls } = await bodyOf(service.admin.addPhoto({ params: { petId: 2n }, file: await jpeg() }));
  const path = new URL(urls.small).pathname;
  expect((await visit(service, path)).headers.get("Cache-Control")).toStartWith("public");
  await publish(service, false);
  expect((await visit(service, path)).status).toBe(404);
  expect((await visit(service, path, "pk_unknown")).status).toBe(404);
  const { status, headers } = await visit(service, path, service.adminKey);
  expect([status, headers.get("Cache-Control"), headers.get("Vary")]).toEqual([
    200,
    "private, no-store",
    "Authorization",
  ]);
  await publish(service, true);
  expect((await visit(service, path)).status).toBe(200);
});

test("staff list pets by whether visitors see them", async () => {
  await using service = await openShop();
  const idsOf = async (published?: boolean) =>
    (await bodyOf(service.admin.listPets({ query: { published } }))).map(({ id }) => id);
  expect([await idsOf(), await idsOf(true), await idsOf(false)]).toEqual([[1n, 2n], [1n], [2n]]);
});

test("columns of that meaning decide on import, a foreign animal is left out, and the report counts both", async () => {
  await using service = await openService();
  const rows = [
    "Name,Kind,Not for adoption,Published,Non-shelter",
    "Rex,Dogs,0,yes,0",
    "Biter,Dogs,1,yes,0",
    "Mia,Dogs,,no,no",
    "Clinic Cat,Cats,0,,1",
  ];
  const report = await bodyOf(
    service.admin.createImport({ file: `${rows.join("\n")}\n`, query: { createCategories: true } }),
  );
  expect(report.warnings.map(({ code, message }) => [code, /: ([^:]*)$/.exec(message)?.[1]])).toEqual([
    ["unpublished_pets", "2 (line 3, 4)"],
    ["non_shelter_pets", "1 (line 5)"],
  ]);
  const pets = await bodyOf(service.admin.listPets({ query: { include: ["profile"] } }));
  expect(pets.map(({ name, profile }) => [name, profile?.published])).toEqual([
    ["Rex", true],
    ["Biter", false],
    ["Mia", false],
  ]);
});

test("the page of a sold pet is 410 for visitors, and that of an unpublished one 404", async () => {
  await using service = await openShop();
  for (const petId of [1n, 2n]) await service.admin.updatePet({ params: { petId }, body: { status: "sold" } });
  expect([(await visit(service, "/pets/1-luna")).status, (await visit(service, "/pets/2-biter")).status]).toEqual([
    410, 404,
  ]);
});
