import type { CreatedWebhook, NewWebhook, Webhook } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { announce } from "../../app/notices.ts";
import { hrefOf, navigate } from "../../app/routes.ts";
import { petstore } from "../../app/session/session.ts";
import { showOnce } from "../../app/shown-once.ts";
import { reload } from "../../data/resource.ts";
import { ChecksField, checkedText } from "../../forms/choices.tsx";
import type { Sending } from "../../forms/delivery.ts";
import type { Tagged, Version } from "../../forms/draft.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { only, useForm } from "../../forms/use-form.ts";

/** Every type, including types added later. */
export const ALL_TYPES = "*";

/** A webhook, as typed. `types` lists event types in order, or is `*`. */
type WebhookFields = { readonly [Name in "url" | "types" | "description"]: string };

function typeOptions(): Readonly<Record<string, string>> {
  const { webhooks, events } = allTexts.value;
  return { [ALL_TYPES]: webhooks.allTypes, ...events.names };
}

function versionOf({ data: { url, types, description = "" }, etag }: Tagged<Webhook>): Version<WebhookFields> {
  return { fields: { url, types: checkedText(types, typeOptions(), ALL_TYPES), description }, tag: etag };
}

interface WebhookFormProps {
  /** The webhook with its entity tag; undefined for a new one. */
  readonly read: Tagged<Webhook> | undefined;
  readonly cancel?: () => void;
}

/** Adds a webhook, or changes its address and event types. */
export function WebhookForm({ read, cancel }: WebhookFormProps) {
  const { webhooks: words, common } = allTexts.value;
  const id = read?.data.id;
  const form = useForm<WebhookFields, Tagged<CreatedWebhook>>({
    name: `webhook-${id ?? "new"}`,
    version: read === undefined ? { fields: { url: "", types: "", description: "" } } : versionOf(read),
    describe: ({ url }) => ({ title: url || words.addTitle, href: hrefOf("integrations", id ?? "new") }),
    required: ["url"],
    check: ({ types }) => ({ types: types === "" ? words.typesMissing : undefined }),
    send: (sending) => store(id ?? sending.result?.data.id, sending),
    ...(id !== undefined && {
      versionOf,
      read: async () => versionOf(await petstore().webhooks.get(id).withResponse()),
    }),
    done({ data }) {
      reload("webhooks");
      if (id === undefined) show(data);
      else announce(words.saved);
    },
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

async function store(
  id: bigint | undefined,
  { typed, changed, tag, idempotencyKey, result }: Sending<WebhookFields, Tagged<CreatedWebhook>>,
): Promise<Tagged<CreatedWebhook>> {
  const { url, types, description } = typed;
  const all = petstore().webhooks;
  if (id === undefined) {
    const fields = { url, types: typesIn(types), description: description || undefined };
    return all.create(fields, { idempotencyKey }).withResponse();
  }
  const update = only(changed, { url, types: typesIn(types), description: description || null });
  const { data, etag } = await all.update(id, update, { ifMatch: tag, idempotencyKey }).withResponse();
  // Only the first response contains the secret.
  return { data: { ...result?.data, ...data }, etag };
}

/** Opens the new webhook and shows its secret. */
function show({ id, url, secret }: CreatedWebhook): void {
  const { added, addedWithoutSecret } = allTexts.value.webhooks;
  showOnce(`webhook ${id}`, secret);
  announce(secret === undefined ? addedWithoutSecret(url) : added(url));
  navigate(hrefOf("integrations", id), { isReplacing: true });
}
