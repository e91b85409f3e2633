/* The draft of a form, kept in the tab. */
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

/** What a draft is of. */
export interface DraftOptions<F extends Fields> {
  /** Where it is kept. A component whose form can get another name needs a `key`. */
  readonly name: string;
  /** What the fields are without a draft. */
  readonly version: Version<F>;
  /** The field that says what is recorded. Another value ends a conflict, and the form is empty again after sending. */
  readonly about?: keyof F & string;
  /** What the person calls it, and where its form is, to say that it is not saved. */
  readonly describe?: (typed: F) => Unsaved;
  /** Called when everything that was typed is saved. */
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

/** How many forms are open, by the names of their drafts. */
const openForms = new Map<string, number>();

/** Says that a form was closed with a draft, unless another one has its place. */
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

/** The draft of a form on top of the newest version that is known, as the code that sends it sees it. */
export type DraftStore<F extends Fields> = ReturnType<typeof useDraft<F>>;

/** The draft of a form, on top of the newest version that is known. */
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
    // What was sent without a response is kept for its Idempotency-Key, even if nothing was typed.
    const isKept = next !== undefined && (next.sent !== undefined || isTyped(next));
    if (isKept) keepDraft(name, next, isTyped(next) ? describe?.(next.typed) : undefined);
    else dropDraft(name);
    setStored(isKept ? next : undefined);
  }
  function follow(now: Version<F> | undefined): void {
    if (now === undefined) newest.current = given.current;
    // What is recorded next begins empty.
    else newest.current = about === undefined ? now : { fields: given.current.fields, tag: now.tag };
  }
  /** As it is now: somebody may have typed while a request was under way. */
  const current = () => readDraft(name, version.fields) ?? fresh();
  /** Whether what is being sent was discarded since. */
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
    /** Ends sending. What was typed since stays. */
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
