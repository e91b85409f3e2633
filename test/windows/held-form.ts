/* A form in a window, whose requests wait until the test answers them. */
import { expect } from "bun:test";
import { PetstoreError } from "../../src/client/index.ts";
import type { Sending } from "../../src/console/forms/delivery.ts";
import type { Fields } from "../../src/console/forms/draft.ts";
import type { Form, FormOptions } from "../../src/console/forms/use-form.ts";
import { Browser, type Window } from "./browser.ts";
import { Shop } from "./shop.ts";
import { openWindow, type Shown, showHook } from "./windows.ts";

const outOfReach = () => new PetstoreError({ code: "connection_failed", message: "", status: 0 });

export abstract class HeldForm<F extends Fields, Result> {
  readonly browser: Browser;
  readonly window: Window;
  readonly requests: {
    readonly sending: Sending<F, Result>;
    readonly answer: PromiseWithResolvers<Result>;
  }[] = [];
  /** What the service has done, by Idempotency-Key: a repeated request is made once. */
  readonly #replies = new Map<string, { readonly sent: string; readonly result: Result }>();
  #shown: Shown<Form<F>> | undefined;

  constructor(browser: Browser, window: Window) {
    this.browser = browser;
    this.window = window;
  }

  /** Opens a form of a class in a new window. */
  static async start<Held>(this: new (browser: Browser, window: Window) => Held): Promise<Held> {
    const shop = new Shop();
    const browser = new Browser(shop.serve);
    return new this(browser, await openWindow(browser, shop.admit("anna")));
  }

  /** How the form is shown, besides how it sends. */
  protected abstract options(): Omit<FormOptions<F, Result>, "send">;

  /** What the service does for a request that it has not done yet; undefined if it refuses that. */
  protected abstract take(sending: Sending<F, Result>): Result | undefined;

  /** What it says then. */
  protected abstract refusal(): PetstoreError;

  protected get shown(): Shown<Form<F>> {
    const send = (sending: Sending<F, Result>) => {
      const answer = Promise.withResolvers<Result>();
      this.requests.push({ sending, answer });
      return answer.promise;
    };
    this.#shown ??= showHook(this.window, () => this.window.forms.useForm<F, Result>({ ...this.options(), send }));
    return this.#shown;
  }

  get form(): Form<F> {
    return this.shown.result;
  }

  /** The service does what was asked for, or refuses it. Its answer may be lost, and so may the request. */
  async answer(lost?: "request" | "answer"): Promise<void> {
    const request = this.requests.shift();
    if (request === undefined) return;
    const { sending, answer } = request;
    const { idempotencyKey: key, typed, result } = sending;
    const sent = JSON.stringify([typed, result]);
    // Another request under the same key would be refused for good.
    expect(this.#replies.get(key)?.sent ?? sent).toBe(sent);
    if (lost !== "request" && !this.#replies.has(key)) {
      const taken = this.take(sending);
      if (taken !== undefined) this.#replies.set(key, { sent, result: taken });
    }
    const reply = this.#replies.get(key);
    if (lost !== undefined) answer.reject(outOfReach());
    else if (reply === undefined) answer.reject(this.refusal());
    else answer.resolve(reply.result);
    await this.browser.settle();
  }

  async do(act: (form: Form<F>) => void): Promise<void> {
    act(this.form);
    await this.browser.settle();
  }

  /** Loads the page again, or closes the panel and opens it again. */
  async reopen(): Promise<void> {
    this.#shown?.leave();
    this.#shown = undefined;
    await this.do(() => {});
  }
}
