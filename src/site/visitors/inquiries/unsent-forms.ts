/* Keeps refused forms until the visitor has seen why. Showing them after a redirect means that reloading or going
   back does not resubmit. */
import { FairPool } from "../../../core/concurrency/fair-pool.ts";
import type { Application } from "../../../http/application.ts";
import { type Asking, FORM_LOST } from "./inquiry-form.ts";

/** How many refused forms each process keeps, and for how long. */
const KEPT_MAX = 200;
const KEPT_MS = 3_600_000;

/** Long enough that nobody can guess the URL of another visitor's form. */
const TOKEN_BYTES = 16;

interface Kept {
  readonly asking: Asking;
  readonly until: number;
  readonly leave: () => void;
}

/** Refused forms in memory, each under a random token known only to its visitor. */
export class UnsentForms {
  readonly #kept = new Map<string, Kept>();
  readonly #pool = new FairPool(KEPT_MAX);
  readonly #random: Application["random"];

  constructor(random: Application["random"]) {
    this.#random = random;
  }

  /** Keeps a form for an hour, counted against its network. Returns its token. */
  keep(network: string, asking: Asking, now: number): string {
    this.#forgetExpired(now);
    const token = Buffer.from(this.#random(TOKEN_BYTES)).toString("base64url");
    const leave = this.#pool.add(network, () => this.#kept.delete(token));
    this.#kept.set(token, { asking, until: now + KEPT_MS, leave });
    return token;
  }

  /** The state of the form that a URL refers to; undefined for other URLs. */
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
