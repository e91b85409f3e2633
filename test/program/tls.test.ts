/* TLS by the service itself. The certificate and its key in test/tls are for these tests and known to everyone. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { emptyFolder } from "../support/folder.ts";
import { openService } from "../support/harness.ts";
import { runProgram, startProgram } from "../support/program.ts";

// A test starts several processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const CERT = join(import.meta.dir, "../tls/for-tests-only.crt");
const KEY = join(import.meta.dir, "../tls/for-tests-only.key");
const CONFIGURED = "configured-key-of-at-least-32-characters";

const by = { TLS_CERT: CERT, TLS_KEY: KEY, PETSTORE_API_KEY: CONFIGURED };
const trusting = { tls: { ca: await Bun.file(CERT).text() } };
const STAY = "Strict-Transport-Security";

test("with TLS_CERT and TLS_KEY, the service speaks HTTPS and says so in every address", async () => {
  await using program = await startProgram({ env: by });
  expect(program.origin).toStartWith("https://127.0.0.1:");
  const made = await fetch(`${program.origin}/v1/pets`, {
    ...trusting,
    method: "POST",
    headers: { Authorization: `Bearer ${CONFIGURED}`, "Content-Type": "application/json" },
    body: '{"name":"Rex","categoryId":7}',
  });
  expect(made.status).toBe(201);
  expect(made.headers.get("Location")).toBe(`${program.origin}/v1/pets/1`);
  for (const path of ["/v1/pets", "/v1/nothing", "/docs", "/healthz", "/nothing"]) {
    expect((await fetch(program.origin + path, trusting)).headers.get(STAY)).toBe("max-age=31536000");
  }
});

test("over TLS, a client that does not speak it or does not trust the certificate learns nothing", async () => {
  await using program = await startProgram({ env: by });
  await expect(fetch(`${program.origin}/healthz`)).rejects.toThrow("self signed certificate");
  await expect(fetch(`${program.origin.replace("https", "http")}/healthz`)).rejects.toThrow();
});

test("without TLS no answer asks browsers for it", async () => {
  await using service = await openService();
  for (const path of ["/v1/pets", "/docs", "/nothing"]) expect((await service.send(path)).headers.get(STAY)).toBeNull();
});

test.each([
  [
    "a file that is not there",
    { TLS_CERT: "nowhere.crt", TLS_KEY: KEY },
    /TLS_CERT: cannot read nowhere\.crt \(ENOENT/,
  ],
  ["a file that is no certificate", { TLS_CERT: KEY, TLS_KEY: KEY }, /TLS_CERT: expected a certificate in PEM in /],
  [
    "a file that is no key",
    { TLS_CERT: CERT, TLS_KEY: CERT },
    /TLS_KEY: expected a private key without a passphrase in PEM/,
  ],
  ["the key of another", { TLS_CERT: CERT, TLS_KEY: "other.key" }, /TLS_KEY: the key in other\.key is not that of /],
])("%s ends the start with one line and exit 2, before there is any data", async (_, env, line) => {
  using folder = emptyFolder();
  const { privateKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", privateKey)).toString("base64");
  await Bun.write(join(folder.path, "other.key"), `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`);
  const run = await runProgram(["serve"], { cwd: folder.path, env });
  expect(run).toMatchObject({ exitCode: 2, stdout: "" });
  expect(run.stderr).toMatch(new RegExp(`^petstore: ${line.source}.*\\n$`));
  expect(await Bun.file(join(folder.path, "data/petstore.db")).exists()).toBe(false);
});
