/* The frame of every form: its fields, why it was refused, Discard and the button that sends it. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { allTexts } from "../app/language.ts";
import { FailureText } from "../ui/states.tsx";
import type { Fields } from "./draft.ts";
import type { Form as FormState } from "./use-form.ts";

interface FormProps<F extends Fields> {
  readonly form: FormState<F>;
  /** What sending does, such as "Save". */
  readonly action: string;
  /** Whether it is there to be sent as it is, without a change. */
  readonly isReady?: boolean;
  /** Whether its buttons are there only when something is typed. */
  readonly isQuiet?: boolean;
  /** Whether the first field gets the focus. */
  readonly hasFocus?: boolean;
  /** Closes the form without sending it. */
  readonly cancel?: (() => void) | undefined;
  /** What Escape does, and Enter in a field as long as nothing is changed. */
  readonly leave?: () => void;
  /** Sends it and goes on with the next one, also with Ctrl Enter. */
  readonly next?: { readonly text: string; readonly send: () => void };
  readonly children: ComponentChildren;
}

/** A form. */
export function Form<F extends Fields>(props: FormProps<F>) {
  const { form, action, isReady, isQuiet, hasFocus, cancel, leave, next, children } = props;
  const { common } = allTexts.value;
  useLayoutEffect(() => {
    if (hasFocus) form.element.current?.querySelector<HTMLElement>("input:not([type=file]), select, textarea")?.focus();
  }, []);
  // On a phone, the button that was pressed is far below the question.
  useLayoutEffect(() => {
    if (!form.hasConflict) return;
    form.element.current?.querySelector<HTMLElement>(".field:has(> .notice) :is(input, select, textarea)")?.focus();
  }, [form.hasConflict]);
  const canSend = !form.hasConflict && !form.isSending && (isReady || form.isChanged);
  function onKeyDown(event: KeyboardEvent) {
    const isEnter = event.key === "Enter" && event.target instanceof HTMLInputElement;
    const act =
      next !== undefined && event.key === "Enter" && (event.ctrlKey || event.metaKey)
        ? canSend && next.send
        : (event.key === "Escape" || (isEnter && !form.isDraft)) && leave;
    if (!act) return;
    // What is around the form does not hear of it.
    event.preventDefault();
    act();
  }
  return (
    <form
      ref={form.element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) form.submit();
      }}
      onKeyDown={onKeyDown}
    >
      {children}
      <div role="alert">{form.failure !== undefined && <FailureText {...form.failure} />}</div>
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
        {/* Not `disabled`: a button that has the focus would lose it. */}
        <button type="submit" class="primary" aria-disabled={!canSend}>
          {action}
        </button>
      </div>
    </form>
  );
}
