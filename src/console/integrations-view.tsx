import type { Webhook } from "../client/index.ts";
import { texts } from "./language.ts";
import { type Loaded, useLoaded } from "./loading.ts";
import { hrefOf, place } from "./router.ts";
import { isPanelOver } from "./screen.ts";
import { petstore } from "./session.ts";
import { EmptyState, FailureState, Skeleton } from "./states.tsx";
import { WebhookPanel } from "./webhook-panel.tsx";
import { WebhookState } from "./webhook-state.tsx";

/** More than a shop has. */
const SHOWN = 100;

/** Other programs that are told what happens in the shop. */
export function IntegrationsView() {
  const { webhooks: words, views } = texts.value;
  const { open } = place.value;
  const list = useLoaded(async (signal) => (await petstore().webhooks.list({ limit: SHOWN }, { signal })).items, []);
  return (
    <div class={open === "" ? "" : "with-panel"}>
      <div class="list" inert={open !== "" && isPanelOver.value}>
        <div class="view-head">
          <h1>{views.integrations}</h1>
          <a class="button primary" href={hrefOf("integrations", "new")}>
            {words.add}
          </a>
        </div>
        <p class="muted">{words.intro}</p>
        <WebhookList {...list} />
      </div>
      <WebhookPanel open={open} changed={list.reload} />
    </div>
  );
}

function WebhookList({ data, error, reload }: Loaded<readonly Webhook[]>) {
  const { webhooks: words } = texts.value;
  if (error !== undefined) return <FailureState error={error} retry={reload} />;
  if (data === undefined) return <Skeleton lines={6} />;
  if (data.length === 0) {
    return (
      <EmptyState title={words.none}>
        <p>{words.noneHint}</p>
      </EmptyState>
    );
  }
  return (
    <ul class="webhooks" aria-label={words.title}>
      {data.map((webhook) => (
        <WebhookItem key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  );
}

function WebhookItem({ webhook: { id, url, types, description, active } }: { readonly webhook: Webhook }) {
  const { webhooks: words } = texts.value;
  const isOpen = place.value.open === id.toString();
  return (
    <li class={isOpen ? "card open" : "card"}>
      <p>
        <a href={hrefOf("integrations", id.toString())} aria-current={isOpen ? "true" : undefined}>
          <bdi class="url">{url}</bdi>
        </a>
        <small>
          {description !== undefined && <bdi>{description} · </bdi>}
          {words.typeCount(types.length)}
        </small>
      </p>
      <WebhookState isActive={active} />
    </li>
  );
}
