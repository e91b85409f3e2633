/* What hands do in a simulated window: they press keys, click, and choose files. */
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { type Browser, FRAME_MS } from "./browser.ts";

/** The time from one key or click to the next: fast hands. */
const PRESS_MS = 30;

const KEYS: Readonly<Record<string, string>> = { Space: " ", ControlOrMeta: "Control" };

/** A key as the library writes it: names in braces, and braces twice. */
function written(key: string): string {
  const name = KEYS[key] ?? key;
  return name.length === 1 ? name.replace(/[{[]/, "$&$&") : `{${name}}`;
}

/** The hands of the person at a document. */
export class Hands {
  readonly #document: Document;
  readonly #browser: Browser;
  readonly #user: UserEvent;

  constructor(document: Document, browser: Browser) {
    this.#document = document;
    this.#browser = browser;
    this.#user = userEvent.setup({ document, delay: null, pointerEventsCheck: 0, applyAccept: false });
  }

  /** Presses a key, or several at once: `Control+a`. */
  async press(keys: string): Promise<void> {
    // Nobody presses a key before the page was drawn: what listens to keys begins with the picture.
    await this.#browser.pass(FRAME_MS);
    const all = keys === "+" ? ["+"] : keys.split("+");
    const held = all.slice(0, -1).map((key) => KEYS[key] ?? key);
    const [down, up] = [held.map((key) => `{${key}>}`), held.toReversed().map((key) => `{/${key}}`)];
    await this.#user.keyboard(`${down.join("")}${written(all.at(-1) ?? "")}${up.join("")}`);
    await this.#rest();
  }

  /** Types a text, key by key. */
  async type(text: string): Promise<void> {
    for (const letter of text) {
      await this.#user.keyboard(letter === "\n" ? "{Enter}" : written(letter));
      await this.#rest();
    }
  }

  async click(element: Element, modifiers: readonly string[]): Promise<void> {
    const keys = modifiers.map((key) => KEYS[key] ?? key);
    for (const key of keys) await this.#user.keyboard(`{${key}>}`);
    await this.#user.click(element);
    for (const key of keys) await this.#user.keyboard(`{/${key}}`);
    await this.#rest();
  }

  async hover(element: Element): Promise<void> {
    await this.#user.hover(element);
    await this.#rest();
  }

  /** Replaces what is in a field, at once. */
  async fill(element: HTMLElement, text: string): Promise<void> {
    element.focus();
    Reflect.set(element, "value", text);
    this.#tell(element, "input");
    if (element.matches("[type=date], [type=time], [type=datetime-local]")) this.#tell(element, "change");
    else element.addEventListener("blur", () => this.#tell(element, "change"), { capture: true, once: true });
    await this.#rest();
  }

  /** Chooses in a list, by value or by what it says. */
  async choose(element: HTMLElement, option: string | { readonly label: string }): Promise<void> {
    await this.#user.selectOptions(element, typeof option === "string" ? option : option.label);
    await this.#rest();
  }

  /** Chooses files, or drops them. */
  async chooseFiles(element: HTMLElement, files: readonly File[]): Promise<void> {
    Object.defineProperty(element, "files", { configurable: true, value: files });
    for (const type of ["input", "change"]) this.#tell(element, type);
    await this.#rest();
  }

  #tell(element: HTMLElement, type: string): void {
    const { defaultView } = this.#document;
    if (defaultView !== null) element.dispatchEvent(new defaultView.Event(type, { bubbles: true }));
  }

  #rest(): Promise<void> {
    return this.#browser.pass(PRESS_MS);
  }
}
