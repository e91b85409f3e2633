import type { NewWebhook, Webhook } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { hrefOf, navigate } from "../../app/routes.ts";
import { petstore } from "../../app/session.ts";
import { showOnce } from "../../app/shown-once.ts";
import { reload } from "../../data/resource.ts";
import { ChecksField, checkedText } from "../../forms/choices.tsx";
import type { Tagged, Version } from "../../forms/draft.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { only, type Sending, useForm } from "../../forms/use-form.ts";

/** Stands for every type, also those that later versions of the service add. */
export const ALL_TYPES = "*";

/** A webhook, as typed; the types of its events in the order of the list, or the one that stands for all. */
type WebhookFields = { readonly [Name in "url" | "types" | "description"]: string };

function typeOptions(): Readonly<Record<string, string>> {
  const { allTypes, typeNames } = allTexts.value.webhooks;
  return { [ALL_TYPES]: allTypes, ...typeNames };
}

function versionOf({ data: { url, types, description = "" }, etag }: Tagged<Webhook>): Version<WebhookFields> {
  return { fields: { url, types: checkedText(types, typeOptions(), ALL_TYPES), description }, tag: etag };
}

interface WebhookFormProps {
  /** The webhook to change, with its tag; undefined for a new one. */
  readonly read: Tagged<Webhook> | undefined;
  readonly cancel?: () => void;
}

/** Adds a webhook, or changes where it sends which events. */
export function WebhookForm({ read, cancel }: WebhookFormProps) {
  const { webhooks: words, common } = allTexts.value;
  const id = read?.data.id;
  const form = useForm<WebhookFields>({
    name: `webhook-${id ?? "new"}`,
    version: read === undefined ? { fields: { url: "", types: "", description: "" } } : versionOf(read),
    check: ({ types }) => ({ types: types === "" ? words.typesMissing : undefined }),
    send: (sending) => (id === undefined ? add(sending) : change(id, sending)),
    ...(id !== undefined && { read: async () => versionOf(await petstore().webhooks.get(id).withResponse()) }),
  });
  return (
    <Form form={form} action={id === undefined ? words.add : common.save} hasFocus={id === undefined} cancel={cancel}>
      <TextField form={form} name="url" label={words.url} hint={words.urlHint} type="url" />
      <ChecksField form={form} name="types" label={words.types} options={typeOptions()} all={ALL_TYPES} />
      <TextField form={form} name="description" label={words.description} hint={words.descriptionHint} />
    </Form>
  );
}

function typesIn(text: string): NewWebhook["types"] {
  return text.split(" ") as NewWebhook["types"];
}

async function add({ typed, idempotencyKey }: Sending<WebhookFields>): Promise<undefined> {
  const { url, types, description } = typed;
  const fields = { url, types: typesIn(types), description: description || undefined };
  const { id, secret } = await petstore().webhooks.create(fields, { idempotencyKey });
  showOnce(`webhook ${id}`, secret);
  const { added, addedWithoutSecret } = allTexts.value.webhooks;
  announce(secret === undefined ? addedWithoutSecret(url) : added(url));
  reload("webhooks");
  navigate(hrefOf("integrations", id), { isReplacing: true });
}

async function change(id: bigint, { typed, changed, tag }: Sending<WebhookFields>): Promise<Version<WebhookFields>> {
  const { url, types, description } = typed;
  const update = only(changed, { url, types: typesIn(types), description: description || null });
  const response = await petstore().webhooks.update(id, update, { ifMatch: tag }).withResponse();
  announce(allTexts.value.webhooks.saved);
  reload("webhooks");
  return versionOf(response);
}
