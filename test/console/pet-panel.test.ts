import { describe, setDefaultTimeout, test } from "bun:test";
import { openShop } from "../support/shops.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

describe("changing a pet", () => {
  test("a malformed address is said to be no pet", async () => {
    const page = await visit(await openShop(), "/console/pets");
    await page.evaluate("history.pushState(null, '', '/console/pets/%E0%A4%A'); dispatchEvent(new Event('popstate'))");
    await page.getByText("There is no pet no. %E0%A4%A").waitFor();
  });
});
