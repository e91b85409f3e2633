/* The service is in reach again: what failed because it was not is no longer so. */
import { signal } from "@preact/signals";

/** How often the service has come back into reach. */
export const returns = signal(0);

/** Calls back each time the service has come back into reach. */
export function onReturn(callback: () => void): void {
  let seen = returns.peek();
  returns.subscribe((count) => {
    if (count !== seen) callback();
    seen = count;
  });
}

/** Says that the service has come back into reach. */
export function returned(): void {
  returns.value += 1;
}

addEventListener("online", returned);
