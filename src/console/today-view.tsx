import { texts } from "./language.ts";

export function TodayView() {
  return <h1>{texts.value.views.today}</h1>;
}
