/* The layout of a list view: its title with an action, and a panel beside it. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { keyFor } from "../../app/keyboard/shortcut-keys.ts";
import { icons } from "../icons.tsx";

// Matches the breakpoint in the styles: wider screens show the panel beside the list.
const narrow = matchMedia("(width < 1024px)");

/** Whether a panel covers the list, which must then be inert. */
const isPanelOver = signal(narrow.matches);

narrow.addEventListener("change", () => {
  isPanelOver.value = narrow.matches;
});

interface HeadProps {
  readonly title: string;
  /** Whether only screen readers get the title. */
  readonly isQuiet?: boolean;
  readonly children?: ComponentChildren;
}

export function ViewHead({ title, isQuiet, children }: HeadProps) {
  return (
    <div class={isQuiet ? "view-head tools" : "row wrap view-head"}>
      <h1 class={isQuiet ? "visually-hidden" : undefined} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

interface ListViewProps {
  readonly title: string;
  /** Beside the add button, instead of the title, which stays for screen readers. */
  readonly tools?: ComponentChildren;
  /** The button that adds an item; false if the key may not. */
  readonly add: { readonly href: string; readonly text: string } | false;
  readonly panel: ComponentChildren;
  readonly children: ComponentChildren;
}

export function ListView({ title, tools, add, panel, children }: ListViewProps) {
  const isOpen = Boolean(panel);
  return (
    <div class={isOpen ? "with-panel" : ""}>
      <div class="list" inert={isOpen && isPanelOver.value}>
        <ViewHead title={title} isQuiet={tools !== undefined}>
          {tools}
          {add && (
            <a class={isOpen ? "button add" : "button primary add"} href={add.href} {...keyFor("add", add.text)}>
              {icons.plus} {add.text}
            </a>
          )}
        </ViewHead>
        {children}
      </div>
      <Beside>{panel}</Beside>
    </div>
  );
}

/** A closing panel returns the focus to the list, so unmount it only after the list accepts focus again. */
function Beside({ children }: { readonly children: ComponentChildren }) {
  return <>{children}</>;
}
