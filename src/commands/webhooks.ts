import type { Command } from "commander";
import type { Store } from "../core/ports.ts";
import type { Config } from "../service/config.ts";
import { clock } from "../service/runtime.ts";
import { printable } from "./printable.ts";
import { addSettings, type Flags } from "./settings-flags.ts";
import { JSON_FLAG, printRows, printTable, type Shown } from "./table.ts";
import type { ListedWebhook } from "./webhook-lookup.ts";
import { withStore } from "./with-store.ts";

/** Adds `petstore webhooks`. Its commands work on the database directly, even while the service runs. */
export function addWebhooksCommands(petstore: Command): void {
  const webhooks = petstore.command("webhooks").description("list webhooks, test one, show its deliveries");

  webhooks
    .command("list")
    .description("list webhooks and their state")
    .option(...JSON_FLAG)
    .action(({ json, ...flags }: Flags & { json?: true }) =>
      withStore(flags, async (store) => {
        const { listWebhooks } = await import("./webhook-lookup.ts");
        printRows(await listWebhooks(store), LISTED, json);
      }),
    );

  webhooks
    .command("test")
    .description("send a signed test message from this machine now, and show the response")
    .argument("<webhook>", "its id, as in `petstore webhooks list`")
    .action((id: string, flags: Flags) => withStore(flags, (store, config) => test(store, config, id)));

  webhooks
    .command("deliveries")
    .description("show the newest deliveries of a webhook")
    .argument("<webhook>", "its id, as in `petstore webhooks list`")
    .action((id: string, flags: Flags) => withStore(flags, (store) => printDeliveries(store, id)));

  for (const command of webhooks.commands) {
    addSettings(command, command.name() === "test" ? ["databaseUrl", "webhookAllowPrivate"] : ["databaseUrl"]);
  }
}

const LISTED: Shown<ListedWebhook> = {
  columns: {
    ID: ({ id }) => String(id),
    STATE: ({ state }) => state,
    URL: ({ url }) => printable(url),
    TYPES: ({ types }) => types.join(" "),
    DESCRIPTION: ({ description }) => printable(description ?? ""),
  },
  json: ({ json }) => json,
};

async function test(store: Store, { webhookAllowPrivate }: Config, id: string): Promise<void> {
  const { findWebhook, testWebhook } = await import("./webhook-lookup.ts");
  const webhook = await findWebhook(store, id);
  const { status, durationMs, response, error } = await testWebhook(webhook, webhookAllowPrivate === 1, clock());
  if (status === undefined || status < 200 || status > 299) {
    throw new Error(`webhook ${id}: ${error ?? `status ${status}: ${printable(response)}`} (${durationMs} ms)`);
  }
  process.stdout.write(`Webhook ${id} returned ${status} in ${durationMs} ms: ${printable(response)}\n`);
}

const SHOWN = 20;

async function printDeliveries(store: Store, id: string): Promise<void> {
  const { findWebhook, newestDeliveries } = await import("./webhook-lookup.ts");
  const deliveries = await newestDeliveries(store, await findWebhook(store, id), SHOWN);
  const rows = deliveries.map((delivery) => [
    String(delivery.id),
    new Date(delivery.createdAt).toISOString(),
    delivery.type,
    delivery.state,
    String(delivery.attempts),
    delivery.durationMs === undefined ? "" : `${delivery.durationMs} ms`,
    delivery.error ?? (delivery.status === undefined ? "" : `${delivery.status} ${printable(delivery.response)}`),
  ]);
  printTable([["ID", "CREATED", "TYPE", "STATE", "ATTEMPTS", "TOOK", "LAST RESPONSE"], ...rows]);
}
