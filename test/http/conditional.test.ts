import { expect, test as testOnSqlite } from "bun:test";
import { parseJson } from "../../src/contract/json/json.ts";
import { openDatabase, test } from "../support/databases.ts";
import { openService, refusal, type TestService } from "../support/harness.ts";
import { nextOf } from "../support/pages.ts";

const tagOf = async (service: TestService, path: string) => (await service.send(path)).headers.get("ETag") ?? "";

test("a page that the client has is a 304 with its Link and without a body, until something in it changes", async () => {
  await using service = await openService();
  await service.stock(30);
  const path = "/v1/inventory?limit=5";
  const headers = { "If-None-Match": await tagOf(service, path) };
  const same = await service.send(path, { headers });
  expect([same.status, await same.text(), nextOf(same)]).toEqual([304, "", expect.any(String)]);
  await service.clerk.updateInventory({ params: { petId: 3n }, body: { quantity: 9 } });
  const changed = await service.send(path, { headers });
  expect(changed.status).toBe(200);
  expect(await changed.json()).toContainEqual({ petId: 3, quantity: 9, status: "available" });
});

testOnSqlite("keeps the tag of a streamed inventory until any process changes anything", async () => {
  await using database = await openDatabase();
  await using service = await openService({}, database);
  await using beside = await openService({}, database);
  await service.stock(2500);
  const path = "/v1/inventory";
  let tag = await tagOf(service, path);
  const set = { params: { petId: 7n }, body: { quantity: 5 } };
  for (const change of [
    () => service.clerk.updateInventory(set),
    () => beside.clerk.updateInventory(set),
    () => service.admin.createPet({ body: { name: "Rex", categoryId: 7n } }),
    () => database.sql("update pets set quantity = 9 where id = 2400"),
    () => database.sql("delete from pets where id = 2400"),
  ]) {
    expect(tag).toMatch(/^"test-[!#-+\--~]+"$/);
    for (let time = 1; time <= 3; time++) {
      const unchanged = await service.send(path, { headers: { "If-None-Match": tag } });
      expect({ status: unchanged.status, tag: unchanged.headers.get("ETag") }).toEqual({ status: 304, tag });
      expect((await service.reader.listInventory()).headers.get("ETag")).toBe(tag);
    }
    await change();
    const changed = await service.send(path, { headers: { "If-None-Match": tag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("ETag")).not.toBe(tag);
    const stored = await service.store.inventory.list({ after: 0n, limit: 3000 });
    expect(parseJson(await changed.text())).toEqual(
      stored.map((entry) => ({ ...entry, quantity: BigInt(entry.quantity) })),
    );
    tag = changed.headers.get("ETag") ?? "";
  }
});

test("applies a change with If-Match only if the tag is current", async () => {
  await using service = await openService();
  await service.stock(1);
  const set = (quantity: number, tag: string) =>
    service.clerk.updateInventory({ params: { petId: 1n }, body: { quantity }, headers: { "If-Match": tag } });
  const first = await set(3, "*");
  const known = first.headers.get("ETag") ?? "";
  expect(await set(4, known)).toMatchObject({ ok: true, body: { quantity: 4 } });
  const late = await set(5, known);
  expect(late).toMatchObject(refusal(412, "precondition_failed", '"quantity":4'));
  expect(await set(6, late.headers.get("ETag") ?? "")).toMatchObject({ ok: true });
  expect(await set(7, `W/${first.headers.get("ETag")}`)).toMatchObject({ status: 412 });
});

test("the tag of a list of exactly one pet is good for If-Match on it, whatever the filters; that of a longer one is not", async () => {
  await using service = await openService();
  await service.stock(2);
  const params = { petId: 1n };
  const rename = async (name: string, list: string) =>
    service.admin.updatePet({ params, body: { name }, headers: { "If-Match": await tagOf(service, list) } });
  expect(await rename("Max", "/v1/pets?ids=1")).toMatchObject({ status: 200 });
  expect(await rename("Mia", "/v1/pets?name=max&limit=1")).toMatchObject({ status: 200 });
  const known = await tagOf(service, "/v1/pets?ids=1");
  for (const more of ["", "&include=quantity,createdAt"])
    expect(await rename("Zoë", `/v1/pets?ids=1,2${more}`)).toMatchObject({ status: 412 });
  expect(await rename("Zoë", "/v1/pets?ids=2")).toMatchObject({ status: 412 });
  await rename("Rex", "/v1/pets/1");
  const remove = (tag: string) => service.admin.deletePet({ params, headers: { "If-Match": tag } });
  expect(await remove(known)).toMatchObject({ status: 412, body: { message: expect.stringContaining("Rex") } });
  expect(await remove(await tagOf(service, "/v1/pets?ids=1"))).toMatchObject({ status: 204 });
});

test("applies changeFromQuantity only if the quantity is current", async () => {
  await using service = await openService();
  await service.stock(1);
  const set = (quantity: number, changeFromQuantity: number) =>
    service.clerk.updateInventory({ params: { petId: 1n }, body: { quantity, changeFromQuantity } });
  expect(await set(5, 1)).toMatchObject({ ok: true, body: { quantity: 5 } });
  expect(await set(9, 1)).toMatchObject(refusal(409, "conflict", '"quantity":5'));
  expect(await set(6, 5)).toMatchObject({ ok: true, body: { quantity: 6 } });
});
