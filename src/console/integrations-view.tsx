import { texts } from "./language.ts";

export function IntegrationsView() {
  return <h1>{texts.value.views.integrations}</h1>;
}
