/* A pet in its panel: what is done next, facts that are changed where they stand, and only as much as matters. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { addPet, rex, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { openShop } from "../support/shops.ts";
import { panel } from "./page.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

const params = { petId: 1n };

async function openPet(quantity = 1) {
  return fill(await openShop(), quantity);
}

async function fill(service: TestService, quantity = 1): Promise<TestService> {
  await addPet(service.store, rex, quantity);
  const price = { amount: 15_000n, currency: "EUR" };
  await service.admin.updateProfile({ params, body: { price, color: "black", microchip: "276098102345678" } });
  return service;
}

const visitPet = (service: TestService, options = {}): Promise<Page> => visit(service, "/console/pets/1", options);

describe("only as much as matters", () => {
  test("the photo is as high in a panel that is longer than the window", async () => {
    const service = await openPet();
    const file = new Blob([await jpeg(300, 400)], { type: "image/jpeg" });
    await service.admin.addPhoto({ params, file, query: { alt: "asleep" } });
    await service.admin.updateProfile({ params, body: { description: "Likes company.\n\n".repeat(60) } });
    const page = await visitPet(service);
    const large = panel(page).getByRole("img", { name: "asleep", exact: true });
    await large.waitFor();
    const { width = 0, height = 0 } = (await large.boundingBox()) ?? {};
    expect(height / width).toBeCloseTo(3 / 4, 1);
  });
});
