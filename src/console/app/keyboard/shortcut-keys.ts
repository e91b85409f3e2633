/* The keys of the console, in one table: what they do, the help and the tooltips come from it. */
import { signal } from "@preact/signals";
import { texts } from "../formats/language.ts";

/** The keys by what they do, as the help shows them: one or the other. */
export const keys = {
  find: ["Ctrl K"],
  search: ["/"],
  add: ["n"],
  rows: ["↑", "↓"],
  next: ["j"],
  previous: ["k"],
  open: ["Enter"],
  edit: ["e"],
  reserve: ["r"],
  handOver: ["h"],
  print: ["p"],
  choose: ["x", "Space"],
  status: ["s"],
  tag: ["t"],
  undo: ["Ctrl Z"],
  close: ["Esc"],
  help: ["?"],
} as const;

/** What a key does. */
export type KeyName = keyof typeof keys;

const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform);

/** A key as the keyboard of this device names it. */
export function keyText(key: string): string {
  const names: Readonly<Record<string, string>> = texts.value.keys;
  return key
    .split(" ")
    .map((part) => (isMac && part === "Ctrl" ? "⌘" : (names[part] ?? part)))
    .join(" ");
}

const STORED = "petstore-letters";

/** Whether letters and signs are shortcuts on this device. Who speaks to the computer switches them off (WCAG 2.1.4). */
export const areLettersOn = signal(localStorage.getItem(STORED) !== "off");

/** Switches letters and signs as shortcuts on or off. */
export function switchLetters(areOn: boolean): void {
  areLettersOn.value = areOn;
  localStorage.setItem(STORED, areOn ? "on" : "off");
}

/** Whether keys go into a field, so that they are no shortcuts. */
export function isTyping({ target }: Pick<Event, "target">): boolean {
  return (
    target instanceof Element &&
    target.closest("input:not([type=checkbox]), textarea, select, dialog, [role=menu]") !== null
  );
}

/** Whether a key belongs to the composition of a character, such as the Enter that ends one in Japanese. */
export function isComposing({ isComposing: is, keyCode }: KeyboardEvent): boolean {
  // Safari ends the composition before the key that ends it.
  return is || keyCode === 229;
}

/** Whether a key acts on a row or a panel, and only while that has the focus. */
export function isRowKey(name: KeyName): boolean {
  return name !== "add" && /^[a-z]$/.test(keys[name][0]);
}

/** The line of a list that something is in. */
export const lineOf = (target: Element) => target.closest(":is(tr, li):has([data-row])");

/** What has the focus of each row of the list. */
export const rowsShown = () => [...document.querySelectorAll<HTMLElement>("[data-row]")];

/** The panel that something is in. */
export const panelOf = (target: Element) => target.closest<HTMLElement>(".side-panel");

/** What a key that was pressed does. Those with Ctrl that find something act in fields too. */
export function keyPressed(event: KeyboardEvent): KeyName | undefined {
  const { target, key, altKey, shiftKey } = event;
  const hasCtrl = event.ctrlKey || event.metaKey;
  if (isComposing(event) || altKey || (hasCtrl && shiftKey) || (!hasCtrl && !areLettersOn.value)) return undefined;
  const pressed = hasCtrl ? `Ctrl ${key.toUpperCase()}` : key.toLowerCase();
  const name = (Object.keys(keys) as KeyName[]).find((one) => keys[one][0] === pressed);
  if (name === undefined || (name !== "find" && isTyping(event))) return undefined;
  const hasFocus = target instanceof Element && (lineOf(target) ?? panelOf(target)) !== null;
  return hasFocus || !isRowKey(name) ? name : undefined;
}

/** Calls back when the key is pressed. Returns a function that stops it. */
export function onKey(name: KeyName, callback: () => void): () => void {
  function onKeyDown(event: KeyboardEvent) {
    if (keyPressed(event) !== name) return;
    event.preventDefault();
    callback();
  }
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

/** Attributes of the control that a key presses: in the row or the panel that has the focus. */
export function keyFor(name: KeyName, text: string) {
  const [key] = keys[name];
  return areLettersOn.value ? { "aria-keyshortcuts": key, title: `${text} (${keyText(key)})` } : {};
}
