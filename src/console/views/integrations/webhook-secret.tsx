/* The secret of a webhook. The service shows it once, so it stays on the page until somebody says that it is stored. */
import { signal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { formatTime, texts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { session } from "../../app/session.ts";

interface NewSecret {
  readonly webhookId: bigint;
  readonly secret: string;
  /** Until when the secret before it is used too. */
  readonly previousValidUntil?: string;
}

const newSecret = signal<NewSecret | undefined>(undefined);

session.subscribe((user) => {
  if (user === undefined) newSecret.value = undefined;
});

/** Shows the new secret of a webhook. The response to a repeated request has none: a further one can be made then. */
export function showSecret({ secret, ...rest }: Omit<NewSecret, "secret"> & { readonly secret?: string }): void {
  newSecret.value = secret === undefined ? undefined : { ...rest, secret };
}

/** The new secret of a webhook, if there is one. */
export function WebhookSecret({ webhookId }: { readonly webhookId: bigint }) {
  const { webhooks: words } = texts.value;
  const title = useId();
  const field = useRef<HTMLInputElement>(null);
  const shown = newSecret.value?.webhookId === webhookId ? newSecret.value : undefined;
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [shown]);
  if (shown === undefined) return null;
  const { secret, previousValidUntil } = shown;
  function dismiss() {
    // The focus does not get lost with the field.
    field.current?.closest("section.side-panel")?.querySelector("h2")?.focus();
    newSecret.value = undefined;
  }
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      announce(words.copied);
    } catch {
      // The browser or the person forbids it.
      announce(words.notCopied);
    }
  }
  return (
    <section class="secret" aria-labelledby={title}>
      <h3 id={title}>{words.secretTitle}</h3>
      <p>{words.secretText}</p>
      {previousValidUntil !== undefined && <p>{words.secretUntil(formatTime(previousValidUntil))}</p>}
      <input
        ref={field}
        aria-labelledby={title}
        value={secret}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div class="buttons">
        {/* Pages without TLS have no clipboard. */}
        {navigator.clipboard !== undefined && (
          <button type="button" onClick={copy}>
            {words.copy}
          </button>
        )}
        <button type="button" class="primary" onClick={dismiss}>
          {words.secretStored}
        </button>
      </div>
    </section>
  );
}
