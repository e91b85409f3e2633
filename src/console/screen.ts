import { signal } from "@preact/signals";

// The styles put a panel beside its list on a wider screen.
const narrow = matchMedia("(width < 1200px)");

/** Whether a panel lies over the list: then nothing below it can have the focus. */
export const isPanelOver = signal(narrow.matches);

narrow.addEventListener("change", () => {
  isPanelOver.value = narrow.matches;
});
