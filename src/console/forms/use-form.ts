/*
 * One form: what was typed and where it is kept, errors at the fields, sending, and a conflict with somebody else's change.
 *
 *   unchanged --type--> draft --submit--> sending --saved--> unchanged, or a draft of what was typed meanwhile
 *                         ^                  |--refused--> draft with errors
 *                         |                  |--stale--> merged and sent again, or conflict
 *                         '----decided---- conflict --discard--> unchanged, as it is now
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Failure, failureOf, hasCode } from "../app/failure.ts";
import { returns } from "../app/reach.ts";
import {
  changedFields,
  conflictsOf,
  type Draft,
  decided,
  type Fields,
  merge,
  sendingOf,
  settled,
  type Version,
} from "./draft.ts";
import { fieldErrors } from "./field-errors.ts";
import { type DraftOptions, useDraft } from "./use-draft.ts";

type Names<F extends Fields> = readonly (keyof F & string)[];

/** What is sent. */
export interface Sending<F extends Fields> {
  readonly typed: F;
  /** The tag of the version that the person saw. */
  readonly tag: string | undefined;
  /** The fields that differ from that version: only these are to be changed. */
  readonly changed: Names<F>;
  readonly idempotencyKey: string;
  /** What was first sent under this key: something else than `typed` only if its response was lost and more was typed since. */
  readonly first: F;
}

/** What a form is for. */
export interface FormOptions<F extends Fields> extends DraftOptions<F> {
  /** Fields that are nothing to send without another one, such as a note. */
  readonly companions?: Names<F>;
  /** The fields of the service that this form has by other names. */
  readonly aliases?: Readonly<Record<string, keyof F & string>>;
  /** What a person can know to be wrong, by field. */
  readonly check?: (typed: F) => Errors;
  /** Makes what has to be there first. The fields that it returns take the place of what was typed. */
  readonly prepare?: (typed: F) => Promise<Partial<F> | undefined>;
  /** Whether it makes one thing: then whatever is typed after a lost response must not make another. */
  readonly makesOne?: boolean;
  /** Sends it, and returns the version afterwards; without one, the form is as it was at first. */
  readonly send: (sending: Sending<F>) => Promise<Version<F> | undefined>;
  /** Reads the version there is now, after somebody else has changed it. */
  readonly read?: (typed: F) => Promise<Version<F>>;
}

/** The members of an update whose fields were changed: only these are sent. */
export function only<T extends object>(changed: readonly string[], members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => changed.includes(name))) as Partial<T>;
}

type Errors = Readonly<Record<string, string | undefined>>;

/** A field that two people have changed. */
export interface FieldConflict {
  readonly theirs: string;
  readonly mine: string;
  decide(isMine: boolean): void;
}

/** A form, for the components that show it. */
export interface Form<F extends Fields> {
  readonly typed: F;
  /** Whether anything was typed. */
  readonly isDraft: boolean;
  /** Whether there is something to send. */
  readonly isChanged: boolean;
  readonly isSending: boolean;
  readonly errors: Errors;
  /** Why the whole was refused. */
  readonly failure: Failure | undefined;
  readonly hasConflict: boolean;
  readonly element: { current: HTMLFormElement | null };
  change(fields: Partial<F>): void;
  discard(): void;
  submit(): void;
  conflictAt(field: keyof F & string): FieldConflict | undefined;
}

/** As often as changes of other fields by others are merged before the form gives up. */
const MERGES_MAX = 5;

interface Outcome {
  readonly errors: Errors;
  readonly failure: Failure | undefined;
  /** How often the service had come back into reach by then. */
  readonly returns?: number;
}

const FINE: Outcome = { errors: {}, failure: undefined };

/** A failure for as long as it is true. */
function failureIn({ failure, returns: before }: Outcome): Failure | undefined {
  return failure?.isOutOfReach && before !== returns.value ? undefined : failure;
}

