import type { Webhook } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { hrefOf } from "../../app/routes.ts";
import { petstore } from "../../app/session/session.ts";
import { defineCollection, type ListRoute } from "../../ui/list/collection.tsx";
import type { Column } from "../../ui/list/rows.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ALL_TYPES } from "./webhook-form.tsx";
import { WebhookAddress, WebhookPanel, WebhookState } from "./webhook-panel.tsx";

/** More webhooks than a shop has. */
const SHOWN = 100;

/** Webhooks: other programs that are notified of events. */
export const IntegrationsView = defineCollection<Webhook, ListRoute>({
  name: "webhooks",
  topic: "webhooks",
  routeOf: ({ open }) => ({ open, cursor: undefined }),
  hrefOf: ({ open }) => hrefOf("integrations", open),
  read: (_, signal) => petstore().webhooks.list({ limit: SHOWN }, { signal }),
  // Changes of webhooks emit no events.
  meaningOf: () => undefined,
  useParts() {
    const { webhooks: words, views } = allTexts.value;
    return {
      title: views.integrations,
      add: words.add,
      body: (list) => (
        <>
          <p class="muted">{words.intro}</p>
          {list}
        </>
      ),
      label: words.title,
      columns: columns(),
      newcomers: () => "",
      children: (
        <EmptyState title={words.none}>
          <p>{words.noneHint}</p>
        </EmptyState>
      ),
      panel: (open) => <WebhookPanel key={open} open={open} />,
    };
  },
});

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
