/* The draft of a form, stored per tab. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { allTexts } from "../app/formats/language.ts";
import { inform } from "../app/notices.ts";
import { navigate, overPage } from "../app/routes.ts";
import { type Unsaved, unsaved } from "../app/unsaved.ts";
import {
  changedFields,
  type Draft,
  dropDraft,
  type Fields,
  keepDraft,
  readDraft,
  type Sent,
  type Version,
  withFields,
} from "./draft.ts";

export interface DraftOptions<F extends Fields> {
  /** The storage key. If it can change, give the component a `key`. */
  readonly name: string;
  /** The fields without a draft. */
  readonly version: Version<F>;
  /** The field with the kind of record. Changing it ends a conflict, and the form is cleared after submit. */
  readonly about?: keyof F & string;
  /** The name and URL of the form, for the list of unsaved input. */
  readonly describe?: (typed: F) => Unsaved;
  /** Called when everything typed is saved. */
  readonly saved?: () => void;
}

function tellClosed(name: string): void {
  const draft = unsaved.peek()[name];
  if (draft === undefined) return;
  const { common } = allTexts.value;
  const openAgain = () => {
    if (!overPage.open(new URL(draft.href, location.href))) navigate(draft.href);
  };
  inform(common.notSavedOf(draft.title), { text: common.goOn, act: openAgain });
}

/** The number of open forms by draft name. */
const openForms = new Map<string, number>();

/** Reports a form closed with unsaved input, unless another form with the same draft is open. */
function useOpenForm(name: string): void {
  useLayoutEffect(() => {
    openForms.set(name, (openForms.get(name) ?? 0) + 1);
    return () => {
      openForms.set(name, (openForms.get(name) ?? 1) - 1);
      setTimeout(() => openForms.get(name) === 0 && tellClosed(name));
    };
  }, []);
}

function isTyped<F extends Fields>({ typed, base }: Draft<F>): boolean {
  return changedFields(typed, base.fields).length > 0;
}

/** The draft of a form, as the code that submits it sees it. */
export type DraftStore<F extends Fields> = ReturnType<typeof useDraft<F>>;

/** Keeps the draft of a form, based on the newest known version. */
export function useDraft<F extends Fields>({ name, version, about, describe, saved }: DraftOptions<F>) {
  const [stored, setStored] = useState(() => readDraft(name, version.fields));
  const given = useRef(version);
  const newest = useRef(version);
  if (JSON.stringify(given.current) !== JSON.stringify(version)) {
    given.current = version;
    newest.current = version;
  }
  useOpenForm(name);
  const fresh = (): Draft<F> => ({ base: newest.current, typed: newest.current.fields });
  function keep(next: Draft<F> | undefined): void {
    // A request without a response is kept for its Idempotency-Key, even if nothing was typed.
    const isKept = next !== undefined && (next.sent !== undefined || isTyped(next));
    if (isKept) keepDraft(name, next, isTyped(next) ? describe?.(next.typed) : undefined);
    else dropDraft(name);
    setStored(isKept ? next : undefined);
  }
  function follow(now: Version<F> | undefined): void {
    if (now === undefined) newest.current = given.current;
    // The next record starts empty.
    else newest.current = about === undefined ? now : { fields: given.current.fields, tag: now.tag };
  }
  /** Read again: the person may have typed during the request. */
  const current = () => readDraft(name, version.fields) ?? fresh();
  /** Whether the request in flight was discarded meanwhile. */
  const isDiscarded = (key: string) => current().sent?.key !== key;
  return {
    draft: stored ?? fresh(),
    isDraft: stored !== undefined && isTyped(stored),
    newest: () => newest.current,
    current,
    keep,
    follow,
    isDiscarded,
    keepSent: (sent: Sent<F> | undefined) => keep({ ...current(), sent }),
    /** Ends a request. Keeps what was typed since. */
    settle(sent: F, key: string, now: Version<F> | undefined) {
      const { typed, base: before } = current();
      const since = changedFields(typed, isDiscarded(key) ? before.fields : sent);
      follow(now);
      const base = newest.current;
      keep({ base, typed: withFields(base.fields, typed, since) });
      if (since.length === 0) saved?.();
    },
  };
}
