import { readFileSync } from "node:fs";
import type { ListenOptions } from "../http/server.ts";
import { type Config, ConfigError } from "./settings/settings.ts";

/** Reads the certificate chain and its key as PEM, if configured. Errors name the setting in one line and never contain the key. */
export async function readTls({ tlsCert, tlsKey }: Config): Promise<ListenOptions["tls"]> {
  if (tlsCert === "" || tlsKey === "") return undefined;
  // Loaded on use: it slows down the start.
  const { createPrivateKey, X509Certificate } = await import("node:crypto");
  const [cert, certificate] = read("TLS_CERT", tlsCert, "a certificate", (pem) => new X509Certificate(pem));
  const [key, secret] = read("TLS_KEY", tlsKey, "a private key without a passphrase", createPrivateKey);
  if (!certificate.checkPrivateKey(secret)) {
    throw new ConfigError(`TLS_KEY: the key in ${tlsKey} is not that of the certificate in ${tlsCert}`);
  }
  return { cert, key };
}

/** Reads and parses a file. Errors omit the parser's message, which could quote the key. */
function read<Parsed>(
  setting: string,
  path: string,
  expected: string,
  parse: (pem: string) => Parsed,
): readonly [string, Parsed] {
  let pem: string;
  try {
    pem = readFileSync(path, "utf8");
  } catch (cause) {
    throw new ConfigError(`${setting}: cannot read ${path}`, { cause });
  }
  try {
    return [pem, parse(pem)];
  } catch {
    throw new ConfigError(`${setting}: expected ${expected} in PEM in ${path}`);
  }
}
