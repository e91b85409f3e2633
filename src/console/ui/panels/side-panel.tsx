import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { texts } from "../../app/formats/language.ts";
import { icons } from "../icons.tsx";
import { Boundary } from "../states.tsx";

interface SidePanelProps {
  readonly title: ComponentChildren;
  readonly close: () => void;
  /** Above the title, over the whole width. */
  readonly banner?: ComponentChildren;
  /** Beside the title. */
  readonly actions?: ComponentChildren;
  /** Whether a field in it takes the focus, which its heading has otherwise. */
  readonly isForm?: boolean;
  readonly children: ComponentChildren;
}

/** A panel beside a list; on a phone it covers the list. It gets the focus when it opens, and Escape closes it from anywhere. */
export function SidePanel({ title, close, banner, actions, isForm, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // Before a field of a form in it takes the focus.
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    if (!isForm) heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      // A dialog or a menu that is open closes itself.
      const isTaken = event.defaultPrevented || document.querySelector("dialog[open], [role=menu]") !== null;
      if (event.key === "Escape" && !isTaken) latest.current();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <section class="side-panel" aria-labelledby={id}>
      {banner}
      <header>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {actions}
        <button type="button" class="quiet icon" aria-label={texts.value.common.close} onClick={close}>
          {icons.close}
        </button>
      </header>
      <Boundary>{children}</Boundary>
    </section>
  );
}

/** A fact with its name; undefined and false for what is not known. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** What is known of something, a line for each fact; in the card of a pet, in columns. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}
