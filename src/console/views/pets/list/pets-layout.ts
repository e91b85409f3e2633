/* Whether the pets are shown as a gallery or as a table, on this device. */
import { signal } from "@preact/signals";

const STORED = "petstore-pets-layout";

/** The layouts, the first by default. */
export const layouts = ["gallery", "table"] as const;

type Layout = (typeof layouts)[number];

/** The layout on this device. */
export const layout = signal<Layout>(layouts.find((name) => name === localStorage.getItem(STORED)) ?? "gallery");

/** Chooses a layout on this device. */
export function chooseLayout(chosen: Layout): void {
  localStorage.setItem(STORED, chosen);
  layout.value = chosen;
}
