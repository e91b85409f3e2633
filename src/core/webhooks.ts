import { Failure } from "../contract/errors.ts";
import { preview } from "../contract/json.ts";
import type { Handlers, Input } from "../contract/operation.ts";
import type { Webhook, webhookOperations } from "../contract/webhooks.ts";
import type { Context } from "./context.ts";
import { page } from "./pagination.ts";
import type { Store } from "./ports.ts";
import { repeatUntilUnchanged, requireMatch } from "./preconditions.ts";
import { purgeInBatches } from "./purge.ts";
import type { StoredWebhook } from "./webhook-ports.ts";

/** Webhooks at one time: every instance reads all of them every second. */
export const WEBHOOKS_MAX = 100;

/** How long messages are signed with the previous secret too (decision D36). */
const ROTATION_MS = 24 * 3_600_000;

/** As long as the hash that signs. */
const SECRET_BYTES = 32;

export const webhooks: Handlers<typeof webhookOperations, Context> = {
  listWebhooks: async ({ query }, context) => {
    const { items, next } = await page(query, ["webhooks"], context, ({ id }) => id, context.store.webhooks.list);
    return { items: items.map(presented), next };
  },

  createWebhook: async ({ body: { url, types, description } }, { store, random, now }) => {
    const existing = await store.webhooks.list({ after: 0n, limit: WEBHOOKS_MAX });
    if (existing.length >= WEBHOOKS_MAX) {
      throw new Failure("conflict", `There are already ${WEBHOOKS_MAX} webhooks: delete some first`);
    }
    const created = await store.webhooks.insert({
      url,
      types,
      description,
      secret: newSecret(random),
      createdAt: now,
      fannedOutTo: (await store.events.head()).last,
    });
    return { ...presented(created), secret: created.secret };
  },

  getWebhook: async ({ params: { webhookId } }, { store }) =>
    presented((await store.webhooks.find(webhookId)) ?? webhookNotFound(webhookId)),

  updateWebhook: ({ params: { webhookId }, body }, context) =>
    repeatUntilUnchanged(async () => {
      const { webhooks, events } = context.store;
      const current = (await webhooks.find(webhookId)) ?? webhookNotFound(webhookId);
      requireMatch(context, presented(current));
      const {
        url = current.url,
        types = current.types,
        description = current.description,
        active = current.active,
      } = body;
      // What happened while it was off is in the feed.
      const fannedOutTo = active && !current.active ? (await events.head()).last : current.fannedOutTo;
      const changed = await webhooks.replace(current, {
        url,
        types,
        description: description ?? undefined,
        active,
        fannedOutTo,
      });
      return changed && presented(changed);
    }),

  deleteWebhook: async ({ params: { webhookId } }, { store, now }) => {
    if (!(await store.webhooks.delete(webhookId, now))) webhookNotFound(webhookId);
  },

  rotateWebhookSecret: async ({ params: { webhookId } }, { store, random, now }) => {
    const secret = newSecret(random);
    const previousValidUntil = now + ROTATION_MS;
    if (!(await store.webhooks.rotate(webhookId, secret, previousValidUntil))) webhookNotFound(webhookId);
    return { secret, previousValidUntil: new Date(previousValidUntil).toISOString() };
  },
};

type InputOf<Id extends keyof typeof webhookOperations> = Input<(typeof webhookOperations)[Id]>;

/** What must hold before the transaction and takes a while: the host of a URL is looked up. */
export const webhookChecks = {
  createWebhook: ({ body }: InputOf<"createWebhook">, { requirePublic }: Context) => requirePublic(body.url),
  updateWebhook: async ({ body }: InputOf<"updateWebhook">, { requirePublic }: Context) => {
    if (body.url !== undefined) await requirePublic(body.url);
  },
};

/** The failure for a URL that messages must not be sent to. */
export function forbiddenUrl(url: string, expected: string): Failure {
  const message = `url: expected ${expected}; got ${preview(url)}`;
  return new Failure("validation_failed", message, { details: [{ field: "url", code: "invalid", message }] });
}

export function webhookNotFound(webhookId: bigint): never {
  throw new Failure("not_found", `There is no webhook with the id ${webhookId}`);
}

/** The secrets that sign now, the newest first. */
export function signingSecrets({ secret, previousSecret }: StoredWebhook, now: number): readonly string[] {
  return previousSecret !== undefined && now < previousSecret.validUntil ? [secret, previousSecret.text] : [secret];
}

/** Everything about a webhook but its secrets. */
function presented({ id, url, types, description, active, createdAt }: StoredWebhook): Webhook {
  return {
    id,
    url,
    types: [...types],
    ...(description !== undefined && { description }),
    active,
    createdAt: new Date(createdAt).toISOString(),
  };
}

function newSecret(random: Context["random"]): string {
  return `whsec_${btoa(String.fromCharCode(...random(SECRET_BYTES)))}`;
}

/** Deletes the deliveries of events from before a time, and those of deleted webhooks, a batch at a time. */
export async function purgeDeliveries(store: Store, before: number): Promise<void> {
  await purgeInBatches(store, ({ deliveries }, limit) => deliveries.purge(before, limit));
  await purgeInBatches(store, ({ deliveries }, limit) => deliveries.purgeDeleted(limit));
}
