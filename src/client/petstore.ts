import { Engine } from "./client-engine.ts";
import { Resources } from "./operations.gen.ts";
import type { PetstoreOptions } from "./options.ts";
import { Webhooks } from "./webhook-signatures.ts";

/**
 * A client of a pet store.
 *
 * Requests without a response, or with a temporary failure, are retried after a pause. That is safe for changes too: all attempts share
 * an Idempotency-Key, and a delete succeeds if an earlier attempt may have done it. Failed requests throw a `PetstoreError`.
 */
export class Petstore extends Resources {
  /** Webhooks: URLs that receive signed events. */
  override readonly webhooks: Webhooks;

  /** Creates a client. Sends nothing. */
  constructor(options: PetstoreOptions) {
    const engine = new Engine(options);
    super(engine);
    this.webhooks = new Webhooks(engine);
  }
}
