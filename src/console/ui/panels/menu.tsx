import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type KeyName, keyFor } from "../../app/keyboard/shortcut-keys.ts";

/** The space that a menu of four items needs, in pixels. */
const ROOM = 200;

interface MenuProps {
  /** The accessible name, such as "Status of Rex". */
  readonly label: string;
  readonly class?: string;
  /** Whether the text of the button is its accessible name. */
  readonly hasText?: boolean;
  /** -1 in a row that is not the tab stop. */
  readonly tabIndex?: number;
  /** The shortcut that opens it while the focus is near. */
  readonly keyName?: KeyName;
  readonly children: ComponentChildren;
  readonly items: readonly MenuItem[];
}

export interface MenuItem {
  readonly text: string;
  readonly class?: string | undefined;
  /** Whether it is the current value. */
  readonly isChecked?: boolean;
  readonly isDisabled?: boolean;
  /** Whether a separator precedes it. */
  readonly startsGroup?: boolean;
  readonly choose: () => void;
}

/** A button with a menu below it, or above if there is no space. Supports arrow keys, type-ahead, Enter and Escape. */
export function Menu({ label, class: name = "", hasText = false, tabIndex = 0, keyName, children, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  function close() {
    setOpen(false);
    button.current?.focus();
  }
  return (
    <div class="menu">
      <button
        ref={button}
        type="button"
        class={name}
        tabIndex={tabIndex}
        aria-label={hasText ? undefined : label}
        aria-haspopup="menu"
        {...(keyName && keyFor(keyName, label))}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || isOpen) return;
          event.preventDefault();
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {isOpen && (
        <Items id={id} label={label} items={items} button={button} close={close} leave={() => setOpen(false)} />
      )}
    </div>
  );
}

interface ItemsProps extends Pick<MenuProps, "label" | "items"> {
  readonly id: string;
  readonly button: { readonly current: HTMLElement | null };
  readonly close: () => void;
  readonly leave: () => void;
}

function Items({ id, label, items, button, close, leave }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  const { bottom = 0, left = 0 } = button.current?.getBoundingClientRect() ?? {};
  const place = [innerHeight - bottom < ROOM && "up", left < ROOM && "left"].filter(Boolean).join(" ");
  useLayoutEffect(() => focusItem(list.current, 0), []);
  useEffect(() => {
    function onPointer({ target }: PointerEvent) {
      if (!(target instanceof Node) || button.current?.parentElement?.contains(target)) return;
      leave();
    }
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, []);
  function onKeyDown(event: KeyboardEvent) {
    const all = itemsIn(list.current);
    const index = all.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -index, End: -1 - index }[event.key];
    if (event.key === "Tab") return leave();
    event.stopPropagation();
    if (event.key === "Escape") close();
    else if (step !== undefined) focusItem(list.current, index + step);
    else if (event.key.length === 1 && event.key !== " ") {
      all.find((item) => item.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else return;
    event.preventDefault();
  }
  return (
    <div ref={list} id={id} role="menu" tabIndex={-1} aria-label={label} class={place} onKeyDown={onKeyDown}>
      {items.map(({ text, class: name = "", isChecked, isDisabled = false, startsGroup, choose }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a `menuitemradio` has it, and a `menuitem` is given none
        <button
          key={text}
          type="button"
          role={isChecked === undefined ? "menuitem" : "menuitemradio"}
          aria-checked={isChecked}
          aria-disabled={isDisabled}
          class={startsGroup ? "group" : undefined}
          tabIndex={-1}
          onClick={() => {
            if (isDisabled) return;
            close();
            choose();
          }}
        >
          <span class={name}>{text}</span>
        </button>
      ))}
    </div>
  );
}

function itemsIn(list: Element | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("button") ?? [])];
}

function focusItem(list: Element | null, index: number): void {
  const all = itemsIn(list);
  all.at(((index % all.length) + all.length) % all.length)?.focus();
}
