/*
 * One form: what was typed and where it is kept, errors at the fields, sending, and a conflict with somebody else's change.
 *
 *   unchanged --type--> draft --submit--> sending --saved--> unchanged, or a draft of what was typed meanwhile
 *                         ^                  |--refused--> draft with errors
 *                         |                  |--stale--> merged and sent again, or conflict
 *                         '----decided---- conflict --discard--> unchanged, as it is now
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Failure, failureOf } from "../app/failure.ts";
import { allTexts } from "../app/formats/language.ts";
import { returns } from "../app/session/reach.ts";
import { Delivery, type DeliveryOptions } from "./delivery.ts";
import { changedFields, conflictsOf, type Draft, decided, type Fields, settled, withFields } from "./draft.ts";
import { fieldErrors } from "./field-errors.ts";
import { useHands } from "./hands.ts";
import { type DraftOptions, useDraft } from "./use-draft.ts";

type Names<F extends Fields> = readonly (keyof F & string)[];

export interface FormOptions<F extends Fields, Result> extends DraftOptions<F>, DeliveryOptions<F, Result> {
  /** Fields not worth sending alone, such as a note. */
  readonly companions?: Names<F>;
  /** API members whose fields have another name in this form. */
  readonly aliases?: Readonly<Record<string, string>> | ((path: string) => string | undefined);
  /** Fields that must not be empty. */
  readonly required?: Names<F>;
  /** Checks the input before it is sent; returns messages by field. */
  readonly check?: (typed: F) => Errors;
  /** Creates prerequisites before the request. Returned fields replace those typed. */
  readonly prepare?: (typed: F) => Promise<Partial<F> | undefined>;
}

/** Only those members of an update whose fields changed. */
export function only<T extends object>(changed: readonly string[], members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => changed.includes(name))) as Partial<T>;
}

type Errors = Readonly<Record<string, string | undefined>>;

/** A field that two people changed. */
export interface FieldConflict {
  readonly theirs: string;
  readonly mine: string;
  decide(isMine: boolean): void;
}

/** A form, as its components see it. */
export interface Form<F extends Fields> {
  readonly typed: F;
  /** Whether anything was typed. */
  readonly isDraft: boolean;
  /** Whether it creates something. */
  readonly isNew: boolean;
  /** Whether it can be submitted. A form that creates something can always be, and then says what is missing. */
  readonly isReady: boolean;
  readonly isSending: boolean;
  readonly errors: Errors;
  /** Why the request failed as a whole. */
  readonly failure: Failure | undefined;
  /** Field errors for screen readers, if the focus did not move to the field. */
  readonly unseen: string | undefined;
  readonly hasConflict: boolean;
  readonly element: { current: HTMLFormElement | null };
  /** Changes fields. A function gets the current input. */
  change(fields: Partial<F> | ((typed: F) => Partial<F>)): void;
  /** Records typing in a field. `shownAs` is its name where it is displayed. */
  type(field: keyof F & string, text: string, shownAs?: string): void;
  /** The displayed name of a field; by default its own. */
  readonly nameOf?: (field: keyof F & string) => string;
  /** Whether a field contains a text that was not typed here. */
  isPrefilled(field: string): boolean;
  /** Focuses the first match of a selector, unless somebody is typing. Returns whether it did. */
  focus(selector: string): boolean;
  discard(): void;
  submit(): void;
  conflictAt(field: keyof F & string): FieldConflict | undefined;
}

interface Outcome {
  readonly errors: Errors;
  readonly failure: Failure | undefined;
  readonly unseen?: string;
  /** The reconnect count at the time of the failure. */
  readonly returns?: number;
}

const FINE: Outcome = { errors: {}, failure: undefined };

/** The failure while it still holds: a lost connection ends with a reconnect. */
function failureIn({ failure, returns: before }: Outcome): Failure | undefined {
  return failure?.isOutOfReach && before !== returns.value ? undefined : failure;
}

