/* Whatever others send on their connections, a client that behaves gets correct responses, and soon. */
import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { openService, rex, type TestService } from "../support/harness.ts";
import { iterationCounter, REQUESTS_MAX } from "../support/iteration-counter.ts";
import { until } from "../support/program.ts";
import { Wire } from "../support/raw-http.ts";
import { SEED } from "../support/seed.ts";

setDefaultTimeout(120_000);

/** A request of the other client waits at most this many times as long as the slowest one without attackers, and some on a busy machine. */
const TIMES_MAX = 20;
const TOLERATED_MS = 2000;

/** Connections of attackers at one time, and requests with a body on each. */
const CONNECTIONS_MAX = 12;
const BODIES_MAX = 5;

/** Of one attack, roughly. */
const BYTES_MAX = 1_500_000;

/** Bytes on a connection: in how many pieces they are sent, and what the client does then. */
interface Attack {
  readonly bytes: string;
  readonly pieces: number;
  readonly end: "waits" | "hangs up" | "closes its side";
}

const path = fc.constantFrom(
  "/healthz",
  "/readyz",
  "/",
  "/v1/pets",
  "/v1/pets/1",
  "/v1/key",
  "/v1/events?types=pet.deleted",
  "/%",
);
const key = fc.constantFrom("", "Authorization: Bearer KEY\r\n", "Authorization: Bearer wrong\r\n");
const hosts = fc.constantFrom("Host: a\r\n", "Host: a\r\nHost: b\r\n", "Host: a b\r\n", "");
const odd = fc.constantFrom(
  "",
  `Accept: ${"text/html;q=0.1,".repeat(800)}\r\n`,
  "Expect: 100-continue\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Connection: close\r\n",
);

const get = fc
  .record({ path, key, hosts, odd })
  .map(({ path, key, hosts, odd }) => `GET ${path} HTTP/1.1\r\n${hosts}${key}${odd}\r\n`);

/** A body, with lengths that need not be its own. */
const post = fc
  .record({
    key,
    body: fc.constantFrom('{"name":"Rex","categoryId":7}', `[${"1.1e1,".repeat(10_000)}1]`, "{".repeat(70_000), ""),
    lengths: fc.array(fc.integer({ min: -20, max: 100_000 }), { maxLength: 2 }),
    isTrue: fc.boolean(),
  })
  .map(({ key, body, lengths, isTrue }) => {
    const declared = lengths.map((length) => `Content-Length: ${isTrue ? body.length : length}\r\n`).join("");
    return `POST /v1/pets HTTP/1.1\r\nHost: a\r\n${key}Content-Type: application/json\r\n${declared}\r\n${body}`;
  });

/** Lines of tables: whole ones, and those that readers stumble over. */
const line = fc.oneof(
  fc.constantFrom(
    "Rex,7",
    "",
    ",,",
    "a",
    '"',
    '"Rex',
    '"R""ex",7',
    "Rex,7,\0",
    "\xff,7",
    "{}",
    '{"name":"Rex","categoryId":7}',
  ),
  fc.string({ unit: "binary-ascii", maxLength: 40 }),
);

/** A file of pets, long enough to hold the service if it were read at once. Those that may be stored are short. */
const importFile = fc
  .record({
    type: fc.constantFrom("text/csv", "application/x-ndjson"),
    titles: fc.constantFrom("name,categoryId\n", "name;category\r\n", ",,,\n", ""),
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    times: fc.integer({ min: 1, max: 500_000 }),
    isDry: fc.boolean(),
    length: fc.constantFrom("true", "true", "too long", "none"),
  })
  .map(({ type, titles, lines, times, isDry, length }) => {
    const rows = `${lines.join("\n")}\n`;
    const file = titles + rows.repeat(isDry ? Math.min(times, BYTES_MAX / rows.length) : 1 + (times % 100));
    const [path, more] = [`/v1/imports${isDry ? "?dryRun=true" : ""}`, length === "true" ? 0 : 1000];
    const declared = length === "none" ? "" : `Content-Length: ${file.length + more}\r\n`;
    return `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer KEY\r\nContent-Type: ${type}\r\n${declared}\r\n${file}`;
  });

