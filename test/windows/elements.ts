/* How a test finds elements of a document, by what a person or a screen reader sees of them. */
import { getRole, isInaccessible } from "dom-accessibility-api";
import type { Locator } from "playwright-core";

/** A text that is contained in any case, or a pattern. */
export type Text = string | RegExp;

/** What an element is beside its role. */
export type RoleOptions = NonNullable<Parameters<Locator["getByRole"]>[1]>;

/** What an element contains. */
export type ContentOptions = NonNullable<Parameters<Locator["filter"]>[0]>;

/** A text with single spaces. */
export function plain(text: string | null | undefined): string {
  return (text ?? "").replace(/[\s\u200b]+/g, " ").trim();
}

function isLike(found: string, text: Text, isExact = false): boolean {
  if (text instanceof RegExp) return text.test(found);
  return isExact ? found === plain(text) : found.toLowerCase().includes(plain(text).toLowerCase());
}

/** Elements on lines of their own: `small` is one by a style sheet, all others by themselves. */
const BLOCKS =
  /^(address|article|aside|blockquote|dd|details|dialog|div|dl|dt|fieldset|figure|footer|form|h\d|header|hr|li|main|nav|ol|p|pre|section|small|summary|table|tr|ul)$/;

const [shown, hidden] = ["block", "none"].map((display) => ({ display, visibility: "visible" }));

/** No style sheet is loaded: what hides an element is an attribute. */
const accessibility = {
  getComputedStyle: ((element: HTMLElement) =>
    isHidden(element) ? hidden : shown) as unknown as typeof getComputedStyle,
};

function isHidden(element: HTMLElement): boolean {
  const around = element.parentElement;
  return (
    element.hasAttribute("hidden") ||
    element.getAttribute("style")?.includes("display: none") === true ||
    (element.localName === "dialog" && !element.hasAttribute("open")) ||
    (around?.localName === "details" && !around.hasAttribute("open") && element.localName !== "summary") ||
    (element.localName === "input" && element.getAttribute("type") === "hidden")
  );
}

/** Whether a person can see an element, as far as no style sheet hides it. */
export function isVisible(element: Element): boolean {
  if (!element.isConnected) return false;
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    if (isHidden(one as HTMLElement)) return false;
  }
  return true;
}

/** The elements with a role. */
export function byRole(root: ParentNode, role: string, options: RoleOptions): Element[] {
  const { name, exact, includeHidden = false, level } = options;
  return [...root.querySelectorAll("*")].filter(
    (element) =>
      roleOf(element) === role &&
      (level === undefined || element.localName === `h${level}`) &&
      hasState(element, options) &&
      (includeHidden || !isInaccessible(element, accessibility)) &&
      (name === undefined || isLike(nameOf(element), name, exact)),
  );
}

function roleOf(element: Element): string | null {
  const role = element.getAttribute("role")?.split(" ")[0] ?? getRole(element);
  // A section without a name is none.
  const isPlain = element.localName === "section" || element.localName === "form";
  if (isPlain && !element.hasAttribute("aria-label") && !element.hasAttribute("aria-labelledby")) return null;
  return element.localName === "th" && element.getAttribute("scope")?.startsWith("row") ? "rowheader" : role;
}

/** Roles that are named by what is in them. */
const NAMED_BY_CONTENT =
  /^(button|cell|checkbox|columnheader|gridcell|heading|link|menuitem\w*|option|radio|row|rowheader|switch|tab|tooltip)$/;

/** The name of an element, as a screen reader says it. `dom-accessibility-api` loses spaces between parts of a text. */
export function nameOf(element: Element): string {
  const own =
    labelOf(element) ||
    plain(
      (element as HTMLInputElement).labels?.length
        ? [...((element as HTMLInputElement).labels ?? [])].map(spoken).join(" ")
        : "",
    ) ||
    plain(element.getAttribute("alt")) ||
    (element.matches("input[type=submit], input[type=button]") ? (element as HTMLInputElement).value : "") ||
    plain(
      [...element.children].find(({ localName }) => /^(legend|caption|figcaption)$/.test(localName))?.textContent,
    ) ||
    (NAMED_BY_CONTENT.test(roleOf(element) ?? "") || element.localName === "summary" ? plain(spoken(element)) : "");
  return own || plain(element.getAttribute("title")) || plain(element.getAttribute("placeholder"));
}

