/* The frame of a view that is a list: its title with its action, and what is open beside it. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { keyFor } from "../../app/keyboard/shortcut-keys.ts";
import { icons } from "../icons.tsx";

// The styles put a panel beside its list on a wider screen.
const narrow = matchMedia("(width < 1024px)");

/** Whether a panel lies over the list: then nothing below it can have the focus. */
const isPanelOver = signal(narrow.matches);

narrow.addEventListener("change", () => {
  isPanelOver.value = narrow.matches;
});

interface HeadProps {
  readonly title: string;
  /** Whether only screen readers need the title. */
  readonly isQuiet?: boolean;
  readonly children?: ComponentChildren;
}

/** The title of a view with its action. */
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
  /** Beside what adds something, in place of the title, which is then for screen readers. */
  readonly tools?: ComponentChildren;
  /** Adds something to the list; false for a key that may not. */
  readonly add: { readonly href: string; readonly text: string } | false;
  readonly panel: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A view that is a list, with a panel beside it or over it. */
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

/** A panel that closes gives its focus back to the list: it must go after the list can have the focus again. */
function Beside({ children }: { readonly children: ComponentChildren }) {
  return <>{children}</>;
}
