import { signal } from "@preact/signals";

/** Whether the service is in reach, as far as the browser knows. */
export const isOnline = signal(navigator.onLine);

addEventListener("online", () => {
  isOnline.value = true;
});
addEventListener("offline", () => {
  isOnline.value = false;
});
