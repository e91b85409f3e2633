import { texts } from "./language.ts";

export function PetsView() {
  return <h1>{texts.value.views.pets}</h1>;
}
