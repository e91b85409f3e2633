import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, NOW, openService, openWithPet, refusal, rex } from "../support/harness.ts";

const params = { petId: 1n };
const SUNSET = Date.UTC(2030, 11, 5);

test("sends Deprecation, Sunset and Link on every response", async () => {
  await using service = await openWithPet();
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
  expect(lifecycle(await service.reader.getPet({ params }))).toEqual(of("1"));
  expect(lifecycle(await service.reader.getPet({ params: { petId: 404n } }))).toEqual(of("404"));
  expect(lifecycle(await service.anonymous.getPet({ params }))).toEqual(of("1"));
  expect(lifecycle(await stranger.getPet({ params }))).toEqual(of("1"));
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

test("returns 410 from 5 December 2030 and names the replacement", async () => {
  await using service = await openWithPet();
  service.now = SUNSET - 1;
  expect(await service.reader.getPet({ params })).toMatchObject({ status: 200 });
  service.now = SUNSET;
  const outcome = await service.reader.getPet({ params });
  expect(outcome).toMatchObject(refusal(410, "gone", /GET \/pets with the status filter/));
  expect(outcome.headers.get("Link")).toStartWith(`<${service.base}/pets?ids=1>; rel="successor-version"`);
  expect(outcome.headers.get("Sunset")).toBe("Thu, 05 Dec 2030 00:00:00 GMT");
  expect(await service.reader.getPet({ params: { petId: 404n } })).toMatchObject({ status: 410 });
});

test("include adds the named members", async () => {
  await using service = await openWithPet();
  const get = (include: readonly ("quantity" | "createdAt")[]) =>
    bodyOf(service.reader.getPet({ params, query: { include } }));
  expect(await get(["createdAt"])).toEqual({ id: 1n, ...rex, createdAt: NOW });
  expect(await get(["quantity", "createdAt"])).toEqual({ id: 1n, ...rex, quantity: 1, createdAt: NOW });
});
