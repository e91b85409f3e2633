import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import type { TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { button, rowLink } from "./page.ts";
import { setStatus, statusMenu } from "./pets.ts";
import { untilLive, visit } from "./visit.ts";

setDefaultTimeout(60_000);

/** Opens the list of a shop with a pet named Rex when it follows what happens. */
async function visitLive(service: TestService, path?: string): Promise<Page> {
  const page = await visit(service, path);
  await rowLink(page, "Rex").waitFor();
  await untilLive(page);
  return page;
}

describe("while somebody works in the list", () => {
  test("an event that is older than a click does not overwrite it", async () => {
    const service = await openShop("Rex");
    const page = await visitLive(service);
    await service.admin.updatePet({ params: { petId: 1n }, body: { status: "pending" } });
    await setStatus(page, "Rex", "Sold");
    await page.getByText("Rex: Sold").waitFor();
    // Both events come now: the older one, of which nothing has been seen, and that of the click.
    await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
    const shown: string[] = [];
    await page.exposeFunction("seen", (text: string) => shown.push(text));
    await page.evaluate(`new MutationObserver(() => seen(document.querySelector("td.status").textContent))
      .observe(document.querySelector("table"), { childList: true, characterData: true, subtree: true })`);
    await service.publish();
    await button(page, "1 new pet").waitFor();
    expect(shown.filter((text) => !text.startsWith("Sold"))).toEqual([]);
    await statusMenu(page, "Rex", "Sold").waitFor();
  });
});
