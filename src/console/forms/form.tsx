/* The frame of every form: fields, refusal, Discard and the submit button. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { allTexts } from "../app/formats/language.ts";
import { isComposing } from "../app/keyboard/shortcut-keys.ts";
import { focusFirstField } from "../ui/panels/dialog.tsx";
import { FailureText } from "../ui/states.tsx";
import type { Fields } from "./draft.ts";
import type { Form as FormState } from "./use-form.ts";

interface FormProps<F extends Fields> {
  readonly form: FormState<F>;
  /** The label of the submit button, such as "Save". */
  readonly action: string;
  /** Whether the buttons appear only once something is typed. */
  readonly isQuiet?: boolean;
  /** Whether the first field takes the focus. */
  readonly hasFocus?: boolean;
  /** Closes the form without submitting. */
  readonly cancel?: (() => void) | undefined;
  /** Called on Escape, and on Enter in an unchanged field. */
  readonly leave?: () => void;
  /** Submits and goes on with the next one; also on Ctrl+Enter. */
  readonly next?: { readonly text: string; readonly send: () => void };
  readonly children: ComponentChildren;
}

export function Form<F extends Fields>(props: FormProps<F>) {
  const { form, action, isQuiet, hasFocus, cancel, leave, next, children } = props;
  const { common } = allTexts.value;
  useLayoutEffect(() => {
    if (hasFocus) focusFirstField(form.element.current);
  }, []);
  // On a phone, the pressed button is far below the question.
  useLayoutEffect(() => {
    if (form.hasConflict) form.focus(".field:has(> .notice) :is(input, select, textarea)");
  }, [form.hasConflict]);
  const selecting = useSelection(form);
  const canSend = !form.hasConflict && !form.isSending && form.isReady;
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const isEnter = event.key === "Enter" && event.target instanceof HTMLInputElement;
    const act =
      next !== undefined && event.key === "Enter" && (event.ctrlKey || event.metaKey)
        ? canSend && next.send
        : (event.key === "Escape" || (isEnter && !form.isDraft)) && leave;
    if (!act) return;
    // Keep Escape from whatever contains the form.
    event.preventDefault();
    act();
  }
  return (
    <form
      ref={form.element}
      noValidate
      {...selecting}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) form.submit();
      }}
      onKeyDown={onKeyDown}
    >
      {children}
      <div role="alert">
        {form.failure !== undefined && <FailureText {...form.failure} />}
        {form.unseen !== undefined && <p class="visually-hidden">{form.unseen}</p>}
      </div>
      <div class="buttons" hidden={isQuiet && !form.isDraft}>
        {cancel !== undefined && !form.isDraft && (
          <button type="button" onClick={cancel}>
            {common.cancel}
          </button>
        )}
        {form.isDraft && (
          <button type="button" onClick={form.discard}>
            {common.discard}
          </button>
        )}
        {next !== undefined && (
          <button type="button" aria-disabled={!canSend} onClick={() => canSend && next.send()}>
            {next.text}
          </button>
        )}
        {/* Not `disabled`: a focused button would lose the focus. */}
        <button type="submit" class="primary" aria-disabled={!canSend}>
          {action}
        </button>
      </div>
    </form>
  );
}

/** Selects a prefilled text on focus, so that typing replaces it. */
function useSelection<F extends Fields>(form: FormState<F>) {
  const entered = useRef<EventTarget | undefined>(undefined);
  const isText = (target: EventTarget | null): target is HTMLInputElement =>
    target instanceof HTMLInputElement && /^(?:text|url)$/.test(target.type);
  return {
    onFocusIn({ target }: FocusEvent) {
      if (!isText(target) || !form.isPrefilled(target.name)) return;
      entered.current = target;
      target.select();
    },
    // The browser places the cursor after the focus event.
    onClick({ target }: MouseEvent) {
      const isEntered = isText(target) && entered.current === target && target.selectionStart === target.selectionEnd;
      if (isEntered && form.isNew) target.select();
      entered.current = undefined;
    },
  };
}
