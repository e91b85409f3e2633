import type { Command } from "commander";
import { serializer } from "../contract/json/serializer.ts";
import { Webhook } from "../contract/webhooks/webhooks.ts";
import { START } from "../core/pagination.ts";
import type { Store } from "../core/ports.ts";
import { stateOf } from "../core/webhooks/delivery-life.ts";
import { presentedWebhook, WEBHOOKS_MAX } from "../core/webhooks/webhook-handlers.ts";
import type { StoredWebhook } from "../core/webhooks/webhook-ports.ts";
import { UsageError } from "../files/problems/usage-error.ts";
import { systemResolve } from "../service/jobs/webhook-address.ts";
import { pingMessage } from "../service/jobs/webhook-message.ts";
import { sendMessage } from "../service/jobs/webhook-request.ts";
import { clock } from "../service/runtime.ts";
import type { Config } from "../service/settings/settings.ts";
import { addSettings, type Flags } from "./settings-flags.ts";
import { printable } from "./terminal/printable.ts";
import { JSON_FLAG, printRows, printTable, type Shown } from "./terminal/table.ts";
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
        printRows(await store.webhooks.list({ after: START.asc, limit: WEBHOOKS_MAX }), LISTED, json);
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

const write = serializer(Webhook);

/** As in the API, without secrets. If the service disabled the webhook, the state includes the reason. */
const LISTED: Shown<StoredWebhook> = {
  columns: {
    ID: ({ id }) => String(id),
    STATE: shownState,
    URL: ({ url }) => printable(url),
    TYPES: ({ types }) => types.join(" "),
    DESCRIPTION: ({ description }) => printable(description ?? ""),
  },
  json: (webhook) => write(presentedWebhook(webhook)),
};

/** Sends a signed test message from this machine, without retries. */
async function test(store: Store, { webhookAllowPrivate }: Config, id: string): Promise<void> {
  const webhook = await findWebhook(store, id);
  const now = clock();
  const message = pingMessage(webhook.id, `test_${now}`, now);
  const rules = { allowPrivate: webhookAllowPrivate === 1, resolve: systemResolve };
  const { status, durationMs, response, error } = await sendMessage(webhook, message, 0, now, rules);
  if (status === undefined || status < 200 || status > 299) {
    throw new Error(`webhook ${id}: ${error ?? `status ${status}: ${printable(response)}`} (${durationMs} ms)`);
  }
  process.stdout.write(`Webhook ${id} returned ${status} in ${durationMs} ms: ${printable(response)}\n`);
}

const SHOWN = 20;

async function printDeliveries(store: Store, id: string): Promise<void> {
  const { id: webhookId } = await findWebhook(store, id);
  const newest = { after: START.desc, limit: SHOWN, order: "desc" } as const;
  const deliveries = await store.deliveries.list(webhookId, undefined, newest);
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

const SHOWN_REASONS = { gone: "410", failing: "failed" } as const;

function shownState(webhook: StoredWebhook): string {
  const { disabledReason } = webhook;
  const { state } = stateOf(webhook);
  return disabledReason === undefined ? state : `${state}: ${SHOWN_REASONS[disabledReason]}`;
}

async function findWebhook(store: Store, id: string): Promise<StoredWebhook> {
  const webhook = /^\d{1,18}$/.test(id) ? await store.webhooks.find(BigInt(id)) : undefined;
  if (webhook === undefined) throw new UsageError(`no webhook ${id}; \`petstore webhooks list\` shows all webhooks`);
  return webhook;
}
