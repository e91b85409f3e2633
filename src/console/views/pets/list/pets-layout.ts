/* Whether this device shows pets as a gallery or a table. */
import { signal } from "@preact/signals";

const STORED = "petstore-pets-layout";

/** The layouts; the first is the default. */
export const layouts = ["gallery", "table"] as const;

type Layout = (typeof layouts)[number];

export const layout = signal<Layout>(layouts.find((name) => name === localStorage.getItem(STORED)) ?? "gallery");

/** Stores the layout for this device. */
export function chooseLayout(chosen: Layout): void {
  localStorage.setItem(STORED, chosen);
  layout.value = chosen;
}
