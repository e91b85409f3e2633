/* What was typed and is not sent yet. It survives closing a panel, a new sign-in and loading the page again; signing out forgets it. */
import { useState } from "preact/hooks";
import { sendingKey, settleSending } from "./sending.ts";

/** A draft of a form. */
export interface Draft<Fields> {
  readonly typed: Fields;
  /** Whether anything was typed. */
  readonly isChanged: boolean;
  readonly change: (changes: Partial<Fields>) => void;
  /** The Idempotency-Key for sending it as it is. However often a person sends it, it takes effect once. */
  readonly key: () => string;
  /** Drops what was typed: it is sent, or discarded. */
  readonly drop: () => void;
}

/** The draft with a name; what was not typed is as in `fresh`. The component needs a `key` if the name can change. */
export function useDraft<Fields extends object>(name: string, fresh: Fields): Draft<Fields> {
  const place = `petstore-draft-${name}`;
  const [changes, setChanges] = useState<Partial<Fields>>(() => JSON.parse(sessionStorage.getItem(place) ?? "{}"));
  const typed = { ...fresh, ...changes };
  return {
    typed,
    isChanged: Object.entries(changes).some(([field, value]) => value !== fresh[field as keyof Fields]),
    change(more) {
      setChanges((before) => {
        const after = { ...before, ...more };
        sessionStorage.setItem(place, JSON.stringify(after));
        return after;
      });
    },
    key: () => sendingKey(name, typed),
    drop() {
      settleSending(name);
      sessionStorage.removeItem(place);
      setChanges({});
    },
  };
}
