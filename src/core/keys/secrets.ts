/* The texts of keys and invitations (decision D12). */

import type { Environment, Provisions } from "../context.ts";

/** What secrets are made from. The composition root provides it: core has no randomness and no hash functions. */
export type Secrets = Pick<Provisions, "random" | "sha256" | "crc32">;

/** Makes the text of a key. With the prefix and the checksum, secret scanners recognize a leaked one without asking us. */
export function keyText(environment: Environment, secrets: Secrets): string {
  return secretText(environment === "production" ? "pets_live_" : "pets_test_", secrets);
}

/** Makes the secret of an invitation. */
export function invitationText(secrets: Secrets): string {
  return secretText("pets_invite_", secrets);
}

function secretText(prefix: string, secrets: Secrets): string {
  const random = randomBase62(30, secrets);
  return `${prefix}${random}${base62(secrets.crc32(random)).padStart(6, "0")}`;
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(value: number): string {
  const digit = BASE62.charAt(value % 62);
  return value < 62 ? digit : base62(Math.floor(value / 62)) + digit;
}

/** Random letters and digits. */
export function randomBase62(length: number, secrets: Secrets): string {
  let text = "";
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: with more values some characters would be likelier than others.
    for (const byte of secrets.random(length)) if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
  }
  return text;
}
