import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { WebhookDelivery } from "../../src/jobs/webhook-delivery.ts";
import { openService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { sharedBrowser } from "./browser.ts";
import { axeFindings, keepPublishing, shoot, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

const path = "/console/integrations";
const body = { url: "https://shop.example/hooks", types: ["order.completed"], description: "Invoices" } as const;
const newWebhook = { ...body, types: [...body.types] };

/** A receiver of messages, and the job that sends them. The receiver responds with `outcome`. */
async function openReceiver() {
  const service = await openService({ requirePublic: async () => {} });
  service.now = Date.now();
  const outcome = { status: 200 };
  const receiver = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("thank you", outcome) });
  const publishing = keepPublishing(service);
  const job = new WebhookDelivery({
    store: service.store,
    clock: Date.now,
    newId: () => crypto.randomUUID(),
    rules: { allowPrivate: true, resolve: async () => ["127.0.0.1"] },
    delivered() {},
    warn() {},
    // The first attempt is the only one.
    retryMs: [],
  });
  return {
    service,
    outcome,
    url: `http://receiver.test:${receiver.port}/hook`,
    async [Symbol.asyncDispose]() {
      await job.end(0);
      await publishing[Symbol.asyncDispose]();
      await receiver.stop(true);
      await service[Symbol.asyncDispose]();
    },
  };
}

