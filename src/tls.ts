import { readFileSync } from "node:fs";
import type { Config } from "./config.ts";

/** What the server needs to speak TLS, as PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** Reads the certificate and its key; undefined without them. Throws one line that names the setting, without the key. */
export async function readTls({ tlsCert, tlsKey }: Config): Promise<Tls | undefined> {
  if (tlsCert === "" || tlsKey === "") return undefined;
  // Loaded only when it is used (docs/decisions/011-start.md).
  const { createPrivateKey, X509Certificate } = await import("node:crypto");
  const [cert, certificate] = read("TLS_CERT", tlsCert, "a certificate", (pem) => new X509Certificate(pem));
  const [key, secret] = read("TLS_KEY", tlsKey, "a private key without a passphrase", createPrivateKey);
  if (!certificate.checkPrivateKey(secret)) {
    throw new Error(`TLS_KEY: the key in ${tlsKey} is not that of the certificate in ${tlsCert}`);
  }
  return { cert, key };
}

/** The text of a file and what it means. The reason of a refusal is not told: it could quote what it was about. */
function read<Meaning>(
  setting: string,
  path: string,
  expected: string,
  meaningOf: (pem: string) => Meaning,
): readonly [string, Meaning] {
  let pem: string;
  try {
    pem = readFileSync(path, "utf8");
  } catch (cause) {
    throw new Error(`${setting}: cannot read ${path}`, { cause });
  }
  try {
    return [pem, meaningOf(pem)];
  } catch {
    throw new Error(`${setting}: expected ${expected} in PEM in ${path}`);
  }
}
