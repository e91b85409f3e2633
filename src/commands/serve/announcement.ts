/* Announces start and stop: for people on stderr, and as log events on stdout (decision 031). */

import { writeSync } from "node:fs";
import manifest from "../../../package.json" with { type: "json" };
import { siteUrlOf } from "../../contract/shop/site-address.ts";
import { isoTime } from "../../core/times.ts";
import type { RunningService } from "../../service/compose.ts";
import { logLifecycle } from "../../service/log.ts";
import type { Config } from "../../service/settings/settings.ts";
import { redactUrl } from "../../store/url.ts";

/** Announces that the service listens. */
export function announceStart(
  config: Config,
  origin: string,
  isNewDatabase: boolean,
  { log, newestAt }: Pick<RunningService, "log" | "newestAt">,
): void {
  const { environment } = config;
  const database = redactUrl(config.databaseUrl);
  const fields = {
    version: manifest.version,
    address: origin,
    environment,
    database,
    isNewDatabase,
    newestChange: isoTime(newestAt),
  };
  logLifecycle(log, fields, "listening");
  print(`petstore listens on ${origin}/v1 (${environment})
${config.shopName === "" ? "" : `  visitors   ${origin}/\n`}  console    ${origin}/console
  reference  ${origin}/docs
  data       ${database}${isNewDatabase ? " (new database)" : newestAt === undefined ? "" : `, newest change ${isoTime(newestAt)}`}
`);
  for (const message of unusedSettings(config)) {
    log.warn({}, message);
    print(`petstore: ${message}\n`);
  }
}

/** Settings that have no effect. */
function* unusedSettings({ shopInquiries, shopName }: Config): Generator<string> {
  if (shopInquiries === 1 && shopName === "")
    yield "SHOP_INQUIRIES is 1, but there is no page for visitors: set SHOP_NAME too";
}

/** Prints the URL for other devices, with a QR code for phones. */
export async function announceLan({ environment, baseUrl, stagingBaseUrl, tlsCert }: Config): Promise<void> {
  // Loaded only here.
  const { default: encodeQR } = await import("qr");
  const address = `${siteUrlOf(environment === "staging" ? stagingBaseUrl : baseUrl)}/console`;
  const isPlain = tlsCert === "" && address.startsWith("http:");
  print(`
  Other devices in the network reach it at ${address}
${isPlain ? "  Keys travel readable there: set TLS_CERT and TLS_KEY wherever you do not trust everybody on it.\n" : ""}
${encodeQR(address, "ascii", { ecc: "medium" })}
`);
}

/** Announces that the service stops. */
export function announceStop(
  { shutdownTimeoutSeconds }: Config,
  signal: NodeJS.Signals,
  log: RunningService["log"],
): void {
  logLifecycle(log, { signal }, "stopping");
  const hurry = signal === "SIGINT" ? "; Ctrl-C again ends them" : "";
  print(`petstore: ${signal}, finishing requests in flight (at most ${shutdownTimeoutSeconds} s)${hurry}\n`);
}

/** Announces the first key of a new store, once: the file that contains it, or the key itself. Never in the log. */
export function announceKey({ firstKeyFile }: Config, key: string | undefined, origin: string): void {
  if (key === undefined) return;
  if (firstKeyFile !== "") {
    print(
      `petstore: the first API key, with every scope, is in ${firstKeyFile}: read it and delete the file.\n` +
        `  Sign in with it at ${origin}/console, then invite yourself and your staff under "People"\n`,
    );
    return;
  }
  print(`
  The first API key, with every scope. It is shown only this once:

    ${key}

  Open ${origin}/console and sign in with it. Then invite yourself and your staff under "People",
  so that everyone has their own key.

`);
}

function print(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // A closed stderr is no reason to stop the service.
  }
}
