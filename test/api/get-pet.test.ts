import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { NOON, openService } from "../support/harness.ts";

const SUNSET = Date.UTC(2030, 11, 5);

test("returns the pet as created", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: { name: "Rex", categoryId: -7n, status: "sold" } });
  const { status, body } = await service.reader.getPet({ params: { petId: 1n } });
  expect(status).toBe(200);
  expect(body).toEqual({ id: 1n, name: "Rex", categoryId: -7n, status: "sold" });
});

test("returns 404 for an unknown pet", async () => {
  await using service = await openService();
  expect(await service.reader.getPet({ params: { petId: 404n } })).toMatchObject({
    ok: false,
    status: 404,
    body: { code: "not_found", status: 404, message: "There is no pet with the id 404" },
  });
});

test("sends Deprecation, Sunset and Link on every response", async () => {
  await using service = await openService();
  await service.stock(1);
  const lifecycle = ({ headers }: { headers: Headers }) => ({
    deprecation: headers.get("Deprecation"),
    sunset: headers.get("Sunset"),
    link: headers.get("Link"),
  });
  const of = (petId: string) => ({
    deprecation: "@1795219200",
    sunset: "Thu, 05 Dec 2030 00:00:00 GMT",
    link: `<${service.base}/pets?ids=${petId}>; rel="successor-version", <http://shop.test/docs>; rel="deprecation"`,
  });
  const { client: stranger } = await service.as(["orders:read"]);
  expect(lifecycle(await service.reader.getPet({ params: { petId: 1n } }))).toEqual(of("1"));
  expect(lifecycle(await service.reader.getPet({ params: { petId: 404n } }))).toEqual(of("404"));
  expect(lifecycle(await service.anonymous.getPet({ params: { petId: 1n } }))).toEqual(of("1"));
  expect(lifecycle(await stranger.getPet({ params: { petId: 1n } }))).toEqual(of("1"));
  expect(lifecycle(await service.send("/v1/pets/a%22b"))).toEqual(of("a%22b"));
  expect(lifecycle(await service.send("/v1/pets/1", { method: "HEAD" }))).toEqual(of("1"));
});

test("links to a successor that returns the same pet", async () => {
  await using service = await openService();
  await service.stock(2);
  const { headers, body } = await service.reader.getPet({ params: { petId: 2n } });
  const [, successor = ""] =
    /<http:\/\/shop\.test([^>]+)>; rel="successor-version"/.exec(headers.get("Link") ?? "") ?? [];
  expect(await (await service.send(successor)).json()).toEqual([{ ...body, id: 2, categoryId: 7 }]);
});

test("works until the last millisecond before 5 December 2030", async () => {
  await using service = await openService();
  await service.stock(1);
  service.now = SUNSET - 1;
  expect(await service.reader.getPet({ params: { petId: 1n } })).toMatchObject({ ok: true });
});

test("returns 410 from 5 December 2030 and names the replacement", async () => {
  await using service = await openService();
  await service.stock(1);
  service.now = SUNSET;
  const outcome = await service.reader.getPet({ params: { petId: 1n } });
  expect(outcome).toMatchObject({
    ok: false,
    status: 410,
    body: { code: "gone", status: 410, message: expect.stringMatching(/GET \/pets with the status filter/) },
  });
  expect(outcome.headers.get("Link")).toStartWith(`<${service.base}/pets?ids=1>; rel="successor-version"`);
  expect(outcome.headers.get("Sunset")).toBe("Thu, 05 Dec 2030 00:00:00 GMT");
});

test("returns 410 before 404 and 403, but after 401", async () => {
  await using service = await openService();
  const { client: stranger } = await service.as(["orders:read"]);
  service.now = SUNSET;
  expect(await service.reader.getPet({ params: { petId: 404n } })).toMatchObject({ status: 410 });
  expect(await stranger.getPet({ params: { petId: 404n } })).toMatchObject({ status: 410 });
  expect(await service.anonymous.getPet({ params: { petId: 404n } })).toMatchObject({ status: 401 });
});

test("include adds the named members", async () => {
  await using service = await openService();
  await service.stock(1);
  const params = { petId: 1n };
  const get = async (include: readonly ("quantity" | "createdAt")[]) =>
    (await service.reader.getPet({ params, query: { include } })).body;
  const createdAt = new Date(NOON).toISOString();
  expect(await get(["createdAt"])).toEqual({
    id: 1n,
    name: "Pet 1",
    categoryId: 7n,
    status: "available",
    createdAt,
  } as never);
  expect(await get(["quantity", "createdAt"])).toEqual({
    id: 1n,
    name: "Pet 1",
    categoryId: 7n,
    status: "available",
    quantity: 1,
    createdAt,
  } as never);
  const unknown = await service.reader.getPet({ params: { petId: 2n }, query: { include: ["quantity"] } });
  expect(unknown).toMatchObject({ status: 404 });
});
