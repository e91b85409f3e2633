import type { Webhook } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { hrefOf, readId, route } from "../../app/routes.ts";
import { petstore } from "../../app/session.ts";
import { useListPage } from "../../data/list-page.ts";
import { List } from "../../ui/list.tsx";
import { ListView } from "../../ui/list-view.tsx";
import type { Column } from "../../ui/rows.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ALL_TYPES } from "./webhook-form.tsx";
import { WebhookAddress, WebhookPanel, WebhookState } from "./webhook-panel.tsx";

/** More than a shop has. */
const SHOWN = 100;

/** Other programs that are told what happens in the shop. */
export function IntegrationsView() {
  const { webhooks: words, views } = allTexts.value;
  const { open } = route.value;
  const page = useListPage<Webhook>("webhooks", {
    read: (signal) => petstore().webhooks.list({ limit: SHOWN }, { signal }),
    // Changes of webhooks make no events.
    meaningOf: () => undefined,
  });
  return (
    <ListView
      title={views.integrations}
      add={{ href: hrefOf("integrations", "new"), text: words.add }}
      panel={open !== "" && <WebhookPanel key={open} open={open} />}
    >
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
    </ListView>
  );
}

function columns(): readonly Column<Webhook>[] {
  const { webhooks: words, orders } = allTexts.value;
  return [
    { name: "name", header: words.url, cell: ({ url }) => <WebhookAddress url={url} /> },
    { name: "description", header: words.description, cell: ({ description }) => <bdi>{description}</bdi> },
    { name: "types", header: words.types, cell: ({ types }) => typesIn(types) },
    { name: "activity", header: orders.state, cell: ({ active }) => <WebhookState isActive={active} /> },
  ];
}

function typesIn(types: readonly string[]): string {
  const { webhooks: words } = allTexts.value;
  return types.includes(ALL_TYPES) ? words.everyType : words.typeCount(types.length);
}
