import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { failureText } from "./failure.tsx";
import { texts } from "./language.ts";

interface DialogProps {
  readonly title: string;
  /** Called on Escape; without it, the dialog stays until its work is done. */
  readonly close?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** A dialog over the page. The browser keeps the focus in it and gives it back afterwards. */
export function Dialog({ title, close, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  /** Shown below the text. */
  readonly children?: ComponentChildren;
  /** What is done, such as "Delete". */
  readonly action: string;
  /** Whether the action is marked as one that destroys something; by default it is. */
  readonly isDangerous?: boolean;
  /** What closes the dialog without doing it; "Cancel" by default. */
  readonly dismissal?: string;
  /** Says why it failed. */
  readonly explain?: (error: unknown) => string;
  /** Does it. When it rejects, the dialog stays and says why. */
  readonly confirm: () => Promise<void>;
  readonly close: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  text,
  children,
  action,
  isDangerous = true,
  dismissal = texts.value.common.cancel,
  explain = failureText,
  confirm,
  close,
}: ConfirmProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  async function act() {
    setBusy(true);
    setFailure("");
    try {
      await confirm();
      close();
    } catch (error) {
      setFailure(explain(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={title} close={close}>
      <p>{text}</p>
      {children}
      <p class="field-error" role="alert">
        {failure}
      </p>
      <div class="buttons">
        <button type="button" onClick={close}>
          {dismissal}
        </button>
        <button type="button" class={isDangerous ? "danger" : "primary"} disabled={isBusy} onClick={act}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
