/* What the keys of rows and panels do: they press the controls that say so. */
import { type KeyName, keys, lineOf, panelOf, rowsShown } from "./shortcut-keys.ts";

/** Does what a key of rows and panels does, in the row or the panel that has the focus. */
export function actOnRow(name: KeyName, target: Element): void {
  if (name === "next" || name === "previous") goOn(target, name === "next" ? 1 : -1);
  else press(name, target);
}

/** The part of a row that has the focus. */
function rowOf(target: Element): HTMLElement | null {
  return lineOf(target)?.querySelector<HTMLElement>("[data-row]") ?? null;
}

/** Goes to the next row. From a panel, it opens that. */
function goOn(target: Element, step: number): void {
  const rows = rowsShown();
  const isInPanel = panelOf(target) !== null;
  const from = isInPanel ? rows.find((row) => row.matches("[aria-current]")) : rowOf(target);
  const row = from && rows[rows.indexOf(from) + step];
  if (isInPanel) row?.click();
  else row?.focus();
}

/** Presses the control of a key: in the row, in the panel, or in the panel that the row opens. */
function press(name: KeyName, target: Element): void {
  const row = panelOf(target) === null ? rowOf(target) : null;
  const inRow = row && controlIn(lineOf(row), name);
  const panel = document.querySelector(".side-panel");
  if (inRow) use(inRow);
  else if (name === "choose") return;
  else if (row === null || row.matches("[aria-current]")) pressIn(panel, name);
  else {
    row.click();
    whenThere(() => {
      const opened = document.querySelector(".side-panel");
      return opened !== panel && pressIn(opened, name);
    });
  }
}

/** Presses the control of a key in a panel, and returns whether it is there. Tags are in the form that Edit opens. */
function pressIn(panel: Element | null, name: KeyName): boolean {
  const control = controlIn(panel, name);
  if (control !== null) use(control);
  if (control !== null || name !== "tag") return control !== null;
  const isOpening = pressIn(panel, "edit");
  if (isOpening) whenThere(() => pressIn(panel, name));
  return isOpening;
}

/** What has no `keyFor`: a row has one checkbox, and the form one field for tags. */
const controls: Partial<Record<KeyName, string>> = { choose: "input[type=checkbox]", tag: "input[name=tags]" };

function controlIn(element: Element | null, name: KeyName): HTMLElement | null {
  const control = controls[name] ?? `[aria-keyshortcuts="${keys[name][0]}"]`;
  return element?.querySelector<HTMLElement>(`${control}:not([aria-disabled=true])`) ?? null;
}

function use(control: HTMLElement): void {
  control.focus();
  control.click();
}

/** How long a panel may take to show a control, in milliseconds. */
const PATIENCE_MS = 3_000;

/** Tries again whenever the page changes, until it is done, another key is pressed, or it takes too long. */
function whenThere(act: () => boolean): void {
  const observer = new MutationObserver(() => act() && end());
  const timer = setTimeout(end, PATIENCE_MS);
  function end() {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener("keydown", end);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("keydown", end);
}
