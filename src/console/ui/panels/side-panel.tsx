import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { texts } from "../../app/formats/language.ts";
import { icons } from "../icons.tsx";
import { Boundary } from "../states.tsx";

interface SidePanelProps {
  readonly title: ComponentChildren;
  readonly close: () => void;
  /** Above the title, full width. */
  readonly banner?: ComponentChildren;
  /** Beside the title. */
  readonly actions?: ComponentChildren;
  /** Whether its first field takes the focus instead of the heading. */
  readonly isForm?: boolean;
  readonly children: ComponentChildren;
}

/**
 * A panel beside a list; on a phone it covers the list. Takes the focus when it opens, and closes on Escape from
 * anywhere.
 */
export function SidePanel({ title, close, banner, actions, isForm, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // Read before a field inside takes the focus.
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
      // An open dialog or menu handles Escape itself.
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

/** A label and its value; undefined and false are omitted. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** A list of facts, one per line; in the card of a pet, in columns. */
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
