import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "./language.ts";

interface SidePanelProps {
  readonly title: ComponentChildren;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A panel beside a list; on a phone, it covers the list. It has the focus when it opens, and Escape closes it. Then the focus is back where it was. */
export function SidePanel({ title, close, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <section
      class="side-panel"
      aria-labelledby={id}
      onKeyDown={(event) => {
        // A dialog that the panel has opened closes itself.
        const isInDialog = event.target instanceof Element && event.target.closest("dialog") !== null;
        if (event.key === "Escape" && !isInDialog) close();
      }}
    >
      <header>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="quiet icon" aria-label={texts.value.common.close} onClick={close}>
          ×
        </button>
      </header>
      {children}
    </section>
  );
}
