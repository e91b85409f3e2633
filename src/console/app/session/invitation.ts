/* The invitation in the fragment of the address, which the browser sends to nobody. */
import { signal } from "@preact/signals";
import type { Resources } from "../../../client/operations.gen.ts";
import { clientWith } from "./session.ts";

const PREFIX = "#invitation=";

/** The secret of the invitation that somebody has opened. */
export const invitation = signal<string | undefined>(read());

function read(): string | undefined {
  return location.hash.startsWith(PREFIX) ? location.hash.slice(PREFIX.length) : undefined;
}

// The link may be opened in a window that shows the console already.
addEventListener("hashchange", () => {
  invitation.value = read() ?? invitation.value;
});

/** A client that may ask for the invitation and accept it, and nothing else. */
export function withInvitation(): Resources {
  return clientWith(invitation.value);
}

/** Goes on to the console. The address no longer has the secret. */
export function leaveInvitation(): void {
  history.replaceState(history.state, "", location.pathname + location.search);
  invitation.value = undefined;
}
