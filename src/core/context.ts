import type { Scope } from "../contract/operation.ts";
import type { Repositories } from "./ports.ts";

/** Who asks: the API key that a request carried. */
export interface Principal {
  readonly keyId: string;
  readonly name: string;
  /** The last characters of the key, for the log. */
  readonly hint: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** What a use case may use, besides its input. */
export interface Context {
  readonly principal: Principal;
  /** The moment of the request, in epoch milliseconds. */
  readonly now: number;
  /** What If-Match asks of the current state of the resource: throws `precondition_failed` when it is another. */
  readonly requireMatch?: ((current: unknown) => void) | undefined;
  /** Inside of an operation that changes something: its one transaction. */
  readonly store: Repositories;
}
