/* The output of the program at its most verbose level: a key is printed when it is created, and never again. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { emptyFolder } from "../support/folder.ts";
import { type Program, runProgram, SOURCE, startProgram, until, within } from "../support/program.ts";

// A test starts several processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const CONFIGURED = "configured-key-of-at-least-32-characters";

/** Sends a key wherever a careless client could put it. Returns the number of requests. */
async function spread(origin: string, key: string): Promise<number> {
  const bearer = { Authorization: `Bearer ${key}` };
  const post = (body: string, more = {}): RequestInit => ({ method: "POST", headers: { ...bearer, ...more }, body });
  const json = { "Content-Type": "application/json" };
  const requests: readonly [path: string, init?: RequestInit][] = [
    ...[`Bearer ${key}`, key, `Basic ${key}`, `Bearer ${key}x`, `Bearer ${key}, Bearer ${key}`].map(
      (Authorization): [string, RequestInit] => ["/v1/pets", { headers: { Authorization } }],
    ),
    ["/v1/pets", { headers: { ...bearer, "X-Request-Id": key } }],
    ["/v1/pets", { headers: { ...bearer, "X-Forwarded-For": key, Forwarded: `for=${key}`, "User-Agent": key } }],
    ["/v1/pets", { headers: { ...bearer, Accept: key, Prefer: key, Origin: key, Cookie: key, "If-None-Match": key } }],
    [`/v1/pets?access_token=${key}`],
    [`/v1/pets?cursor=${key}&status=${key}`, { headers: bearer }],
    [`/v1/pets/${key}`, { headers: bearer }],
    [`/v1/${key}`, { headers: bearer }],
    [`/${key}`],
    ["/v1/pets", post(key)],
    ["/v1/pets", post(key, json)],
    ["/v1/pets", post(`{"name":1,"Authorization":"Bearer ${key}"}`, json)],
    ["/v1/pets", post(`{"name":"${key}","categoryId":1}`, json)],
    ["/v1/pets", post("{}", { ...json, "Idempotency-Key": key })],
    ["/v1/pets", { method: "DELETE", headers: bearer }],
    ["/v1/pets", { method: "OPTIONS", headers: { Origin: key, "Access-Control-Request-Method": key } }],
  ];
  for (const [path, init] of requests) await (await fetch(origin + path, init)).text();
  return requests.length;
}

const secretOf = (key: string) => key.replace(/^pets_live_/, "");
const printed = ({ stdout, stderr }: Program) => `${stdout()}${stderr()}`;
const times = (text: string, key: string) => text.split(secretOf(key)).length - 1;

test("no log line contains a key, wherever a client puts it; the first key is announced once, on stderr", async () => {
  using folder = emptyFolder();
  const { path: cwd } = folder;
  await using program = await startProgram({ cwd, env: { LOG_LEVEL: "trace", TRUST_PROXY: "1" } });
  const [first = ""] = program.printedKeys;
  const options = ["--name", "kiosk", "--scopes", "all"];
  const kiosk = (await runProgram(["keys", "create", ...options], { cwd })).stdout.trim();
  const sent = (await spread(program.origin, first)) + (await spread(program.origin, kiosk));
  const revoked = await runProgram(["keys", "revoke", "kiosk"], { cwd });
  let polls = 0;
  const isRefused = async () => {
    polls += 1;
    return (await program.as(kiosk).listPets()).status === 401;
  };
  await until(isRefused, "the end of the key");
  const after = await spread(program.origin, kiosk);
  const lines = () => program.stdout().split("\n").length - 1;
  await until(() => lines() >= sent + polls + after, "the log");
  await program.stop("SIGTERM");
  // And two for the start and the end.
  expect(lines()).toBe(sent + polls + after + 2);
  expect(times(program.stdout(), first)).toBe(0);
  expect(times(program.stderr(), first)).toBe(1);
  expect(times(printed(program) + revoked.stdout + revoked.stderr, kiosk)).toBe(0);
});

test("a configured key is never printed", async () => {
  const env = { LOG_LEVEL: "trace", TRUST_PROXY: "1", PETSTORE_API_KEY: CONFIGURED };
  await using program = await startProgram({ env });
  const { length } = (await program.as(CONFIGURED).listPets()).body as readonly unknown[];
  expect(length).toBe(0);
  await spread(program.origin, CONFIGURED);
  await program.stop("SIGTERM");
  expect(times(printed(program), CONFIGURED)).toBe(0);
});

test("no log line on a terminal contains a key", async () => {
  using folder = emptyFolder();
  let screen = "";
  const child = Bun.spawn([...SOURCE, "serve"], {
    cwd: folder.path,
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", LOG_LEVEL: "trace" },
    terminal: { cols: 1000, rows: 50, data: (_, bytes) => void (screen += Buffer.from(bytes).toString()) },
  });
  try {
    await until(() => /pets_live_\w{36}.*listens on .*\n/s.test(screen), "the first key and the announcement");
    const [key = ""] = /pets_live_\w{36}/.exec(screen) ?? [];
    const [, origin = ""] = /listens on (\S+)\/v1/.exec(screen) ?? [];
    const sent = await spread(origin, key);
    const lines = () => screen.split("INFO").length - 1;
    await until(() => lines() >= sent, "the log");
    child.kill("SIGTERM");
    await within(child.exited, "the end of the process");
    expect(times(screen, key)).toBe(1);
  } finally {
    child.kill("SIGKILL");
    child.terminal?.close();
  }
});
