import type { Webhook } from "../../../client/index.ts";
import { texts } from "../../app/language.ts";
import { hrefOf, readId, route } from "../../app/routes.ts";
import { petstore } from "../../app/session.ts";
import { useListPage } from "../../data/list-page.ts";
import { type Column, List, ViewHead } from "../../ui/list.tsx";
import { isPanelOver } from "../../ui/side-panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { WebhookPanel, WebhookState } from "./webhook-panel.tsx";

/** More than a shop has. */
const SHOWN = 100;

/** Other programs that are told what happens in the shop. */
export function IntegrationsView() {
  const { webhooks: words, views } = texts.value;
  const { open } = route.value;
  const page = useListPage<Webhook>("webhooks", {
    read: (signal) => petstore().webhooks.list({ limit: SHOWN }, { signal }),
    // Changes of webhooks make no events.
    meaningOf: () => undefined,
  });
  return (
    <div class={open === "" ? "" : "with-panel"}>
      <div class="list" inert={open !== "" && isPanelOver.value}>
        <ViewHead title={views.integrations}>
          <a class="button primary" href={hrefOf("integrations", "new")} aria-keyshortcuts="n">
            {words.add}
          </a>
        </ViewHead>
        <p class="muted">{words.intro}</p>
        <List<Webhook>
          label={words.title}
          name="webhooks"
          page={page}
          columns={columns()}
          hrefOf={({ id }) => hrefOf("integrations", id)}
          isOpen={({ id }) => readId(open) === id}
          cursor={undefined}
          hrefAt={() => hrefOf("integrations")}
          newcomers={() => ""}
          showNewcomers={page.reload}
        >
          <EmptyState title={words.none}>
            <p>{words.noneHint}</p>
          </EmptyState>
        </List>
      </div>
      {open !== "" && <WebhookPanel key={open} open={open} />}
    </div>
  );
}

function columns(): readonly Column<Webhook>[] {
  const { webhooks: words, orders } = texts.value;
  return [
    { name: "name", header: words.url, cell: ({ url }) => <bdi class="url">{url}</bdi> },
    { name: "description", header: words.description, cell: ({ description }) => <bdi>{description}</bdi> },
    { name: "types", header: words.types, cell: ({ types }) => words.typeCount(types.length) },
    { name: "activity", header: orders.state, cell: ({ active }) => <WebhookState isActive={active} /> },
  ];
}
