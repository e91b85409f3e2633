import { get as getHttp, type IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";
import type { Command } from "commander";
import { UsageError } from "../files/problems/usage-error.ts";
import { readConfig } from "../service/settings/settings.ts";
import { addSettings, type Flags } from "./settings-flags.ts";

/** How much longer to wait than the service waits for its database, in milliseconds. */
const MARGIN_MS = 1000;

const HELP = `
Prints the address and exits with 0 when the service is ready; otherwise it says why, and exits with 1. Takes the
environment and the flags of \`petstore serve\`.`;

/** Adds `petstore healthcheck`. */
export function addHealthcheckCommand(petstore: Command): void {
  const command = petstore
    .command("healthcheck")
    .description("check whether the service on this machine is ready")
    .addHelpText("after", HELP)
    .action(async (flags: Flags) => {
      const { host, port, tlsCert, databaseWaitSeconds } = readConfig(flags);
      const timeoutMs = databaseWaitSeconds * 1000 + MARGIN_MS;
      const address = await healthcheck({ host, port, hasTls: tlsCert !== "", timeoutMs });
      process.stdout.write(`ready: ${address}\n`);
    });
  addSettings(command, ["host", "port", "tlsCert", "tlsKey", "databaseWaitSeconds"]);
}

/** How much of a response is read, in bytes: another program may listen there and send without end. */
const BODY_MAX = 65_536;

/** Where the service listens, and its response timeout. */
interface Listening {
  readonly host: string;
  readonly port: number;
  readonly hasTls: boolean;
  readonly timeoutMs: number;
}

/** Checks whether the service on this machine is ready. Returns its URL; throws an error with the reason if it is not. */
async function healthcheck({ host, port, hasTls, timeoutMs }: Listening): Promise<string> {
  if (port === 0) throw new UsageError("PORT: expected the port that the service listens on; got 0");
  const url = `${hasTls ? "https" : "http"}://${addressOf(host)}:${port}/readyz`;
  const { status, body } = await ask(url, timeoutMs).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === "ECONNREFUSED" ? "nothing listens there" : error.message;
    throw new Error(`not ready: ${url}: ${reason}`);
  });
  if (status === 200) return url;
  throw new Error(`not ready: ${url} returned ${status}: ${messageOf(body)}`);
}

/** Not `fetch`, which would use a proxy from the environment. */
async function ask(url: string, timeoutMs: number): Promise<{ readonly status: number; readonly body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // The certificate is for the public host, not for this address. The request contains no secrets.
  const request = url.startsWith("https:")
    ? getHttps(url, { rejectUnauthorized: false, agent: false }, resolve)
    : getHttp(url, { agent: false }, resolve);
  request.on("error", reject);
  const late = setTimeout(() => request.destroy(new Error(`no response within ${timeoutMs / 1000} s`)), timeoutMs);
  try {
    const response = await promise;
    let body = "";
    for await (const part of response) {
      body += part;
      if (body.length >= BODY_MAX) break;
    }
    return { status: response.statusCode ?? 0, body };
  } finally {
    clearTimeout(late);
  }
}

/** The message of an Error body; of any other body, its start in quotes. */
function messageOf(body: string): string {
  try {
    return String(JSON.parse(body).message);
  } catch {
    return JSON.stringify(body.slice(0, 100));
  }
}

/** The loopback address if the host means all interfaces. */
function addressOf(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
