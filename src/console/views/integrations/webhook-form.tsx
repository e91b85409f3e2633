import type { Event, Webhook, WebhookUpdate } from "../../../client/index.ts";
import { texts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { hrefOf, navigate } from "../../app/routes.ts";
import { petstore } from "../../app/session.ts";
import { reload } from "../../data/resource.ts";
import type { Version } from "../../forms/draft.ts";
import { Conflict, TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { type Form as FormState, type Sending, useForm } from "../../forms/use-form.ts";
import { showSecret } from "./webhook-secret.tsx";

type EventType = Event["type"];

/** A webhook, as typed; the types of its events in the order of the list. */
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
  const inOrder = allTypes().filter((type) => types.includes(type));
  return { fields: { url, types: inOrder.join(" "), description }, tag: etag };
}

function allTypes(): readonly EventType[] {
  return Object.keys(texts.value.webhooks.typeNames) as EventType[];
}

function typesOf(types: string): EventType[] {
  return allTypes().filter((type) => types.split(" ").includes(type));
}

interface WebhookFormProps {
  /** The webhook to change; undefined for a new one. */
  readonly read: TaggedWebhook | undefined;
  readonly cancel?: () => void;
}

/** Adds a webhook, or changes where it sends which events. */
export function WebhookForm({ read, cancel }: WebhookFormProps) {
  const { webhooks: words, common } = texts.value;
  const id = read?.webhook.id;
  const form = useForm<WebhookFields>({
    name: `webhook-${id ?? "new"}`,
    version: read === undefined ? { fields: { url: "", types: "", description: "" } } : versionOf(read),
    check: ({ types }) => ({ types: types === "" ? words.typesMissing : undefined }),
    send: (sending) => (id === undefined ? add(sending) : change(id, sending)),
    ...(id !== undefined && { read: async () => versionOf(await readWebhook(id)) }),
  });
  const show = (types: string) =>
    typesOf(types)
      .map((type) => words.typeNames[type])
      .join(", ");
  return (
    <Form form={form} action={id === undefined ? words.add : common.save} hasFocus={id === undefined} cancel={cancel}>
      <TextField form={form} name="url" label={words.url} hint={words.urlHint} type="url" />
      <TypesField form={form} show={show} />
      <TextField form={form} name="description" label={words.description} hint={words.descriptionHint} />
    </Form>
  );
}

async function add({ typed, idempotencyKey }: Sending<WebhookFields>): Promise<undefined> {
  const { url, types, description } = typed;
  const fields = { url, types: typesOf(types), ...(description !== "" && { description }) };
  const { id, secret } = await petstore().webhooks.create(fields, { idempotencyKey });
  showSecret({ webhookId: id, secret });
  announce(texts.value.webhooks.added(url));
  reload("webhook");
  navigate(hrefOf("integrations", id), { isReplacing: true });
}

async function change(id: bigint, { typed, changed, tag }: Sending<WebhookFields>): Promise<Version<WebhookFields>> {
  const update: WebhookUpdate = {
    ...(changed.includes("url") && { url: typed.url }),
    ...(changed.includes("types") && { types: typesOf(typed.types) }),
    ...(changed.includes("description") && { description: typed.description || null }),
  };
  const { data: webhook, etag } = await petstore().webhooks.update(id, update, { ifMatch: tag }).withResponse();
  announce(texts.value.webhooks.saved);
  reload("webhook");
  return versionOf({ webhook, etag });
}

interface TypesFieldProps {
  readonly form: FormState<WebhookFields>;
  readonly show: (types: string) => string;
}

/** The types of events, as checkboxes. */
function TypesField({ form, show }: TypesFieldProps) {
  const { webhooks: words } = texts.value;
  const chosen = typesOf(form.typed.types);
  const error = form.errors["types"];
  const conflict = form.conflictAt("types");
  const choose = (types: readonly EventType[]) => form.change({ types: types.join(" ") });
  return (
    <fieldset class="webhook-types" aria-describedby={error && "types-error"}>
      <legend>{words.types}</legend>
      <div class="buttons start">
        <button type="button" class="quiet" onClick={() => choose(allTypes())}>
          {words.allTypes}
        </button>
        <button type="button" class="quiet" onClick={() => choose([])}>
          {words.noTypes}
        </button>
      </div>
      {allTypes().map((type) => (
        <label key={type} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            aria-invalid={error !== undefined}
            onChange={({ currentTarget }) =>
              choose(allTypes().filter((other) => (other === type ? currentTarget.checked : chosen.includes(other))))
            }
          />
          <span>{words.typeNames[type]}</span>
        </label>
      ))}
      {error !== undefined && (
        <p class="field-error" id="types-error">
          {error}
        </p>
      )}
      {conflict && <Conflict label={words.types} {...conflict} show={show} />}
    </fieldset>
  );
}
