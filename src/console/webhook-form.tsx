import type { Event, Webhook } from "../client/index.ts";
import type { Draft } from "./drafts.ts";
import { Field } from "./field.tsx";
import { texts } from "./language.ts";
import { useSubmission } from "./submission.ts";

type EventType = Event["type"];

/** The fields of a webhook, as typed. */
export interface WebhookFields {
  readonly url: string;
  /** The types of its events, in the order of the list. */
  readonly types: string;
  readonly description: string;
}

/** The fields of a webhook, or of one to add. */
export function webhookFields(webhook?: Webhook): WebhookFields {
  const { url = "", types = [], description = "" } = webhook ?? {};
  return {
    url,
    types: allTypes()
      .filter((type) => types.includes(type))
      .join(" "),
    description,
  };
}

/** The types that were typed, as the service takes them. */
export function typesOf({ types }: WebhookFields): EventType[] {
  return allTypes().filter((type) => types.split(" ").includes(type));
}

function allTypes(): readonly EventType[] {
  return Object.keys(texts.value.webhooks.typeNames) as EventType[];
}

interface WebhookFormProps {
  readonly draft: Draft<WebhookFields>;
  /** What sending does, such as "Save". */
  readonly action: string;
  readonly send: () => Promise<void>;
}

/** Where a webhook sends which events. */
export function WebhookForm({ draft, action, send }: WebhookFormProps) {
  const { webhooks: words } = texts.value;
  const { form, isBusy, errors, text, submit, refuse } = useSubmission(["url", "types", "description"]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.typed.types === "") refuse({ types: words.typesMissing });
        else submit(send);
      }}
    >
      <Field label={words.url} hint={words.urlHint} error={errors["url"]}>
        {(control) => (
          <input
            {...control}
            name="url"
            type="url"
            autocomplete="off"
            spellcheck={false}
            value={draft.typed.url}
            onInput={({ currentTarget }) => draft.change({ url: currentTarget.value })}
          />
        )}
      </Field>
      <Types draft={draft} error={errors["types"]} />
      <Field label={words.description} hint={words.descriptionHint} error={errors["description"]}>
        {(control) => (
          <input
            {...control}
            name="description"
            dir="auto"
            autocomplete="off"
            value={draft.typed.description}
            onInput={({ currentTarget }) => draft.change({ description: currentTarget.value })}
          />
        )}
      </Field>
      <p class="field-error" role="alert">
        {text}
      </p>
      <FormButtons draft={draft} action={action} isBusy={isBusy} />
    </form>
  );
}

interface FormButtonsProps extends Omit<WebhookFormProps, "send"> {
  readonly isBusy: boolean;
}

function FormButtons({ draft, action, isBusy }: FormButtonsProps) {
  return (
    <div class="buttons">
      {draft.isChanged && (
        <button type="button" onClick={draft.drop}>
          {texts.value.common.discard}
        </button>
      )}
      <button type="submit" class="primary" disabled={isBusy || !draft.isChanged}>
        {action}
      </button>
    </div>
  );
}

interface TypesProps {
  readonly draft: Draft<WebhookFields>;
  readonly error: string | undefined;
}

function Types({ draft, error }: TypesProps) {
  const { webhooks: words } = texts.value;
  const chosen = typesOf(draft.typed);
  const choose = (types: readonly EventType[]) => draft.change({ types: types.join(" ") });
  return (
    <fieldset class="webhook-types" aria-describedby={error && "types-error"}>
      <legend>{words.types}</legend>
      <div class="buttons">
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
    </fieldset>
  );
}
