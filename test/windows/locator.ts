import { dialogOver } from "./document.ts";
import {
  byLabel,
  byRole,
  byText,
  type ContentOptions,
  contains,
  innerText,
  isChecked,
  isDisabled,
  isVisible,
  type RoleOptions,
  type Text,
} from "./elements.ts";
import type { WindowPage } from "./page.ts";

type Find = () => Element[];

/** A file that a person chooses. */
interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Uint8Array;
}

/** Elements of a page in a simulated window, looked for each time that something is done with them. Members are named as in Playwright. */
export class Elements {
  readonly page: WindowPage;
  readonly find: Find;
  readonly #words: string;

  constructor(page: WindowPage, words: string, find: Find) {
    this.page = page;
    this.#words = words;
    this.find = find;
  }

  #within(words: string, look: (root: Element) => Element[]): Elements {
    return new Elements(this.page, `${this.#words} ${words}`, () => [...new Set(this.find().flatMap(look))]);
  }

  #of(words: string, choose: (elements: Element[]) => (Element | undefined)[]): Elements {
    const find = () => choose(this.find()).filter((element) => element !== undefined);
    return new Elements(this.page, `${this.#words} ${words}`, find);
  }

  getByRole(role: string, options: RoleOptions = {}): Elements {
    return this.#within(`${role} ${options.name ?? ""}`, (root) => byRole(root, role, options));
  }

  getByLabel(text: Text, { exact }: { readonly exact?: boolean } = {}): Elements {
    return this.#within(`labelled ${text}`, (root) => byLabel(root, text, exact));
  }

  getByText(text: Text, { exact }: { readonly exact?: boolean } = {}): Elements {
    return this.#within(`with the text ${text}`, (root) => byText(root, text, exact));
  }

  locator(selector: string, options: ContentOptions = {}): Elements {
    const [, next] = /^xpath=following-sibling::(\w+)\[1\]$/.exec(selector) ?? [];
    if (next !== undefined)
      return this.#of(next, (elements) => elements.map((one) => one.nextElementSibling ?? undefined));
    const path = (selector.startsWith(">") ? `:scope ${selector}` : selector).replaceAll(":visible", "");
    const isSeen = (element: Element) => path === selector || !selector.includes(":visible") || isVisible(element);
    return this.#within(selector, (root) => [...root.querySelectorAll(path)].filter(isSeen)).filter(options);
  }

  filter({ has, hasNot, ...options }: ContentOptions): Elements {
    const holds = (element: Element, inner: unknown) =>
      (inner as Elements).find().some((one) => element !== one && element.contains(one));
    return this.#of(`that has ${options.hasText ?? "something"}`, (elements) =>
      elements.filter(
        (element) =>
          contains(element, options) &&
          (has === undefined || holds(element, has)) &&
          (hasNot === undefined || !holds(element, hasNot)),
      ),
    );
  }

  first(): Elements {
    return this.#of("the first", (elements) => [elements[0]]);
  }

  last(): Elements {
    return this.#of("the last", (elements) => [elements.at(-1)]);
  }

  nth(index: number): Elements {
    return this.#of(`number ${index}`, (elements) => [elements.at(index)]);
  }

  and(other: Elements): Elements {
    const others = other.find;
    return this.#of("and", (elements) => others().filter((element) => elements.includes(element)));
  }

  or(other: Elements): Elements {
    const { find } = other;
    return this.#of("or", (elements) => {
      const both = new Set([...elements, ...find()]);
      return [...both].sort((one, next) => (one.compareDocumentPosition(next) & 4 ? -1 : 1));
    });
  }

  async all(): Promise<Elements[]> {
    return this.find().map((_, index) => this.nth(index));
  }

  /** The only element, when it is there. */
  async #one(isReady: (element: Element) => boolean = () => true): Promise<HTMLElement> {
    await this.page.until(() => {
      const found = this.find();
      if (found.length > 1) throw new Error(`${this.#words}: there are ${found.length}`);
      return found[0] !== undefined && isReady(found[0]);
    }, this.#words);
    return this.find()[0] as HTMLElement;
  }

  /** The only element, when a person can do something with it. */
  #ready(): Promise<HTMLElement> {
    return this.#one((element) => {
      const dialog = dialogOver(element.ownerDocument);
      const isReached = (dialog?.contains(element) ?? true) && element.closest("[inert]") === null;
      return isReached && isVisible(element) && !isDisabled(element);
    });
  }

  async click({ modifiers = [] }: { readonly modifiers?: readonly string[] } = {}): Promise<void> {
    const element = await this.#ready();
    await this.page.hands.click(element, modifiers);
  }

  /** As with a finger. */
  tap(): Promise<void> {
    return this.click();
  }

  async fill(text: string): Promise<void> {
    await this.page.hands.fill(await this.#ready(), text);
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.press(key);
  }

  async pressSequentially(text: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.type(text);
  }

  async check(): Promise<void> {
    if (!isChecked(await this.#ready())) await this.click();
  }

  async uncheck(): Promise<void> {
    if (isChecked(await this.#ready())) await this.click();
  }

  async selectOption(option: string | { readonly label: string }): Promise<void> {
    await this.page.hands.choose(await this.#ready(), option);
  }

  async setInputFiles(files: ChosenFile | readonly ChosenFile[]): Promise<void> {
    const list = [files].flat() as ChosenFile[];
    const chosen = list.map(({ name, mimeType, buffer }) => new File([buffer as BlobPart], name, { type: mimeType }));
    await this.page.hands.chooseFiles(await this.#one(), chosen);
  }

  async focus(): Promise<void> {
    (await this.#one()).focus();
    await this.page.settle();
  }

  /** Chooses the text in a field, for what is typed next. */
  async selectText(): Promise<void> {
    await this.focus();
    ((await this.#one()) as HTMLInputElement).select();
  }

  async hover(): Promise<void> {
    await this.page.hands.hover(await this.#ready());
  }

  async waitFor({
    state = "visible",
  }: {
    readonly state?: "attached" | "detached" | "visible" | "hidden";
  } = {}): Promise<void> {
    if (state === "attached") await this.#one();
    else if (state === "visible") await this.#one(isVisible);
    else {
      const isThere = (element: Element) => state === "detached" || isVisible(element);
      await this.page.until(() => !this.find().some(isThere), `no ${this.#words}`);
    }
  }

  async count(): Promise<number> {
    return this.find().length;
  }

  async isVisible(): Promise<boolean> {
    return this.find().some(isVisible);
  }

  async isDisabled(): Promise<boolean> {
    return isDisabled(await this.#one());
  }

  async isChecked(): Promise<boolean> {
    return isChecked(await this.#one());
  }

  async textContent(): Promise<string | null> {
    return (await this.#one()).textContent;
  }

  async innerText(): Promise<string> {
    return innerText(await this.#one());
  }

  async allTextContents(): Promise<string[]> {
    return this.find().map(({ textContent }) => textContent ?? "");
  }

  async allInnerTexts(): Promise<string[]> {
    return this.find().map(innerText);
  }

  async inputValue(): Promise<string> {
    return ((await this.#one()) as HTMLInputElement).value;
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.#one()).getAttribute(name);
  }

  /** Reads something of the element. */
  async evaluate<Result>(read: (element: HTMLElement) => Result): Promise<Result> {
    return read(await this.#one());
  }

  /** Reads something of all elements. */
  async evaluateAll<Result>(read: (elements: Element[]) => Result): Promise<Result> {
    return read(this.find());
  }
}
