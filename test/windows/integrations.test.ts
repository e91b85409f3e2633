import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { button, link, loseAnswers, untilFocused } from "../console/page.ts";
import { openShop } from "../support/shops.ts";
import { visit } from "./page.ts";

setDefaultTimeout(60_000);

const path = "/console/integrations";
const body = { url: "https://shop.example/hooks", types: ["order.completed"], description: "Invoices" } as const;
const newWebhook = { ...body, types: [...body.types] };

const params = { webhookId: 1n };

/** A shop with a webhook, and its panel. */
async function openWebhook(changes: { readonly types?: ["*"] } = {}) {
  const service = await openShop();
  await service.admin.createWebhook({ body: { ...newWebhook, ...changes } });
  return { service, page: await visit(service, `${path}/1`) };
}

const table = (page: Page) => page.getByRole("table", { name: "Webhooks" });

describe("integrations", () => {
  test("a webhook is added, and its secret is shown once", async () => {
    const service = await openShop();
    const page = await visit(service, path);
    await page.getByText("There are no webhooks yet").waitFor();
    await link(page, "Add webhook").click();
    await page.getByLabel("Address").fill("https://shop.example/hooks");
    await page.getByLabel("Order completed").check();
    await button(page, "Add webhook").click();
    const secret = page.getByRole("textbox", { name: "The secret" });
    expect(await secret.inputValue()).toMatch(/^whsec_/);
    await button(page, "I have stored it").click();
    await secret.waitFor({ state: "detached" });
    await untilFocused(page, page.getByRole("heading", { name: "Webhook", exact: true }));
    await table(page).getByText("1 kind of event").waitFor();
    expect(await service.admin.listWebhooks()).toMatchObject({ body: [{ types: ["order.completed"], active: true }] });
  });

  test("a webhook whose answer was lost is added once, however often it is sent", async () => {
    const service = await openShop();
    const page = await visit(service, `${path}/new`);
    await loseAnswers(page, "**/v1/webhooks");
    await page.getByLabel("Address").fill(body.url);
    await page.getByLabel("Order completed").check();
    await button(page, "Add webhook").click();
    await page.locator("form").getByText("The service does not respond.").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await button(page, "Add webhook").click();
    // The service shows a secret once, and this one was lost with the response.
    await page.getByText("Its secret was lost with the connection: create a new one.").waitFor();
    const { body: webhooks } = await service.admin.listWebhooks();
    expect(webhooks).toHaveLength(1);
  });

  test("a webhook of all events keeps them when it is saved, until one kind is chosen instead", async () => {
    const { service, page } = await openWebhook({ types: ["*"] });
    const all = page.getByLabel("All events, also kinds that are added later");
    await all.waitFor();
    expect([await all.isChecked(), await page.getByLabel("Pet added").isDisabled()]).toEqual([true, true]);
    await table(page).getByText("All events").waitFor();
    await page.getByLabel("Description").fill("Everything");
    await button(page, "Save").click();
    await page.getByText("Saved the webhook").waitFor();
    expect(await service.admin.getWebhook({ params })).toMatchObject({ body: { types: ["*"] } });
    await all.uncheck();
    await page.getByLabel("Pet added").check();
    await button(page, "Save").click();
    await table(page).getByText("1 kind of event").waitFor();
    expect(await service.admin.getWebhook({ params })).toMatchObject({ body: { types: ["pet.created"] } });
  });

  test("a draft is not in conflict with switching off", async () => {
    const { service, page } = await openWebhook();
    await page.getByLabel("Description").fill("Books");
    await button(page, "Switch off").click();
    await button(page, "Switch on").waitFor();
    await button(page, "Save").click();
    await button(page, "Discard changes").waitFor({ state: "detached" });
    expect(await service.admin.getWebhook({ params })).toMatchObject({ body: { description: "Books", active: false } });
  });

  test("a secret that the browser does not copy is said not to be copied", async () => {
    const { page } = await openWebhook();
    await page.evaluate(
      "navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
    );
    await button(page, "New secret").click();
    await button(page.getByRole("dialog"), "New secret").click();
    await button(page, "Copy").click();
    await page.getByText("The browser did not copy the secret.").waitFor();
  });

  test("a new secret is made after a confirmation, and a deleted webhook is gone", async () => {
    const { service, page } = await openWebhook();
    await button(page, "New secret").click();
    const dialog = page.getByRole("dialog");
    await button(dialog, "New secret").click();
    expect(await page.getByRole("textbox", { name: "The secret" }).inputValue()).toMatch(/^whsec_/);
    await page.getByText(/signed with the previous secret too until/).waitFor();
    await button(page, "Delete webhook").click();
    await button(dialog, "Delete").click();
    await page.getByText("There are no webhooks yet").waitFor();
    expect(await service.admin.listWebhooks()).toMatchObject({ body: [] });
  });
});
