/*
 * What is being sent and has no answer yet. When no answer comes, nobody knows whether the service has done it. A person who then sends
 * the same again must not order twice, so it carries the same Idempotency-Key, also after the page was loaded again.
 */

interface Sending {
  /** What is sent, to tell another thing by. */
  readonly text: string;
  readonly key: string;
}

const placeOf = (name: string) => `petstore-sending-${name}`;

/** The Idempotency-Key of what is sent from a form: the same until it is settled, or something else is sent. */
export function sendingKey(name: string, typed: object): string {
  const text = JSON.stringify(typed);
  const stored = sessionStorage.getItem(placeOf(name));
  const before: Sending | undefined = stored === null ? undefined : JSON.parse(stored);
  if (before?.text === text) return before.key;
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  sessionStorage.setItem(placeOf(name), JSON.stringify({ text, key } satisfies Sending));
  return key;
}

/** The service has answered, or the form is discarded: the same again is something new. */
export function settleSending(name: string): void {
  sessionStorage.removeItem(placeOf(name));
}
