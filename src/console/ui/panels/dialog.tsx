import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Failure, failureOf } from "../../app/failure.ts";
import { allTexts } from "../../app/formats/language.ts";
import { endQuestion, type Question, question } from "../../app/questions.ts";
import { FailureText } from "../states.tsx";

interface DialogProps {
  readonly title: ComponentChildren;
  readonly class?: string;
  /** Called on Escape. Without it, the dialog stays until its work is done. */
  readonly close?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** Focuses the first field of a form, if there is one. */
export function focusFirstField(form: Element | null | undefined): void {
  const fields = "input:not([type=file]), select, textarea";
  const field = form?.querySelector<HTMLElement>("[data-first=true] input") ?? form?.querySelector<HTMLElement>(fields);
  field?.focus();
}

/** A modal dialog. The browser traps the focus and restores it afterwards. */
export function Dialog({ title, class: name, close, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // The browser would focus an earlier button.
    focusFirstField(dialog?.querySelector("form"));
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={name}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
    >
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, text, action, isDangerous = true, explain = failureOf, confirm }: Question) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  async function act() {
    if (isBusy) return;
    const asked = question.peek();
    setBusy(true);
    setFailure(undefined);
    try {
      await confirm();
      // Another question may have replaced it.
      if (question.peek() === asked) endQuestion();
    } catch (error) {
      setFailure(explain(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={title} close={endQuestion}>
      <p>{text}</p>
      <div role="alert">{failure !== undefined && <FailureText {...failure} />}</div>
      <div class="buttons">
        <button type="button" onClick={endQuestion}>
          {allTexts.value.common.cancel}
        </button>
        {/* The key press that opened the dialog must not confirm it. */}
        <button
          type="button"
          class={isDangerous ? "danger" : "primary"}
          autofocus={!isDangerous}
          aria-disabled={isBusy}
          onClick={act}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}
