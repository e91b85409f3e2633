import { useState } from "preact/hooks";
import type { Webhook, WebhookUpdate } from "../client/index.ts";
import { Conflict } from "./conflict.tsx";
import { useDraft } from "./drafts.ts";
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
  const draft = useDraft(`webhook-${id}`, webhookFields(read.webhook));

  async function send({ webhook, etag } = read) {
    try {
      await petstore().webhooks.update(id, updateOf(draft.typed, webhook), { ifMatch: etag });
    } catch (cause) {
      if (!hasCode(cause, "precondition_failed")) throw cause;
      const now = await petstore().webhooks.get(id).withResponse();
      return setTheirs({ webhook: now.data, etag: now.etag });
    }
    draft.drop();
    announce(words.saved);
    changed();
  }
  function keepTheirs() {
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
            choose: () => send(theirs).catch((cause: unknown) => announceFailure(failureText(cause))),
          }}
        />
      )}
    </section>
  );
}

/** Only what differs, so that the change undoes nothing else. */
function updateOf(typed: WebhookFields, before: Webhook): WebhookUpdate {
  const fields = webhookFields(before);
  const isSame = Object.entries(fields).every(([field, value]) => typed[field as keyof WebhookFields] === value);
  return {
    // At least one member has to be there.
    ...((typed.url !== fields.url || isSame) && { url: typed.url }),
    ...(typed.types !== fields.types && { types: typesOf(typed) }),
    ...(typed.description !== fields.description && { description: typed.description || null }),
  };
}

function described(fields: WebhookFields): string {
  const { typeNames } = texts.value.webhooks;
  const types = typesOf(fields).map((type) => typeNames[type]);
  return `“${[fields.url, ...types, fields.description].filter(Boolean).join(", ")}”`;
}
