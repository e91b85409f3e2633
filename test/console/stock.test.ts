import { describe, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import type { TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { button } from "./page.ts";
import { openStock, untilStock } from "./stock.ts";
import { keepPublishing, untilLive, visit } from "./visit.ts";

setDefaultTimeout(60_000);

/** Opens the panel of the first pet, with what changes its stock. */
async function visitPet(service: TestService): Promise<Page> {
  const page = await visit(service, "/console/pets/1");
  await openStock(page);
  return page;
}

describe("recording stock", () => {
  test("two windows that press at once both count, and each shows the sum", async () => {
    const service = await openShop("Rex");
    keepPublishing(service);
    const windows = [await visitPet(service), await visitPet(service)];
    for (const page of windows) {
      await untilStock(page, "1");
      await untilLive(page);
    }
    await Promise.all(windows.map((page) => button(page, "One more").click()));
    for (const page of windows) await untilStock(page, "3");
  });
});
