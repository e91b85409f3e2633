/** A name that nobody else has. Pages without TLS have no `crypto.randomUUID`. */
export function randomName(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
