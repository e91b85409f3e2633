/* The console behind a proxy with nginx's defaults, below a path. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { startBufferingProxy } from "../support/buffering-proxy.ts";
import { postgres } from "../support/databases.ts";
import { addPet, openService, rex } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { untilTestEnds } from "../support/shops.ts";
import { panel, rowLink } from "./page.ts";
import { keepPublishing, openPage, signIn, untilLive } from "./visit.ts";

setDefaultTimeout(120_000);

const settings = { baseUrl: "https://pets.example/shop/v1", shopName: "Riverside" };

const CSV = { name: "pets.csv", mimeType: "text/csv" };

test("changes of others appear, links stay below the path, and what the proxy refuses is said to be the proxy's", async () => {
  const service = untilTestEnds(await openService({}, undefined, settings));
  keepPublishing(service);
  await addPet(service.store, { ...rex, name: "Biscuit" });
  const file = new Blob([await jpeg(40, 30)], { type: "image/jpeg" });
  await service.admin.addPhoto({ params: { petId: 1n }, file, query: {} });
  const proxy = untilTestEnds(await startBufferingProxy({ port: service.port, basePath: "/shop" }));
  const page = await openPage(service, "/shop/console/pets", { port: proxy.port, mayFail: true });
  await signIn(page, service.adminKey);
  await untilLive(page);
  await service.admin.updatePet({ params: { petId: 1n }, body: { name: "Biscuit the Second" } });
  await rowLink(page, "Biscuit the Second").click();
  expect(new URL(page.url()).pathname).toBe("/shop/console/pets/1");
  await page.reload();
  await panel(page).getByRole("heading", { name: "Biscuit the Second" }).waitFor();
  const photo = panel(page).getByRole("img", { name: "Photo of Biscuit the Second" }).first();
  await photo.waitFor();
  expect(await photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  expect(
    await page.evaluate(`[...document.fonts].some(({ family, status }) => family === "Inter" && status !== "error")`),
  ).toBe(true);
  await page.goto(new URL("/shop/console/imports", page.url()).href);
  await page.setInputFiles("input[type=file]", { ...CSV, buffer: Buffer.alloc(2 ** 20 + 1, "name\n") });
  await page.getByText("nginx in front of the service refuses files of this size").waitFor();
  await page.getByText("client_max_body_size").waitFor();
  proxy.target = 1;
  await page.setInputFiles("input[type=file]", { ...CSV, buffer: Buffer.from("name,category\nMia,Dogs\n") });
  await page.getByText("nginx in front of the service gets no response from it").waitFor();
});

test("when one of two instances stops, the page goes on with the other", async () => {
  const database = untilTestEnds(await postgres.open());
  const [first, second] = [await openService({}, database, settings), await openService({}, database, settings)];
  untilTestEnds(second);
  const proxy = untilTestEnds(await startBufferingProxy({ port: first.port, basePath: "/shop" }));
  const page = await openPage(first, "/shop/console/pets", { port: proxy.port, mayFail: true });
  await signIn(page, first.adminKey);
  await untilLive(page);
  await first.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
  await first.publish();
  await page.getByText("1 new pet").or(rowLink(page, "Rex")).first().waitFor();
  proxy.target = second.port;
  await first[Symbol.asyncDispose]();
  keepPublishing(second);
  await second.admin.updatePet({ params: { petId: 1n }, body: { name: "Rexy" } });
  await page.reload();
  await rowLink(page, "Rexy").waitFor();
  await untilLive(page);
  await second.admin.updatePet({ params: { petId: 1n }, body: { name: "Rex again" } });
  await rowLink(page, "Rex again").waitFor();
});
