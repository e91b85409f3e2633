import { useState } from "preact/hooks";
import type { Webhook } from "../client/index.ts";
import { Deliveries } from "./deliveries.tsx";
import { ConfirmDialog } from "./dialog.tsx";
import { useDraft } from "./drafts.ts";
import { failureText, hasCode } from "./failure.tsx";
import { texts } from "./language.ts";
import { useLoaded } from "./loading.ts";
import { hrefOf, navigate } from "./router.ts";
import { petstore } from "./session.ts";
import { SidePanel } from "./side-panel.tsx";
import { EmptyState, FailureState, Skeleton } from "./states.tsx";
import { announce, announceFailure } from "./status-line.tsx";
import { typesOf, WebhookForm, webhookFields } from "./webhook-form.tsx";
import { showSecret, WebhookSecret } from "./webhook-secret.tsx";
import { WebhookSettings } from "./webhook-settings.tsx";
import { setActive, WebhookState } from "./webhook-state.tsx";

interface WebhookPanelProps {
  /** The id of the open webhook, `new`, or empty. */
  readonly open: string;
  /** Loads the list again, after a change. */
  readonly changed: () => void;
}

/** The panel beside the list: a webhook, or the form for a new one. */
export function WebhookPanel({ open, changed }: WebhookPanelProps) {
  const { webhooks: words } = texts.value;
  const close = () => navigate(hrefOf("integrations"));
  if (open === "") return null;
  if (open === "new") return <NewWebhook close={close} added={changed} />;
  return (
    <SidePanel key={open} title={words.one} close={close}>
      {/^\d{1,18}$/.test(open) ? (
        <OpenWebhook id={BigInt(open)} close={close} changed={changed} />
      ) : (
        <EmptyState title={words.notFound(open)} />
      )}
    </SidePanel>
  );
}

function NewWebhook({ close, added }: { readonly close: () => void; readonly added: () => void }) {
  const { webhooks: words } = texts.value;
  const draft = useDraft("webhook-new", { base: webhookFields() });
  async function add() {
    const { url, description } = draft.typed;
    const types = typesOf(draft.typed);
    const { id, secret } = await petstore().webhooks.create(
      { url, types, ...(description !== "" && { description }) },
      { idempotencyKey: draft.key() },
    );
    draft.settle();
    showSecret({ webhookId: id, secret });
    announce(words.added(url));
    added();
    navigate(hrefOf("integrations", id.toString()), { isReplacing: true });
  }
  return (
    <SidePanel key="new" title={words.addTitle} close={close}>
      <WebhookForm draft={draft} action={words.add} send={add} />
    </SidePanel>
  );
}

interface OpenWebhookProps {
  readonly id: bigint;
  readonly close: () => void;
  readonly changed: () => void;
}

function OpenWebhook({ id, close, changed }: OpenWebhookProps) {
  const { data, error, reload } = useLoaded((signal) => petstore().webhooks.get(id, { signal }).withResponse(), [id]);
  if (hasCode(error, "not_found")) return <EmptyState title={texts.value.webhooks.notFound(id.toString())} />;
  if (error !== undefined) return <FailureState error={error} retry={reload} />;
  if (data === undefined) return <Skeleton lines={8} />;
  const reloadAll = () => {
    reload();
    changed();
  };
  return (
    <>
      <WebhookSecret webhookId={id} />
      <Actions webhook={data.data} close={close} changed={reloadAll} />
      <WebhookSettings read={{ webhook: data.data, etag: data.etag }} changed={reloadAll} />
    </>
  );
}

interface ActionsProps {
  readonly webhook: Webhook;
  readonly close: () => void;
  readonly changed: () => void;
}

/** What can be done with a webhook, and what it has sent. */
function Actions({ webhook, close, changed }: ActionsProps) {
  const { webhooks: words, common } = texts.value;
  const { id, url, active } = webhook;
  const [asking, setAsking] = useState<"delete" | "rotate">();
  const [sent, setSent] = useState(0);
  async function ping() {
    try {
      await petstore().webhooks.ping(id);
      announce(words.pinged);
      setSent(sent + 1);
    } catch (error) {
      announceFailure(failureText(error));
    }
  }
  async function rotate() {
    showSecret({ webhookId: id, ...(await petstore().webhooks.rotateSecret(id)) });
    announce(words.rotated);
  }
  async function remove() {
    await petstore().webhooks.delete(id);
    announce(words.deleted);
    changed();
    close();
  }
  return (
    <>
      <div class="webhook-summary">
        <p>
          <bdi class="url">{url}</bdi> <WebhookState isActive={active} />
        </p>
        {!active && <p class="hint">{words.offHint}</p>}
        <div class="buttons">
          <button type="button" onClick={() => setActive(webhook, !active, changed)}>
            {active ? words.switchOff : words.switchOn}
          </button>
          <button type="button" onClick={ping} disabled={!active}>
            {words.ping}
          </button>
          <button type="button" onClick={() => setAsking("rotate")}>
            {words.rotate}
          </button>
          <button type="button" class="quiet danger" onClick={() => setAsking("delete")}>
            {words.delete}
          </button>
        </div>
      </div>
      <Deliveries webhookId={id} sent={sent} />
      {asking !== undefined && (
        <ConfirmDialog
          key={asking}
          title={asking === "delete" ? words.deleteTitle : words.rotateTitle}
          text={asking === "delete" ? words.deleteText : words.rotateText}
          action={asking === "delete" ? common.delete : words.rotate}
          confirm={asking === "delete" ? remove : rotate}
          close={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
