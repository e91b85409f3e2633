/* What was typed and is not sent yet. It survives closing a panel, a new sign-in and loading the page again; signing out forgets it. */
import { useState } from "preact/hooks";
import { sendingKey, settleSending } from "./sending.ts";

/** What a form begins with: the fields, and the tag of their state. Without a tag, a change by others is not noticed. */
export interface DraftBase<Fields> {
  readonly base: Fields;
  readonly etag?: string | undefined;
}

/** A draft of a form, on top of what the fields were when somebody began to type. */
export interface Draft<Fields> extends DraftBase<Fields> {
  readonly typed: Fields;
  /** Whether anything was typed. */
  readonly isChanged: boolean;
  readonly change: (changes: Partial<Fields>) => void;
  /** The Idempotency-Key for sending it as it is. However often a person sends it, it takes effect once. */
  readonly key: () => string;
  /** Drops what was typed. */
  readonly drop: () => void;
  /** What is typed here is sent, and `now` is what the fields are. What was typed since stays; says whether that is anything. */
  readonly settle: (now?: DraftBase<Fields>) => boolean;
}

interface StoredDraft<Fields> extends DraftBase<Fields> {
  readonly changes: Partial<Fields>;
}

/** The draft with a name; without one, the fields are `fresh`. The component needs a `key` if the name can change. */
export function useDraft<Fields extends object>(name: string, fresh: DraftBase<Fields>): Draft<Fields> {
  const place = `petstore-draft-${name}`;
  const [stored, setStored] = useState(() => readDraft<Fields>(place));
  const { base, etag, changes } = stored ?? { ...fresh, changes: {} };
  const typed = { ...base, ...changes };
  /** Keeps a draft, or drops one that says nothing new. */
  function keep(next: StoredDraft<Fields>): boolean {
    const isKept = differs(next.changes, next.base);
    if (isKept) sessionStorage.setItem(place, JSON.stringify(next));
    else sessionStorage.removeItem(place);
    setStored(isKept ? next : undefined);
    return isKept;
  }
  return {
    base,
    etag,
    typed,
    isChanged: differs(changes, base),
    change(more) {
      const before = readDraft<Fields>(place) ?? { ...fresh, changes: {} };
      keep({ ...before, changes: { ...before.changes, ...more } });
    },
    key: () => sendingKey(name, typed),
    drop() {
      settleSending(name);
      keep({ ...fresh, changes: {} });
    },
    settle(now = fresh) {
      settleSending(name);
      // Read again: somebody may have typed while the request was under way.
      const latest = readDraft<Fields>(place);
      return keep({ ...now, changes: latest === undefined ? {} : changesSince({ ...base, ...latest.changes }, typed) });
    },
  };
}

function readDraft<Fields>(place: string): StoredDraft<Fields> | undefined {
  const stored = sessionStorage.getItem(place);
  const draft: StoredDraft<Fields> | undefined = stored === null ? undefined : JSON.parse(stored);
  // A console before this one stored no base.
  return draft?.base === undefined ? undefined : draft;
}

function differs<Fields extends object>(changes: Partial<Fields>, base: Fields): boolean {
  return Object.keys(changesSince(changes, base)).length > 0;
}

/** The fields that are no longer as they were. */
export function changesSince<Fields extends object>(now: Partial<Fields>, before: Fields): Partial<Fields> {
  const changed = Object.entries(now).filter(([field, value]) => value !== before[field as keyof Fields]);
  return Object.fromEntries(changed) as Partial<Fields>;
}
