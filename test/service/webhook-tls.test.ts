/* Deliveries over TLS. The certificate in test/tls is for localhost and 127.0.0.1, and nobody trusts it unless told to. */
import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import type { StoredWebhook } from "../../src/core/webhooks/webhook-ports.ts";
import { pingMessage } from "../../src/service/jobs/webhook-message.ts";
import { sendMessage } from "../../src/service/jobs/webhook-request.ts";
import { CONFIGURED } from "../faults/writers.ts";
import { createPet, startServices } from "../servers/instances.ts";
import { type Program, runProgram, until } from "../support/program.ts";

// The program starts in one test; on a busy machine that takes its time.
setDefaultTimeout(60_000);

const CERT = join(import.meta.dir, "../tls/for-tests-only.crt");
const cert = readFileSync(CERT, "utf8");
const key = readFileSync(join(import.meta.dir, "../tls/for-tests-only.key"), "utf8");

const usual = getCACertificates("default");
const trustTheReceiver = () => setDefaultCACertificates([...usual, cert]);
afterEach(() => setDefaultCACertificates(usual));

/** What a receiver sees of a message. */
interface Seen {
  /** The name that the client asked for in the TLS handshake (SNI). */
  readonly serverName: unknown;
  readonly host: string | undefined;
  /** Where the client connected to. */
  readonly address: string | undefined;
}

/** A receiver with the certificate, at an address that the certificate is not for. */
async function startReceiver() {
  const seen: Seen[] = [];
  const server = createServer({ cert, key }, ({ socket, headers }, response) => {
    const serverName = (socket as TLSSocket & { servername?: unknown }).servername;
    seen.push({ serverName, host: headers.host, address: socket.localAddress });
    response.end("thank you");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.2", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    port,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a message to a URL whose host resolves to the receiver's address. */
function send(url: string) {
  const webhook = { id: 1n, url, secret: `whsec_${btoa("secret")}` } as StoredWebhook;
  const rules = { allowPrivate: true, resolve: async () => ["127.0.0.2"] };
  return sendMessage(webhook, pingMessage(1n, "ping_1", 0), 0, 0, rules);
}

test("the connection goes to the address that was checked, under the name in the URL", async () => {
  trustTheReceiver();
  await using receiver = await startReceiver();
  expect(await send(`https://localhost:${receiver.port}/hook`)).toMatchObject({ status: 200, response: "thank you" });
  expect(receiver.seen).toEqual([
    { serverName: "localhost", host: `localhost:${receiver.port}`, address: "127.0.0.2" },
  ]);
});

test("nothing is sent to a host with the certificate of another one", async () => {
  trustTheReceiver();
  await using receiver = await startReceiver();
  expect(await send(`https://shop.example:${receiver.port}/`)).toMatchObject({
    status: undefined,
    error: "not sent: the certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)",
  });
  expect(receiver.seen).toEqual([]);
});

test("nothing is sent to a host whose certificate is not trusted", async () => {
  await using receiver = await startReceiver();
  expect(await send(`https://localhost:${receiver.port}/`)).toMatchObject({
    status: undefined,
    error: "not sent: the certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)",
  });
  expect(receiver.seen).toEqual([]);
});

/** Starts the service with a webhook for each of these hosts, and changes something. */
async function startSender(proxies: Record<string, string>, port: number, ...hosts: readonly string[]) {
  const env = { WEBHOOK_ALLOW_PRIVATE: "1", NODE_EXTRA_CA_CERTS: CERT, ...proxies };
  const services = await startServices(env, 1);
  const [program] = services.programs as [Program];
  const client = program.as(CONFIGURED);
  for (const host of hosts) {
    const body = { url: `https://${host}:${port}/`, types: ["pet.created" as const] };
    expect(await client.createWebhook({ body })).toMatchObject({ status: 201 });
  }
  expect(await createPet(program)).toMatchObject({ status: 201 });
  return {
    ...services,
    /** The only delivery of a webhook, once it has been attempted. */
    async attempted(webhookId: bigint) {
      const list = async () => {
        const { ok, body } = await client.listDeliveries({ params: { webhookId } });
        return ok ? body.filter(({ attemptedAt }) => attemptedAt !== undefined) : [];
      };
      await until(async () => (await list()).length > 0, "the attempt");
      return (await list())[0];
    },
  };
}

/** A receiver with the certificate at every address of this machine. */
const serveEverywhere = () =>
  Bun.serve({ port: 0, hostname: "0.0.0.0", tls: { cert, key }, fetch: () => new Response("thank you") });

test("the service trusts the authorities of NODE_EXTRA_CA_CERTS, and its log names a wrong certificate", async () => {
  await using receiver = serveEverywhere();
  await using sender = await startSender({}, receiver.port ?? 0, "localhost", "127.0.0.2");
  expect(await sender.attempted(1n)).toMatchObject({ state: "succeeded", status: 200 });
  const error = "not sent: the certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)";
  expect(await sender.attempted(2n)).toMatchObject({ state: "waiting", error });
  const shown = await runProgram(["webhooks", "deliveries", "2"], sender);
  expect(shown.stdout).toContain(error);
});

test("no proxy of the environment carries a message: it would connect wherever the name leads it", async () => {
  let asked = 0;
  const count = () => {
    asked += 1;
  };
  using proxy = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { open: count, data() {} } });
  const address = `http://127.0.0.1:${proxy.port}`;
  const env = { HTTPS_PROXY: address, https_proxy: address, ALL_PROXY: address, all_proxy: address };
  await using receiver = serveEverywhere();
  await using sender = await startSender(env, receiver.port ?? 0, "localhost");
  expect(await sender.attempted(1n)).toMatchObject({ state: "succeeded" });
  expect(asked).toBe(0);
});