const attack: fc.Arbitrary<Attack> = fc
  .record({
    requests: fc.oneof(
      fc.array(fc.oneof(get, post, importFile), { minLength: 1, maxLength: BODIES_MAX }).map((all) => all.join("")),
      fc.tuple(get, fc.integer({ min: 2, max: 30_000 })).map(([one, times]) => one.repeat(times).slice(0, BYTES_MAX)),
    ),
    cutAt: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    pieces: fc.constantFrom(1, 1, 2, 20),
    end: fc.constantFrom("waits", "hangs up", "closes its side"),
  })
  .map(({ requests, cutAt, ...rest }) => ({
    ...rest,
    bytes: cutAt === null ? requests : requests.slice(0, requests.length * cutAt),
  }));

async function carryOut(
  { port }: TestService,
  key: string,
  { bytes, pieces, end }: Attack,
  wires: Wire[],
): Promise<void> {
  const wire = new Wire(port);
  wires.push(wire);
  const all = bytes.replaceAll("KEY", key);
  const size = Math.ceil(all.length / pieces);
  for (let at = 0; at < all.length; at += size) await Promise.race([wire.send(all.slice(at, at + size)), wire.rest()]);
  if (end === "hangs up") wire[Symbol.dispose]();
  else if (end === "closes its side") wire.end();
}

/** Reads a pet on a connection of its own until the others are done, ten times at least. Returns the longest time, in milliseconds. */
async function readWhile({ port, adminKey }: TestService, areDone: () => boolean): Promise<number> {
  using wire = new Wire(port);
  let longest = 0;
  for (let nth = 0; nth < 10 || !areDone(); nth++) {
    const startedAt = performance.now();
    await wire.send(`GET /v1/pets/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${adminKey}\r\n\r\n`);
    const { status, body } = await wire.response();
    expect([status, JSON.parse(body)]).toEqual([200, { id: 1, ...rex, categoryId: 7 }]);
    longest = Math.max(longest, performance.now() - startedAt);
  }
  return longest;
}

test("requests of one client are answered, and soon, whatever others send: pipelined, cut, slow, with doubled or wrong headers, or as files of pets", async () => {
  using turns = iterationCounter();
  let requests = 0;
  const newId = () => {
    turns.count();
    return `request-${++requests}`;
  };
  await using service = await openService({ newId });
  await service.admin.createPet({ body: rex });
  const { key } = await service.as(["pets:read", "pets:write", "events:read"]);
  const alone = await readWhile(service, () => true);
  const property = fc.asyncProperty(fc.array(attack, { minLength: 1, maxLength: CONNECTIONS_MAX }), async (attacks) => {
    const wires: Wire[] = [];
    let running = attacks.length;
    const all = attacks.map((one) => carryOut(service, key, one, wires).finally(() => (running -= 1)));
    const waited = await readWhile(service, () => running === 0);
    await Promise.all(all);
    for (const wire of wires) wire[Symbol.dispose]();
    expect(waited).toBeLessThan(TIMES_MAX * alone + TOLERATED_MS);
  });
  await fc.assert(property, { numRuns: 40, seed: SEED });
  // However fast the machine is: those that begin in a turn, and those that end in it after they have waited for their bodies.
  expect(turns.most()).toBeWithin(REQUESTS_MAX / 2, REQUESTS_MAX + CONNECTIONS_MAX * BODIES_MAX + 1);
  // Nothing is left of them: no slot, and no body that is waited for.
  await until(() => service.inFlight() === 0, "the end of every request");
  expect(service.log.filter(({ level }) => level === "error")).toEqual([]);
});
