/* The focus never falls to the page: when what has it disappears, the same control of the next item gets it, or what was around it. */

/** Where the focus can go, from the inside out: an open dialog, a panel, the current row of a list, the view. */
const HOMES = ["dialog[open] h2", ".side-panel h2", "[data-row][tabindex='0']", "main h1", "main"];

let last: Element | undefined;
let path: readonly Element[] = [];

/** The item of a list that has the focus, the items beside it, and which of its controls has the focus. */
let item: { readonly self: Element; readonly beside: readonly Element[]; readonly nth: number } | undefined;

const CONTROLS = "button, a[href]";

function remember({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return;
  last = target;
  path = ancestorsOf(target);
  const self = target.closest("li");
  if (self === null) item = undefined;
  else {
    const beside = [self.nextElementSibling, self.previousElementSibling].filter((one) => one !== null);
    item = { self, beside, nth: [...self.querySelectorAll(CONTROLS)].indexOf(target) };
  }
}

/** The control of the next item that does the same, so that whoever works through a list goes on from there. */
function sameOfNext(): HTMLElement | undefined {
  if (item === undefined || item.nth < 0 || item.self.isConnected) return undefined;
  const next = item.beside.find((one) => one.isConnected);
  return next?.querySelectorAll<HTMLElement>(CONTROLS)[item.nth];
}

function ancestorsOf(element: Element): readonly Element[] {
  const parent = element.parentElement;
  return parent === null ? [] : [parent, ...ancestorsOf(parent)];
}

function keep(): void {
  if (document.activeElement !== document.body || last === undefined) return;
  if (last.isConnected && !last.matches(":disabled, [inert] *, [hidden] *")) return;
  const around = path.find((element) => element.isConnected && element.matches("dialog[open], .side-panel"));
  const home =
    sameOfNext() ??
    around?.querySelector<HTMLElement>("h2") ??
    HOMES.map((selector) => document.querySelector<HTMLElement>(selector)).find((element) => element !== null);
  if (home === undefined || home === null) return;
  if (!home.hasAttribute("tabindex") && !home.matches("a, button")) home.tabIndex = -1;
  home.focus({ preventScroll: true });
}

/** Starts to watch over the focus. */
export function keepFocus(): void {
  document.addEventListener("focusin", remember);
  // Whoever moves the focus on purpose does so before this is called.
  new MutationObserver(() => setTimeout(keep)).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled", "inert", "hidden"],
  });
}
