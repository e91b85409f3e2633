/* Light or dark: as the system says, or as somebody has chosen on this device. */
import { effect, signal } from "@preact/signals";

const STORED = "petstore-theme";

/** The choices, the first without one. */
export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** What is chosen on this device. */
export const theme = signal<Theme>(themes.find((name) => name === localStorage.getItem(STORED)) ?? "system");

effect(() => {
  if (theme.value === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
});

/** Chooses light, dark or what the system says, on this device. */
export function chooseTheme(chosen: Theme): void {
  localStorage.setItem(STORED, chosen);
  theme.value = chosen;
}
