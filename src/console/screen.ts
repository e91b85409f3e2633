import { signal } from "@preact/signals";

const phone = matchMedia("(width < 720px)");

/** Whether the screen is so narrow that a panel covers the list. */
export const isPhone = signal(phone.matches);

phone.addEventListener("change", () => {
  isPhone.value = phone.matches;
});
