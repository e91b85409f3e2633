import { Engine } from "./client-engine.ts";
import { Resources } from "./operations.gen.ts";
import type { PetstoreOptions } from "./options.ts";
import { Webhooks } from "./webhook-signatures.ts";

/**
 * A client of a pet store.
 *
 * A request that gets no response, or a temporary failure, is sent again after a pause. That is safe for changes too: every attempt
 * has the same Idempotency-Key, and one that deletes succeeds if an earlier attempt may have. Requests that fail throw a
 * `PetstoreError`.
 */
export class Petstore extends Resources {
  /** Addresses that events are sent to, signed. */
  override readonly webhooks: Webhooks;

  /** Makes a client. Nothing is sent. */
  constructor(options: PetstoreOptions) {
    const engine = new Engine(options);
    super(engine);
    this.webhooks = new Webhooks(engine);
  }
}
