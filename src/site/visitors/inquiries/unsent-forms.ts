/* Forms that were refused, until their visitor has seen why: a reload or a way back must not send them again. */
import { FairPool } from "../../../core/concurrency/fair-pool.ts";
import type { Application } from "../../../http/application.ts";
import { type Asking, FORM_LOST } from "./inquiry-form.ts";

/** Forms that are kept at one time, in each process, and for how long. */
const KEPT_MAX = 200;
const KEPT_MS = 3_600_000;

/** Nobody guesses the address of another visitor's form. */
const TOKEN_BYTES = 16;

interface Kept {
  readonly asking: Asking;
  readonly until: number;
  readonly leave: () => void;
}

/** Refused forms in memory, each behind a token that only its visitor has. */
export class UnsentForms {
  readonly #kept = new Map<string, Kept>();
  readonly #pool = new FairPool(KEPT_MAX);
  readonly #random: Application["random"];

  constructor(random: Application["random"]) {
    this.#random = random;
  }

  /** Keeps a form of a network for an hour; returns its token. */
  keep(network: string, asking: Asking, now: number): string {
    this.#forgetExpired(now);
    const token = Buffer.from(this.#random(TOKEN_BYTES)).toString("base64url");
    const leave = this.#pool.add(network, () => this.#kept.delete(token));
    this.#kept.set(token, { asking, until: now + KEPT_MS, leave });
    return token;
  }

  /** What has become of a form, as the address that its visitor was led to says; undefined in other addresses. */
  shown(parameters: URLSearchParams, now: number): Asking | "sent" | undefined {
    if (parameters.get("sent") === "1") return "sent";
    const token = parameters.get("unsent");
    if (token === null) return undefined;
    this.#forgetExpired(now);
    return this.#kept.get(token)?.asking ?? FORM_LOST;
  }

  #forgetExpired(now: number): void {
    for (const [token, { until, leave }] of this.#kept) {
      if (until > now) return;
      leave();
      this.#kept.delete(token);
    }
  }
}
