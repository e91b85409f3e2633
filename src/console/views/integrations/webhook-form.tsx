import type { Event, Webhook, WebhookUpdate } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { hrefOf, navigate } from "../../app/routes.ts";
import { petstore } from "../../app/session.ts";
import { reload } from "../../data/resource.ts";
import type { Version } from "../../forms/draft.ts";
import { Conflict, TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { type Form as FormState, type Sending, useForm } from "../../forms/use-form.ts";
import { showOnce } from "../../ui/shown-once.tsx";

type EventType = Event["type"];

/** Stands for every type, also those that later versions of the service add. */
export const ALL_TYPES = "*";

/** A webhook, as typed; the types of its events in the order of the list, or the one that stands for all. */
type WebhookFields = { readonly [Name in "url" | "types" | "description"]: string };

/** A webhook with its tag. */
export interface TaggedWebhook {
  readonly webhook: Webhook;
  readonly etag: string | undefined;
}

/** Reads a webhook with its tag. */
export async function readWebhook(id: bigint, signal?: AbortSignal): Promise<TaggedWebhook> {
  const { data: webhook, etag } = await petstore().webhooks.get(id, { signal }).withResponse();
  return { webhook, etag };
}

function versionOf({ webhook: { url, types, description = "" }, etag }: TaggedWebhook): Version<WebhookFields> {
  return { fields: { url, types: typesOf(types).join(" "), description }, tag: etag };
}

function knownTypes(): readonly EventType[] {
  return Object.keys(allTexts.value.webhooks.typeNames) as EventType[];
}

function typesOf(types: readonly string[]): (EventType | typeof ALL_TYPES)[] {
  return types.includes(ALL_TYPES) ? [ALL_TYPES] : knownTypes().filter((type) => types.includes(type));
}

/** What a webhook sends, as a list of names. */
function typeNames(types: readonly string[]): string {
  const { typeNames: names, allTypes } = allTexts.value.webhooks;
  return typesOf(types)
    .map((type) => (type === ALL_TYPES ? allTypes : names[type]))
    .join(", ");
}

const split = (types: string) => types.split(" ");

interface WebhookFormProps {
  /** The webhook to change; undefined for a new one. */
  readonly read: TaggedWebhook | undefined;
  readonly cancel?: () => void;
}

/** Adds a webhook, or changes where it sends which events. */
export function WebhookForm({ read, cancel }: WebhookFormProps) {
  const { webhooks: words, common } = allTexts.value;
  const id = read?.webhook.id;
  const form = useForm<WebhookFields>({
    name: `webhook-${id ?? "new"}`,
    version: read === undefined ? { fields: { url: "", types: "", description: "" } } : versionOf(read),
    check: ({ types }) => ({ types: types === "" ? words.typesMissing : undefined }),
    send: (sending) => (id === undefined ? add(sending) : change(id, sending)),
    ...(id !== undefined && { read: async () => versionOf(await readWebhook(id)) }),
  });
  return (
    <Form form={form} action={id === undefined ? words.add : common.save} hasFocus={id === undefined} cancel={cancel}>
      <TextField form={form} name="url" label={words.url} hint={words.urlHint} type="url" />
      <TypesField form={form} />
      <TextField form={form} name="description" label={words.description} hint={words.descriptionHint} />
    </Form>
  );
}

async function add({ typed, idempotencyKey }: Sending<WebhookFields>): Promise<undefined> {
  const { url, types, description } = typed;
  const fields = { url, types: typesOf(split(types)), ...(description !== "" && { description }) };
  const { id, secret } = await petstore().webhooks.create(fields, { idempotencyKey });
  showOnce(`webhook ${id}`, secret);
  const { added, addedWithoutSecret } = allTexts.value.webhooks;
  announce(secret === undefined ? addedWithoutSecret(url) : added(url));
  reload("webhook");
  navigate(hrefOf("integrations", id), { isReplacing: true });
}

async function change(id: bigint, { typed, changed, tag }: Sending<WebhookFields>): Promise<Version<WebhookFields>> {
  const update: WebhookUpdate = {
    ...(changed.includes("url") && { url: typed.url }),
    ...(changed.includes("types") && { types: typesOf(split(typed.types)) }),
    ...(changed.includes("description") && { description: typed.description || null }),
  };
  const { data: webhook, etag } = await petstore().webhooks.update(id, update, { ifMatch: tag }).withResponse();
  announce(allTexts.value.webhooks.saved);
  reload("webhook");
  return versionOf({ webhook, etag });
}

/** The types of events, as checkboxes. */
function TypesField({ form }: { readonly form: FormState<WebhookFields> }) {
  const { webhooks: words } = allTexts.value;
  const chosen = split(form.typed.types);
  const isAll = chosen.includes(ALL_TYPES);
  const error = form.errors["types"];
  const conflict = form.conflictAt("types");
  const choose = (type: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, type] : chosen.filter((other) => other !== type);
    form.change({ types: typesOf(next).join(" ") });
  };
  const box = (type: string, text: string, isImplied = false) => (
    <label key={type} class="check">
      <input
        type="checkbox"
        checked={isImplied || chosen.includes(type)}
        disabled={isImplied}
        aria-invalid={error !== undefined}
        onChange={({ currentTarget }) => choose(type, currentTarget.checked)}
      />
      <span>{text}</span>
    </label>
  );
  return (
    <fieldset class="webhook-types" aria-describedby={error && "types-error"}>
      <legend>{words.types}</legend>
      {box(ALL_TYPES, words.allTypes)}
      <hr />
      {knownTypes().map((type) => box(type, words.typeNames[type], isAll))}
      {error !== undefined && (
        <p class="field-error" id="types-error">
          {error}
        </p>
      )}
      {conflict && <Conflict label={words.types} {...conflict} show={(types) => typeNames(split(types))} />}
    </fieldset>
  );
}