/** The name that an attribute gives. */
function labelOf(element: Element): string {
  const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
  const referred = ids.map((id) => element.ownerDocument.getElementById(id));
  return (
    plain(referred.map((one) => (one === null ? "" : spoken(one))).join(" ")) ||
    plain(element.getAttribute("aria-label"))
  );
}

/** What a screen reader says of what is in a name. */
function spoken(node: Node): string {
  if (node.nodeType === 3) return node.textContent ?? "";
  if (node.nodeType !== 1) return "";
  const element = node as HTMLElement;
  if (isHidden(element) || element.getAttribute("aria-hidden") === "true") return "";
  const text =
    plain(element.getAttribute("aria-label")) ||
    plain(element.getAttribute("alt")) ||
    [...element.childNodes].map(spoken).join("");
  return BLOCKS.test(element.localName) || /^t[dh]$/.test(element.localName) ? ` ${text} ` : text;
}

function hasState(element: Element, options: RoleOptions): boolean {
  const { checked, disabled, expanded, pressed, selected } = options;
  const is = (name: string) => element.getAttribute(`aria-${name}`) === "true";
  return (
    (checked === undefined || checked === isChecked(element)) &&
    (disabled === undefined || disabled === isDisabled(element)) &&
    (expanded === undefined || expanded === is("expanded")) &&
    (pressed === undefined || pressed === is("pressed")) &&
    (selected === undefined || selected === (is("selected") || Reflect.get(element, "selected") === true))
  );
}

/** Whether a box is checked. */
export function isChecked(element: Element): boolean {
  return element.getAttribute("aria-checked") === "true" || Reflect.get(element, "checked") === true;
}

/** Whether nothing can be done with an element. */
export function isDisabled(element: Element): boolean {
  return element.matches(":disabled, fieldset[disabled] *") || element.closest("[aria-disabled=true]") !== null;
}

/** The fields, and whatever else, with a label. */
export function byLabel(root: ParentNode, text: Text, isExact?: boolean): Element[] {
  return [...root.querySelectorAll("*")].filter((element) =>
    labelsOf(element).some((label) => isLike(label, text, isExact)),
  );
}

function labelsOf(element: Element): string[] {
  const labels = "labels" in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
  return [labelOf(element), ...labels.map(({ textContent }) => plain(textContent))].filter((label) => label !== "");
}

/** The innermost elements with a text. */
export function byText(root: ParentNode, text: Text, isExact?: boolean): Element[] {
  const has = (element: Element) => isLike(plain(textOf(element)), text, isExact);
  const found: Element[] = [];
  const visit = (element: Element): boolean => {
    if (["script", "style", "noscript"].includes(element.localName)) return false;
    // What has a text has an element around it that has it, too, unless it must be the whole one.
    if (!(text instanceof RegExp) && !isExact && !has(element)) return false;
    let isInside = false;
    for (const child of element.children) isInside = visit(child) || isInside;
    if (!isInside && has(element)) {
      found.push(element);
      return true;
    }
    return isInside;
  };
  // The place itself may be what has the text.
  if (root.nodeType === 1) visit(root as Element);
  else for (const child of root.children) visit(child);
  return found;
}

function textOf(element: Element): string | null {
  const isButton = element.matches("input[type=submit], input[type=button]");
  return isButton ? (element as HTMLInputElement).value : element.textContent;
}

/** Whether an element contains what is asked for; `find` looks in an element. */
export function contains(element: Element, { hasText, hasNotText, visible }: ContentOptions): boolean {
  const text = plain(element.textContent);
  return (
    (hasText === undefined || isLike(text, hasText)) &&
    (hasNotText === undefined || !isLike(text, hasNotText)) &&
    (visible === undefined || visible === isVisible(element))
  );
}

/** The text of an element as it is read: each block on lines of its own, what is hidden left out. */
export function innerText(element: Element): string {
  const read = (node: Node): string => {
    if (node.nodeType === 3) return (node.textContent ?? "").replace(/\s+/g, " ");
    if (node.nodeType !== 1 || isHidden(node as HTMLElement)) return "";
    const { localName } = node as Element;
    if (localName === "br") return "\n";
    const text = [...node.childNodes].map(read).join("");
    return BLOCKS.test(localName) ? `\n${text}\n` : /^t[dh]$/.test(localName) ? `${text}\t` : text;
  };
  return [...element.childNodes]
    .map(read)
    .join("")
    .replace(/ *\n\s*/g, "\n")
    .trim();
}
