import type { Webhook } from "../client/index.ts";
import { failureText } from "./failure.tsx";
import { texts } from "./language.ts";
import { petstore } from "./session.ts";
import { announce, announceFailure } from "./status-line.tsx";

/** Whether a webhook sends messages. */
export function WebhookState({ isActive }: { readonly isActive: boolean }) {
  const { states } = texts.value.webhooks;
  return <span class={`chip ${isActive ? "available" : "sold"}`}>{isActive ? states.on : states.off}</span>;
}

/** Switches a webhook on or off, with a way back. `changed` is called after each change. */
export async function setActive({ id, url }: Webhook, active: boolean, changed: () => void): Promise<void> {
  const undo = () => setActive({ id, url } as Webhook, !active, changed);
  try {
    await petstore().webhooks.update(id, { active });
    announce(texts.value.webhooks.switched(url, active), undo);
  } catch (error) {
    announceFailure(failureText(error));
  }
  changed();
}