describe("integrations", () => {
  test("a webhook is added, and its secret is shown once", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await page.getByText("There are no webhooks yet").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Add webhook" }).click();
    await page.getByLabel("Address").fill("https://shop.example/hooks");
    await page.getByRole("button", { name: "Add webhook" }).click();
    await page.getByText("Choose at least one event.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel("Order completed").check();
    await page.getByRole("button", { name: "Add webhook" }).click();
    const secret = page.getByRole("textbox", { name: "The secret" });
    expect(await secret.inputValue()).toMatch(/^whsec_/);
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "webhook-secret");
    await page.getByRole("button", { name: "I have stored it" }).click();
    await secret.waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Webhook");
    await page.getByRole("table", { name: "Webhooks" }).getByText("1 kind of event").waitFor();
    expect(await service.admin.listWebhooks()).toMatchObject({ body: [{ types: ["order.completed"], active: true }] });
  });

  test("an address that the service refuses is explained at the field, and what was typed stays", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: `${path}/new` });
    const { page } = visit;
    await page.getByLabel("Address").fill("ftp://shop.example");
    await page.getByLabel("Pet added").check();
    await page.getByRole("button", { name: "Add webhook" }).click();
    await page
      .getByText(/Enter a complete address/)
      .first()
      .waitFor();
    expect(await page.getByLabel("Address").getAttribute("aria-invalid")).toBe("true");
    await page.reload();
    expect(await page.getByLabel("Address").inputValue()).toBe("ftp://shop.example");
    expect(await page.getByLabel("Pet added").isChecked()).toBe(true);
  });

  test("a webhook whose answer was lost is added once, however often it is sent", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, {
      key: service.adminKey,
      path: `${path}/new`,
      mayFail: true,
    });
    const { page } = visit;
    await page.route("**/v1/webhooks", async (route) => {
      if (route.request().method() === "POST") await route.fetch();
      await route.abort();
    });
    await page.getByLabel("Address").fill(body.url);
    await page.getByLabel("Order completed").check();
    await page.getByRole("button", { name: "Add webhook" }).click();
    await page.locator("form").getByText("The service does not respond.").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("button", { name: "Add webhook" }).click();
    // The service shows a secret once, and this one was lost with the response.
    await page.getByText("Its secret was lost with the connection: create a new one.").waitFor();
    const { body: webhooks } = await service.admin.listWebhooks();
    expect(webhooks).toHaveLength(1);
  });

  test("a webhook of all events keeps them when it is saved, until one kind is chosen instead", async () => {
    await using service = await openService();
    const params = { webhookId: 1n };
    await service.admin.createWebhook({ body: { ...newWebhook, types: ["*"] } });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: `${path}/1` });
    const { page } = visit;
    const all = page.getByLabel("All events, also kinds that are added later");
    await all.waitFor();
    expect([await all.isChecked(), await page.getByLabel("Pet added").isDisabled()]).toEqual([true, true]);
    await page.getByRole("table", { name: "Webhooks" }).getByText("All events").waitFor();
    await page.getByLabel("Description").fill("Everything");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved the webhook").waitFor();
    expect(await service.admin.getWebhook({ params })).toMatchObject({ body: { types: ["*"] } });
    await all.uncheck();
    await page.getByLabel("Pet added").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("table", { name: "Webhooks" }).getByText("1 kind of event").waitFor();
    expect(await service.admin.getWebhook({ params })).toMatchObject({ body: { types: ["pet.created"] } });
  });

  test("a webhook is switched off, and Undo switches it on again", async () => {
    await using service = await openService();
    await service.admin.createWebhook({ body: newWebhook });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await page.getByRole("link", { name: body.url }).click();
    await page.getByRole("button", { name: "Switch off" }).click();
    await page.getByRole("table", { name: "Webhooks" }).getByText("Off").waitFor();
    expect(await service.admin.listWebhooks()).toMatchObject({ body: [{ active: false }] });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("table", { name: "Webhooks" }).getByText("On", { exact: true }).waitFor();
    expect(await service.admin.listWebhooks()).toMatchObject({ body: [{ active: true }] });
  });

  test("only what was edited changes; when somebody else changed it too, both are shown", async () => {
    await using service = await openService();
    const params = { webhookId: 1n };
    await service.admin.createWebhook({ body: newWebhook });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: `${path}/1` });
    const { page } = visit;
    await page.getByLabel("Description").fill("Bookkeeping");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved the webhook").waitFor();
    expect(await service.admin.getWebhook({ params })).toMatchObject({
      body: { ...newWebhook, description: "Bookkeeping" },
    });
    await service.admin.updateWebhook({ params, body: { description: "Taxes" } });
    await page.getByLabel("Description").fill("Invoices again");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/Description: someone else changed it to .*Taxes/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Use “Invoices again”" }).click();
    await page.getByRole("button", { name: "Discard changes" }).waitFor({ state: "detached" });
    expect(await service.admin.getWebhook({ params })).toMatchObject({ body: { description: "Invoices again" } });
  });

  test("a draft from before a change by others is in conflict with it, but not with switching off", async () => {
    await using service = await openService();
    const params = { webhookId: 1n };
    await service.admin.createWebhook({ body: newWebhook });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: `${path}/1` });
    const { page } = visit;
    await page.getByLabel("Description").fill("Bookkeeping");
    await service.admin.updateWebhook({ params, body: { description: "Taxes" } });
    await page.reload();
    expect(await page.getByLabel("Description").inputValue()).toBe("Bookkeeping");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/Description: someone else changed it to .*Taxes/).waitFor();
    await page.getByRole("button", { name: "Keep “Taxes”" }).click();
    await until(async () => (await page.getByLabel("Description").inputValue()) === "Taxes", "their description");
    await page.getByLabel("Description").fill("Books");
    await page.getByRole("button", { name: "Switch off" }).click();
    await page.getByRole("button", { name: "Switch on" }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Discard changes" }).waitFor({ state: "detached" });
    expect(await service.admin.getWebhook({ params })).toMatchObject({ body: { description: "Books", active: false } });
  });

  test("a test message is sent, and its outcome appears", async () => {
    await using sent = await openReceiver();
    await sent.service.admin.createWebhook({ body: { url: sent.url, types: ["pet.created"] } });
    await using visit = await visitConsole(browser, sent.service, { key: sent.service.adminKey, path: `${path}/1` });
    const { page } = visit;
    await page.getByRole("button", { name: "Send a test message" }).click();
    const deliveries = page.getByRole("region", { name: "Recent deliveries" });
    await deliveries.getByText("Delivered").waitFor();
    await deliveries.getByText(/1 attempt, status 200 after/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "deliveries");
  });

  test("a message that failed is sent again", async () => {
    await using sent = await openReceiver();
    sent.outcome.status = 500;
    await sent.service.admin.createWebhook({ body: { url: sent.url, types: ["pet.created"] } });
    await using visit = await visitConsole(browser, sent.service, { key: sent.service.adminKey, path: `${path}/1` });
    const { page } = visit;
    await sent.service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    const deliveries = page.getByRole("region", { name: "Recent deliveries" });
    await deliveries.getByText("Nothing has been sent yet").waitFor();
    while (!(await deliveries.getByText("Failed", { exact: true }).nth(1).isVisible())) {
      await deliveries.getByRole("button", { name: "Refresh" }).click();
    }
    sent.outcome.status = 200;
    await deliveries.getByRole("button", { name: /^Send “Pet added”/ }).click();
    await deliveries.getByText("Delivered").waitFor();
  });

  test("a secret that the browser does not copy is said not to be copied", async () => {
    await using service = await openService();
    await service.admin.createWebhook({ body: newWebhook });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: `${path}/1` });
    const { page } = visit;
    await page.evaluate(
      "navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
    );
    await page.getByRole("button", { name: "New secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New secret" }).click();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("The browser did not copy the secret.").waitFor();
  });

  test("a new secret is made after a confirmation, and a deleted webhook is gone", async () => {
    await using service = await openService();
    await service.admin.createWebhook({ body: newWebhook });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: `${path}/1` });
    const { page } = visit;
    await page.getByRole("button", { name: "New secret" }).click();
    const dialog = page.getByRole("dialog");
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "New secret" }).click();
    expect(await page.getByRole("textbox", { name: "The secret" }).inputValue()).toMatch(/^whsec_/);
    await page.getByText(/signed with the previous secret too until/).waitFor();
    await page.getByRole("button", { name: "Delete webhook" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("There are no webhooks yet").waitFor();
    expect(await service.admin.listWebhooks()).toMatchObject({ body: [] });
  });

  test("a key without webhooks:manage is not offered them", async () => {
    await using service = await openService();
    const { key } = await service.as(["pets:read"]);
    await using visit = await visitConsole(browser, service, { key, path });
    const { page } = visit;
    await page.getByText("Your key does not allow this view").waitFor();
    expect(await page.getByRole("link", { name: "Integrations" }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });
});
