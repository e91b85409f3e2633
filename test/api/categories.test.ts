/* listCategories, createCategory, getCategory, updateCategory and deleteCategory (decision D29). */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import {
  addPet,
  bodyOf,
  expectRefused,
  openService,
  refusal,
  rex,
  sendJson,
  type TestService,
} from "../support/harness.ts";
import { describeFailures } from "../support/ledger.ts";

const params = { categoryId: 1n };
const create = ({ admin }: TestService, name: string, description?: string) =>
  admin.createCategory({ body: { name, description } });

test("a category has an id, a name, and a description if one is given", async () => {
  await using service = await openService();
  const dogs = await create(service, "Dogs", "All breeds");
  expect(dogs).toMatchObject({ status: 201, body: { id: 1n, name: "Dogs", description: "All breeds" } });
  expect(dogs.headers.get("Location")).toBe(`${service.base}/categories/1`);
  expect((await create(service, "Cats")).body).toEqual({ id: 2n, name: "Cats" });
  expect(await service.reader.getCategory({ params })).toMatchObject({ body: dogs.body });
  expect((await service.reader.listCategories()).body).toMatchObject([{ name: "Dogs" }, { name: "Cats" }]);
});

test.each(["Dogs", "DOGS", "dogs", "Ｄogs"])("refuses a second category with the name %s", async (name) => {
  await using service = await openService();
  await create(service, "Dogs");
  await create(service, "Cats");
  const taken = refusal(409, "conflict", /^name: the category ".*" already exists/);
  await expectRefused(service, () => create(service, name), taken);
  const rename = () => service.admin.updateCategory({ params: { categoryId: 2n }, body: { name } });
  await expectRefused(service, rename, taken);
});

test("of many clients that give the same name, one gets it, and each other a 409", async () => {
  await using service = await openService();
  await create(service, "Dogs");
  await create(service, "Cats");
  const renamed = ["Birds", "BIRDS", "birds"].flatMap((name) => [
    create(service, name),
    ...[1n, 2n].map((categoryId) => service.admin.updateCategory({ params: { categoryId }, body: { name } })),
  ]);
  await Promise.all(renamed);
  const names = (await bodyOf(service.reader.listCategories())).map(({ name }) => name.toLowerCase());
  expect(names.filter((name) => name === "birds")).toHaveLength(1);
  expect((await Promise.all(renamed)).map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
});

test("changes the given members; null removes the description", async () => {
  await using service = await openService();
  await create(service, "Dogs", "All breeds");
  const steps = [
    [{ name: "DOGS" }, { name: "DOGS", description: "All breeds" }],
    [{ description: "Big ones" }, { name: "DOGS", description: "Big ones" }],
    [{ description: null }, { name: "DOGS" }],
    [
      { name: "Cats", description: "Small ones" },
      { name: "Cats", description: "Small ones" },
    ],
  ] as const;
  for (const [body, expected] of steps) {
    expect(await bodyOf(service.admin.updateCategory({ params, body }))).toEqual({ id: 1n, ...expected });
  }
  expect(await create(service, "cats")).toMatchObject({ status: 409 });
  expect(await create(service, "dogs")).toMatchObject({ status: 201 });
  const type = { "Content-Type": "application/merge-patch+json" };
  const changed = await sendJson(service, "PATCH", "/v1/categories/1", { description: null }, type);
  expect(changed).toMatchObject({ status: 200, body: { id: 1, name: "Cats" } });
});

test("removes a category once; one that pets have is a 409", async () => {
  await using service = await openService();
  await create(service, "Dogs");
  const { id } = await addPet(service.store, { ...rex, categoryId: 1n });
  expect(await service.admin.deleteCategory({ params })).toMatchObject(refusal(409, "conflict", "Category 1 has pets"));
  expect(await service.reader.getCategory({ params })).toMatchObject({ status: 200 });
  await service.admin.updatePet({ params: { petId: id }, body: { categoryId: 2n } });
  expect(await service.admin.deleteCategory({ params })).toMatchObject({ status: 204, body: undefined });
  const gone = refusal(404, "not_found", "There is no category with the id 1");
  expect(await service.admin.deleteCategory({ params })).toMatchObject(gone);
  expect(await service.reader.getCategory({ params })).toMatchObject(gone);
  expect(await service.admin.updateCategory({ params, body: { name: "Cats" } })).toMatchObject(gone);
});

test("a pet's category need not exist", async () => {
  await using service = await openService();
  expect(await service.admin.createPet({ body: { name: "Rex", categoryId: 404n } })).toMatchObject({ status: 201 });
});

describeFailures("Categories", {
  conflict: {
    createCategory: { before: ({ admin }) => admin.createCategory({ body: { name: "DOGS" } }) },
    updateCategory: { before: ({ admin }) => admin.createCategory({ body: { name: "BIG DOGS" } }) },
    deleteCategory: { before: ({ sql }) => sql("update pets set category_id = (select max(id) from categories)") },
  },
});
