/* Nested forms: a list of items is encoded in one field, and each item is edited as a form of its own. */
import type { Fields } from "./draft.ts";
import type { Form } from "./use-form.ts";

/** Decodes the items of a field. */
export function itemsOf<Item extends Fields>(text: string): readonly Item[] {
  return JSON.parse(text);
}

/** The path of an item's field, as in errors of the API. */
export function itemPath(list: string, nth: number, name: string): string {
  return `${list}.${nth}.${name}`;
}

/** The form of one item within the form that contains the list. */
export function itemForm<Item extends Fields>(
  outer: unknown,
  { list, nth, empty }: { readonly list: string; readonly nth: number; readonly empty: Item },
): Form<Item> {
  const form = outer as Form<Fields>;
  const itemsIn = (fields: Fields) => itemsOf<Item>(fields[list] ?? "[]");
  const typed = itemsIn(form.typed)[nth] ?? empty;
  const withItem = (fields: Fields, change: (item: Item) => Partial<Item>) =>
    JSON.stringify(itemsIn(fields).map((item, at) => (at === nth ? { ...item, ...change(item) } : item)));
  const errors = Object.keys(typed).map((name) => [name, form.errors[itemPath(list, nth, name)]]);
  return {
    ...(form as unknown as Form<Item>),
    typed,
    errors: Object.fromEntries(errors),
    change: (fields) =>
      form.change((all) => ({
        [list]: withItem(all, (item) => (typeof fields === "function" ? fields(item) : fields)),
      })),
    type: (name, text) =>
      form.type(
        list,
        withItem(form.typed, () => ({ [name]: text }) as Partial<Item>),
        itemPath(list, nth, name),
      ),
    nameOf: (name) => itemPath(list, nth, name),
    conflictAt: () => undefined,
  };
}
