import { texts } from "./language.ts";

export function CategoriesView() {
  return <h1>{texts.value.views.categories}</h1>;
}
