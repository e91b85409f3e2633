import { useState } from "preact/hooks";
import type { Webhook, WebhookUpdate } from "../client/index.ts";
import { Conflict } from "./conflict.tsx";
import { changesSince, type DraftBase, useDraft } from "./drafts.ts";
import { failureText, hasCode } from "./failure.tsx";
import { texts } from "./language.ts";
import { petstore } from "./session.ts";
import { announce, announceFailure } from "./status-line.tsx";
import { typesOf, type WebhookFields, WebhookForm, webhookFields } from "./webhook-form.tsx";

/** A webhook with the tag of its state. */
interface TaggedWebhook {
  readonly webhook: Webhook;
  readonly etag: string | undefined;
}

interface WebhookSettingsProps {
  readonly read: TaggedWebhook;
  readonly changed: () => void;
}

/** Changes where a webhook sends which events. When somebody else has changed that meanwhile, it shows both. */
export function WebhookSettings({ read, changed }: WebhookSettingsProps) {
  const { webhooks: words, common } = texts.value;
  const { id } = read.webhook;
  const [theirs, setTheirs] = useState<TaggedWebhook>();
  const draft = useDraft(`webhook-${id}`, baseOf(read));

  async function send({ base, etag }: DraftBase<WebhookFields> = draft): Promise<void> {
    setTheirs(undefined);
    try {
      const update = updateOf(draft.typed, base);
      const { data, etag: saved } = await petstore().webhooks.update(id, update, { ifMatch: etag }).withResponse();
      draft.settle(baseOf({ webhook: data, etag: saved }));
    } catch (cause) {
      if (!hasCode(cause, "precondition_failed")) throw cause;
      const { data, etag: current } = await petstore().webhooks.get(id).withResponse();
      const now = { webhook: data, etag: current };
      // Only something else has changed, such as whether it is on.
      if (isSame(webhookFields(data), base)) return send(baseOf(now));
      return setTheirs(now);
    }
    announce(words.saved);
    changed();
  }
  function keepTheirs() {
    setTheirs(undefined);
    draft.drop();
    changed();
  }
  return (
    <section aria-label={words.settings}>
      <h3>{words.settings}</h3>
      <WebhookForm draft={draft} action={common.save} send={send} />
      {theirs !== undefined && (
        <Conflict
          text={words.conflict(described(webhookFields(theirs.webhook)), described(draft.typed))}
          keep={{ label: words.keepTheirs, choose: keepTheirs }}
          set={{
            label: words.setMine,
            choose: () => send(baseOf(theirs)).catch((cause: unknown) => announceFailure(failureText(cause))),
          }}
        />
      )}
    </section>
  );
}

function baseOf({ webhook, etag }: TaggedWebhook): DraftBase<WebhookFields> {
  return { base: webhookFields(webhook), etag };
}

function isSame(one: WebhookFields, other: WebhookFields): boolean {
  return Object.keys(changesSince(one, other)).length === 0;
}

/** Only what differs, so that the change undoes nothing else. */
function updateOf(typed: WebhookFields, fields: WebhookFields): WebhookUpdate {
  return {
    // At least one member has to be there.
    ...((typed.url !== fields.url || isSame(typed, fields)) && { url: typed.url }),
    ...(typed.types !== fields.types && { types: typesOf(typed) }),
    ...(typed.description !== fields.description && { description: typed.description || null }),
  };
}

function described(fields: WebhookFields): string {
  const { typeNames } = texts.value.webhooks;
  const types = typesOf(fields).map((type) => typeNames[type]);
  return `“${[fields.url, ...types, fields.description].filter(Boolean).join(", ")}”`;
}