/** Keeps what is typed into a form, and sends it. */
export function useForm<F extends Fields>(options: FormOptions<F>): Form<F> {
  const { companions = [], about } = options;
  const store = useDraft(options);
  const { draft, keep } = store;
  const [outcome, setOutcome] = useState(FINE);
  const [isSending, setSending] = useState(false);
  const isUnderWay = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  // With the messages, so that nobody hears the field before them.
  useLayoutEffect(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [outcome]);

  const sendable = ({ typed, base }: Draft<F>) =>
    changedFields(typed, base.fields).filter((field) => !companions.includes(field));

  async function send(sending: Draft<F>, merges = 0): Promise<void> {
    const { typed, base } = sending;
    const sent = sendingOf(sending, options.makesOne);
    keep({ ...sending, sent });
    try {
      store.settle(sending, sent.key, await options.send(contentOf(sending, sent)));
    } catch (error) {
      if (store.isDiscarded(sent.key)) return;
      if (options.makesOne && isRefusal(error)) keep({ ...store.current(), sent: undefined });
      if (options.read === undefined || !hasCode(error, "precondition_failed", "conflict")) throw error;
      const theirs = await options.read(typed);
      const merged = merge({ ...store.current(), base }, theirs);
      // The service refuses it for another reason.
      if (theirs.tag === base.tag || merges === MERGES_MAX) throw error;
      store.follow(theirs);
      if (merged.theirs !== undefined) keep(merged);
      else if (sendable(merged).length === 0) store.settle(sending, sent.key, theirs);
      else await send(merged, merges + 1);
    }
  }
  /** A draft with what had to be there first; undefined if it was discarded meanwhile. */
  async function prepared(next: Draft<F>): Promise<Draft<F> | undefined> {
    const found = await options.prepare?.(next.typed);
    if (found === undefined) return next;
    const now = store.current();
    if (sendable(now).length === 0) return undefined;
    keep({ ...now, typed: { ...now.typed, ...found } });
    return { ...next, typed: { ...next.typed, ...found } };
  }
  async function submit(next: Draft<F>): Promise<void> {
    if (isUnderWay.current || next.theirs !== undefined) return;
    const wrong = options.check?.(next.typed) ?? {};
    if (Object.values(wrong).some((text) => text !== undefined))
      return setOutcome({ errors: wrong, failure: undefined });
    isUnderWay.current = true;
    setSending(true);
    setOutcome(FINE);
    await prepared(next)
      .then((ready) => ready && send(ready))
      .catch((error: unknown) => setOutcome(outcomeOf(error, next.typed, options.aliases)));
    isUnderWay.current = false;
    setSending(false);
  }
  return {
    typed: draft.typed,
    isDraft: store.isDraft,
    isChanged: sendable(draft).length > 0,
    isSending,
    errors: outcome.errors,
    failure: failureIn(outcome),
    hasConflict: draft.theirs !== undefined,
    element,
    change(fields) {
      const now = store.current();
      const isOther = about !== undefined && fields[about] !== undefined && fields[about] !== now.typed[about];
      const base = now.theirs !== undefined && isOther ? { ...now.base, tag: now.theirs.tag } : now.base;
      const before =
        sendable(now).length === 0 && now.theirs === undefined ? { ...base, tag: store.newest().tag } : base;
      const next = { ...now, base: before, typed: { ...now.typed, ...fields } };
      keep(settled(isOther ? { ...next, theirs: undefined } : next));
      const cleared = Object.fromEntries(Object.keys(fields).map((field) => [field, undefined]));
      setOutcome({ errors: { ...outcome.errors, ...cleared }, failure: undefined });
    },
    discard() {
      keep(undefined);
      setOutcome(FINE);
    },
    submit: () => void submit(draft),
    conflictAt(field) {
      const { theirs, typed } = draft;
      if (theirs === undefined || !conflictsOf(draft).includes(field)) return undefined;
      const decide = (isMine: boolean) => {
        const next = decided(draft, field, isMine);
        const isLeft = sendable(next).length > 0;
        keep(isLeft ? next : undefined);
        if (isLeft) submit(next);
      };
      return { theirs: theirs.fields[field] ?? "", mine: typed[field] ?? "", decide };
    },
  };
}

function contentOf<F extends Fields>(
  { typed, base }: Draft<F>,
  { text, key }: { text: string; key: string },
): Sending<F> {
  const changed = changedFields(typed, base.fields);
  return { typed, tag: base.tag, changed, idempotencyKey: key, first: { ...typed, ...JSON.parse(text) } };
}

/** Whether what was sent is wrong, so that nothing was made of it. Other failures say nothing about an earlier try that was lost. */
export function isRefusal(error: unknown): boolean {
  return hasCode(error, "validation_failed", "conflict", "not_found");
}

function outcomeOf(error: unknown, typed: Fields, aliases: Readonly<Record<string, string>> = {}): Outcome {
  const errors = Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([field, text]) => [aliases[field] ?? nameIn(field, typed), text]),
  );
  const isShown = Object.keys(errors).some((field) => field in typed);
  return { errors, failure: isShown ? undefined : failureOf(error), returns: returns.peek() };
}

/** The field of the form that a path of the service leads to, such as `tags.0` to `tags`. */
function nameIn(path: string, typed: Fields): string {
  return path.split(".").findLast((name) => name in typed) ?? path;
}
