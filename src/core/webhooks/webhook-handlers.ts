import { Failure, invalidField, notFound } from "../../contract/errors/errors.ts";
import { preview } from "../../contract/json/json.ts";
import type { Handlers, Input } from "../../contract/operation.ts";
import type { Webhook, webhookOperations } from "../../contract/webhooks/webhooks.ts";
import type { Context } from "../context.ts";
import { page } from "../pagination.ts";
import { repeatUntilUnchanged, requireMatch } from "../preconditions.ts";
import { HOUR_MS, isoTime } from "../times.ts";
import { healthChanged, stateOf } from "./delivery-life.ts";
import type { StoredWebhook } from "./webhook-ports.ts";

/** Webhooks at one time: every instance reads all of them every second. */
export const WEBHOOKS_MAX = 100;

/** How long messages are signed with the previous secret too (decision D36). */
const ROTATION_MS = 24 * HOUR_MS;

/** As long as the hash that signs. */
const SECRET_BYTES = 32;

export const webhooks: Handlers<typeof webhookOperations, Context> = {
  listWebhooks: async ({ query }, context) => {
    const { items, next } = await page(query, ["webhooks"], context, context.store.webhooks.list, ({ id }) => id);
    return { items: items.map(presentedWebhook), next };
  },

  createWebhook: async ({ body: { url, types, description } }, { store, random, now }) => {
    const webhook = {
      url: normalised(url),
      types,
      description,
      secret: newSecret(random),
      createdAt: now,
      fannedOutTo: (await store.events.head()).last,
    };
    const created = await store.webhooks.insert(webhook, WEBHOOKS_MAX);
    if (created === undefined) {
      throw new Failure("conflict", `There are already ${WEBHOOKS_MAX} webhooks: delete some first`);
    }
    return { ...presentedWebhook(created), secret: created.secret };
  },

  getWebhook: async ({ params: { webhookId } }, { store }) =>
    presentedWebhook((await store.webhooks.find(webhookId)) ?? notFound("webhook", webhookId)),

  updateWebhook: ({ params: { webhookId }, body }, context) =>
    repeatUntilUnchanged(async () => {
      const { webhooks, events } = context.store;
      const current = (await webhooks.find(webhookId)) ?? notFound("webhook", webhookId);
      requireMatch(context, presentedWebhook(current));
      const { types = current.types, description = current.description, active = current.active } = body;
      const url = body.url === undefined ? current.url : normalised(body.url);
      // Events from while it was off are in the feed. Otherwise a fan-out may move the position at any time.
      const continueAfter = active && !current.active ? (await events.head()).last : undefined;
      const changed = await webhooks.replace(current, {
        url,
        types,
        description: description ?? undefined,
        health: healthChanged(current, active, url !== current.url, context.now),
        continueAfter,
      });
      return changed && presentedWebhook(changed);
    }),

  deleteWebhook: async ({ params: { webhookId } }, context) => {
    const { store, now } = context;
    const deleted = (await store.webhooks.delete(webhookId, now)) ?? notFound("webhook", webhookId);
    requireMatch(context, presentedWebhook(deleted));
  },

  rotateWebhookSecret: async ({ params: { webhookId } }, { store, random, now }) => {
    const secret = newSecret(random);
    const previousValidUntil = now + ROTATION_MS;
    if (!(await store.webhooks.rotate(webhookId, secret, previousValidUntil))) notFound("webhook", webhookId);
    return { secret, previousValidUntil: isoTime(previousValidUntil) };
  },
};

/** Throws if a webhook is off, so that no message can be sent. */
export function requireActive({ id, active }: StoredWebhook): void {
  if (!active) throw new Failure("conflict", `Webhook ${id} is switched off: set active to true first`);
}

/** A URL as it is sent to: hosts in lower case and ASCII, other characters escaped. */
function normalised(url: string): string {
  return new URL(url).href;
}

type InputOf<Id extends keyof typeof webhookOperations> = Input<(typeof webhookOperations)[Id]>;

/** Slow checks, which run before the transaction: the host of a URL is looked up. */
export const webhookChecks = {
  createWebhook: ({ body }: InputOf<"createWebhook">, { requirePublic }: Context) => requirePublic(body.url),
  updateWebhook: async ({ body }: InputOf<"updateWebhook">, { requirePublic }: Context) => {
    if (body.url !== undefined) await requirePublic(body.url);
  },
};

/** The failure for a URL that messages must not be sent to. */
export function forbiddenUrl(url: string, expected: string): Failure {
  return invalidField("validation_failed", "url", expected, preview(url));
}

/** The secrets that sign now, the newest first. */
export function signingSecrets({ secret, previousSecret }: StoredWebhook, now: number): readonly string[] {
  return previousSecret !== undefined && now < previousSecret.validUntil ? [secret, previousSecret.text] : [secret];
}

/** Everything about a webhook but its secrets. */
export function presentedWebhook(webhook: StoredWebhook): Webhook {
  const { id, url, types, description, active, createdAt, disabledReason, lastSuccessAt } = webhook;
  const { state, since } = stateOf(webhook);
  return {
    id,
    url,
    types: [...types],
    description,
    active,
    createdAt: isoTime(createdAt),
    state,
    since: isoTime(since),
    reason: disabledReason,
    lastSuccessAt: isoTime(lastSuccessAt),
  };
}

function newSecret(random: Context["random"]): string {
  return `whsec_${btoa(String.fromCharCode(...random(SECRET_BYTES)))}`;
}