/** Keeps the input of a form and sends it. */
export function useForm<F extends Fields, Result = unknown>(options: FormOptions<F, Result>): Form<F> {
  const { companions = [], about } = options;
  const store = useDraft(options);
  const { draft, keep } = store;
  const [outcome, setOutcome] = useState(FINE);
  const [isSending, setSending] = useState(false);
  const isUnderWay = useRef(false);
  const hands = useHands(outcome.failure);
  // In the same render as the messages, or a screen reader would announce the field first.
  const [refusals, setRefusals] = useState(0);
  useLayoutEffect(() => {
    if (refusals === 0 || hands.focus('[aria-invalid="true"]')) return;
    setOutcome((now) => ({ ...now, unseen: Object.values(now.errors).filter(Boolean).join(" ") }));
  }, [refusals]);

  const sendable = ({ typed, base }: Draft<F>) =>
    changedFields(typed, base.fields).filter((field) => !companions.includes(field));

  function refuse(next: Outcome): void {
    setOutcome(next);
    setRefusals((count) => count + 1);
  }
  /** The submitted input including prerequisites; undefined if it was discarded meanwhile. */
  async function prepared(submitted: F): Promise<F | undefined> {
    const found = await options.prepare?.(submitted);
    if (found === undefined) return submitted;
    const now = store.current();
    if (sendable(now).length === 0) return undefined;
    const left = Object.keys(found).filter((field) => now.typed[field] === submitted[field]);
    keep({ ...now, typed: withFields(now.typed, { ...submitted, ...found }, left) });
    return { ...submitted, ...found };
  }
  async function submit(next: Draft<F>): Promise<void> {
    if (isUnderWay.current || next.theirs !== undefined) return;
    hands.rest();
    const wrong = checked(options, next.typed);
    if (Object.values(wrong).some((text) => text !== undefined)) return refuse({ errors: wrong, failure: undefined });
    isUnderWay.current = true;
    setSending(true);
    setOutcome(FINE);
    try {
      const ready = await prepared(next.typed);
      const hasContent = (draft: Draft<F>) => sendable(draft).length > 0;
      if (ready !== undefined) await new Delivery(store, options, hasContent, ready).run();
    } catch (error) {
      refuse(outcomeOf(error, next.typed, options.aliases));
    }
    isUnderWay.current = false;
    setSending(false);
  }
  function change(given: Partial<F> | ((typed: F) => Partial<F>)): void {
    const now = store.current();
    const fields = typeof given === "function" ? given(now.typed) : given;
    const isOther = about !== undefined && fields[about] !== undefined && fields[about] !== now.typed[about];
    const base = now.theirs !== undefined && isOther ? { ...now.base, tag: now.theirs.tag } : now.base;
    const isFirst = sendable(now).length === 0 && now.theirs === undefined && now.sent === undefined;
    const next = {
      ...now,
      base: isFirst ? { ...base, tag: store.newest().tag } : base,
      typed: { ...now.typed, ...fields },
    };
    keep(settled(isOther ? { ...next, theirs: undefined } : next));
    setOutcome(({ errors }) => ({
      errors: Object.fromEntries(Object.entries(errors).filter(([field]) => !(fieldIn(field) in fields))),
      failure: undefined,
    }));
  }
  return {
    typed: draft.typed,
    isDraft: store.isDraft,
    isNew: options.versionOf === undefined,
    isReady: options.versionOf === undefined || sendable(draft).length > 0,
    isSending,
    errors: outcome.errors,
    failure: failureIn(outcome),
    unseen: outcome.unseen,
    hasConflict: draft.theirs !== undefined,
    element: hands.element,
    change,
    type(field, text, shownAs = field) {
      hands.type(shownAs);
      change({ [field]: text } as Partial<F>);
    },
    isPrefilled: hands.isUntouched,
    focus: hands.focus,
    discard() {
      keep(undefined);
      setOutcome(FINE);
    },
    // Read again: the person may have typed since the last render.
    submit: () => void submit(store.current()),
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

function checked<F extends Fields>(
  { required = [], check }: Pick<FormOptions<F, never>, "required" | "check">,
  typed: F,
) {
  const { missing } = allTexts.value.fields;
  return {
    ...Object.fromEntries(required.map((name) => [name, typed[name] === "" ? missing : undefined])),
    ...check?.(typed),
  };
}

function outcomeOf(error: unknown, typed: Fields, aliases: FormOptions<Fields, unknown>["aliases"] = {}): Outcome {
  const aliasOf = typeof aliases === "function" ? aliases : (path: string) => aliases[path];
  const errors = Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([path, text]) => [aliasOf(path) ?? nameIn(path, typed), text]),
  );
  const isShown = Object.keys(errors).some((field) => fieldIn(field) in typed);
  return { errors, failure: isShown ? undefined : failureOf(error), returns: returns.peek() };
}

/** The outer field of a nested one: for an item, the field of its list. */
function fieldIn(field: string): string {
  return field.split(".")[0] ?? field;
}

/** The form field for an API path, such as `tags` for `tags.0`. */
function nameIn(path: string, typed: Fields): string {
  return path.split(".").findLast((name) => name in typed) ?? path;
}
