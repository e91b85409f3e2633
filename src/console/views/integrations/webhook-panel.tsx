import type { Webhook } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { formatTime } from "../../app/formats/view-formats.ts";
import { announce, attempt, inform } from "../../app/notices.ts";
import { ask } from "../../app/questions.ts";
import { hrefOf, navigate, readId } from "../../app/routes.ts";
import { petstore } from "../../app/session/session.ts";
import { showOnce } from "../../app/shown-once.ts";
import { run, type Step } from "../../data/command.ts";
import { reload, useResource } from "../../data/resource.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { ShownOnce } from "../../ui/panels/shown-once.tsx";
import { SidePanel } from "../../ui/panels/side-panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Deliveries } from "./deliveries.tsx";
import { WebhookForm } from "./webhook-form.tsx";

const close = () => navigate(hrefOf("integrations"));

/** The side panel: a webhook, or the form for a new one. */
export function WebhookPanel({ open }: { readonly open: string }) {
  const { webhooks: words } = allTexts.value;
  const id = readId(open);
  const isNew = open === "new";
  return (
    <SidePanel title={isNew ? words.addTitle : words.one} close={close} isForm={isNew}>
      {isNew && <WebhookForm read={undefined} cancel={close} />}
      {id !== undefined && <OpenWebhook id={id} />}
      {!isNew && id === undefined && <EmptyState title={words.notFound(open)} />}
    </SidePanel>
  );
}

function OpenWebhook({ id }: { readonly id: bigint }) {
  const { webhooks: words } = allTexts.value;
  const resource = useResource(`webhook ${id}`, {
    topic: "webhooks",
    load: (signal) => petstore().webhooks.get(id, { signal }).withResponse(),
  });
  return (
    <Loaded resource={resource} lines={8} missing={words.notFound(id.toString())}>
      {(read) => (
        <>
          <ShownOnce about={`webhook ${id}`} words={words.shownOnce}>
            {({ previousUntil }) =>
              previousUntil !== undefined && <p>{words.secretUntil(formatTime(previousUntil))}</p>
            }
          </ShownOnce>
          <Actions webhook={read.data} />
          <section aria-label={words.settings}>
            <h3>{words.settings}</h3>
            <WebhookForm read={read} />
          </section>
        </>
      )}
    </Loaded>
  );
}

/** The URL of a webhook, with line breaks only between its parts. */
export function WebhookAddress({ url }: Pick<Webhook, "url">) {
  return (
    <bdi>
      {url.split(/(?<=[/.?&=])(?!\/)/).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]))}
    </bdi>
  );
}

export function WebhookState({ isActive }: { readonly isActive: boolean }) {
  const { states } = allTexts.value.webhooks;
  return <span class={`chip ${isActive ? "available" : "sold"}`}>{isActive ? states.on : states.off}</span>;
}

/** Turns a webhook on or off, with Undo. */
export async function setActive({ id, url }: Pick<Webhook, "id" | "url">, active: boolean): Promise<void> {
  const { webhooks: words } = allTexts.value;
  const textOf = ([now]: readonly Webhook[]) => words.switched(url, now?.active ?? active);
  await attempt(async () => void (await run([switching(id, active)], { done: textOf })));
}

function switching(id: bigint, active: boolean): Step<Webhook> {
  return {
    about: `webhook ${id}`,
    async send({ key }) {
      const webhook = await petstore().webhooks.update(id, { active }, { idempotencyKey: key });
      reload("webhooks");
      return webhook;
    },
    undo: () => switching(id, !active),
  };
}

function Actions({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks: words, common } = allTexts.value;
  const { id, url, active } = webhook;
  const rotation = {
    title: words.rotateTitle,
    text: words.rotateText,
    action: words.rotate,
    isDangerous: false,
    async confirm() {
      const { secret, previousValidUntil } = await petstore().webhooks.rotateSecret(id);
      showOnce(`webhook ${id}`, secret, previousValidUntil);
      announce(words.rotated);
    },
  };
  const deletion = {
    title: words.deleteTitle,
    text: words.deleteText,
    action: common.delete,
    async confirm() {
      await petstore().webhooks.delete(id);
      announce(words.deleted);
      close();
      reload("webhooks");
    },
  };
  async function ping() {
    await attempt(async () => {
      const { state } = await petstore().webhooks.ping(id);
      const isOver = state === "succeeded" || state === "failed";
      inform(isOver ? `${words.pingType}: ${words.deliveryStates[state]}` : words.pinged);
    });
    reload("deliveries");
  }
  return (
    <>
      <div class="stack">
        <p>
          <WebhookAddress url={url} /> <WebhookState isActive={active} />
        </p>
        {!active && <p class="hint">{words.offHint}</p>}
        <div class="buttons start">
          <button type="button" onClick={() => setActive(webhook, !active)}>
            {active ? words.switchOff : words.switchOn}
          </button>
          <button type="button" onClick={ping} disabled={!active}>
            {words.ping}
          </button>
          <button type="button" onClick={() => ask(rotation)}>
            {words.rotate}
          </button>
          <button type="button" class="quiet danger" onClick={() => ask(deletion)}>
            {words.delete}
          </button>
        </div>
      </div>
      <Deliveries webhookId={id} isActive={active} />
    </>
  );
}
