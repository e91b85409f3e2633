import { setDefaultTimeout, test } from "bun:test";
import { WebhookDelivery } from "../../src/service/jobs/webhook-delivery.ts";
import { openService } from "../support/harness.ts";
import { untilTestEnds } from "../support/shops.ts";
import { button, region } from "./page.ts";
import { keepPublishing, untilLive, visit } from "./visit.ts";

setDefaultTimeout(60_000);

const path = "/console/integrations";

/** A shop with a webhook whose receiver responds with `outcome`, and its panel. The first attempt to send a message is the only one. */
async function openReceiver() {
  const service = untilTestEnds(await openService({ requirePublic: async () => {} }));
  service.now = Date.now();
  const outcome = { status: 200 };
  const receiver = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("thank you", outcome) });
  untilTestEnds({ [Symbol.asyncDispose]: () => receiver.stop(true) });
  keepPublishing(service);
  const job = new WebhookDelivery({
    store: service.store,
    clock: Date.now,
    newId: () => crypto.randomUUID(),
    rules: { allowPrivate: true, resolve: async () => ["127.0.0.1"] },
    delivered() {},
    warn() {},
    retryMs: [],
  });
  untilTestEnds({ [Symbol.asyncDispose]: () => job.end(0) });
  const url = `http://receiver.test:${receiver.port}/hook`;
  await service.admin.createWebhook({ body: { url, types: ["pet.created"] } });
  const page = await visit(service, `${path}/1`);
  return { service, outcome, page, deliveries: region(page, "Recent deliveries") };
}

test("messages appear as they are sent, a test message too, and one that failed is sent again", async () => {
  const { service, outcome, page, deliveries } = await openReceiver();
  await deliveries.getByText("Nothing has been sent yet").waitFor();
  await untilLive(page);
  for (const name of ["Rex", "Mia"]) await service.admin.createPet({ body: { name, categoryId: 7n } });
  await deliveries.getByText("Delivered").nth(1).waitFor();
  await button(page, "Send a test message").click();
  await deliveries.getByText("Delivered").nth(2).waitFor();
  await deliveries
    .getByText(/1 attempt, status 200 after/)
    .first()
    .waitFor();
  outcome.status = 500;
  await service.admin.createPet({ body: { name: "Luna", categoryId: 7n } });
  const failed = deliveries.getByText("Failed", { exact: true });
  // The first one is the filter.
  while (!(await failed.nth(1).isVisible())) await button(deliveries, "Refresh").click();
  outcome.status = 200;
  await button(deliveries, /^Send “Pet added”/)
    .first()
    .click();
  await deliveries.getByText("Delivered").nth(3).waitFor();
});
