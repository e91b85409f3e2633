import { texts } from "./language.ts";

export function OrdersView() {
  return <h1>{texts.value.views.orders}</h1>;
}
