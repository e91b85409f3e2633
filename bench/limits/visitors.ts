/*
 * `bun bench/limits/visitors.ts [CHECKOUT]`: what a crowd of visitors costs. The list of pets and a photo, both from the cache, beside a raw
 * `Bun.serve` with the same headers and bytes, each on one core; then what staff notice while 256 connections read the list. The service
 * logs as it does by default. Another checkout can be measured for comparison.
 */
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bitmap } from "../../test/support/images.ts";
import { cpuSeconds } from "../process-figures.ts";
import { onCore } from "../processes.ts";
import { ResponseReader } from "../response-reader.ts";

const KEY = "a-key-for-the-benchmark-of-40-characters";
const PETS = 24;
const ROUNDS = 5;
const ROUND_MS = 2000;
const CROWD = 256;
const STAFF_MS = 5000;

/** What the runtime writes itself, and an id that differs each time. */
const FRAMING = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

interface Load {
  readonly requests: number;
  /** Responses with 503. */
  readonly refused: number;
  /** Processor time of the server. */
  readonly cpuMicroseconds: number;
  readonly seconds: number;
}

interface Server extends Disposable {
  readonly port: number;
  readonly pid: number;
}

const [mode = join(import.meta.dir, "../.."), ...given] = process.argv.slice(2);
if (mode === "load") await load(given);
else if (mode === "raw") await serveRaw(given);
else await measure(resolve(mode));

/** Reads a path on some connections for some time, as a browser does, and prints how often. An asterisk is another number each time. */
async function load([port, pid, path = "/", connections, ms]: readonly string[]): Promise<void> {
  let sent = 0;
  const next = () => request.replace("*", String((sent += 1)));
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\nAccept-Language: en-GB,en;q=0.9\r\nUser-Agent: bench\r\n\r\n`;
  let requests = 0;
  let refused = 0;
  for (let nth = 0; nth < Number(connections); nth++) {
    const reader = new ResponseReader();
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: Number(port),
      socket: {
        data(to, piece) {
          if (!reader.push(piece)) return;
          if (reader.status === 200) requests += 1;
          else if (reader.status === 503) refused += 1;
          else throw new Error(`status ${reader.status}`);
          to.write(next());
        },
      },
    });
    socket.write(next());
  }
  await Bun.sleep(Number(ms) / 4);
  requests = 0;
  refused = 0;
  const [startedAt, cpu] = [performance.now(), cpuSeconds(Number(pid)) ?? 0];
  await Bun.sleep(Number(ms));
  const seconds = (performance.now() - startedAt) / 1000;
  console.info(
    JSON.stringify({ requests, refused, seconds, cpuMicroseconds: ((cpuSeconds(Number(pid)) ?? 0) - cpu) * 1e6 }),
  );
  process.exit();
}

/** Replays a recorded response, whatever is requested. */
async function serveRaw([file = ""]: readonly string[]): Promise<void> {
  const bytes = await Bun.file(file).bytes();
  const headers = (await Bun.file(`${file}.json`).json()) as Record<string, string>;
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(bytes, { headers }) });
  console.error(`listens on http://127.0.0.1:${server.port}/v1\n  reference`);
}

async function measure(folder: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "petstore-visitors-"));
  try {
    using service = await start([join(folder, "src/main.ts"), "serve"], data);
    const photo = await fillShop(service.port);
    for (const [name, path] of [
      ["list of 24 pets", "/"],
      ["photo", photo],
    ] as const) {
      const bytes = await record(service.port, path, join(data, "response"));
      using raw = await start([import.meta.path, "raw", join(data, "response")], data);
      await compare(`${name}, ${bytes} bytes`, path, service, raw);
    }
    await measureStaff(service);
  } finally {
    rmSync(data, { recursive: true });
  }
}

async function start(program: readonly string[], data: string): Promise<Server> {
  const log = openSync(join(data, "log"), "a");
  const child = Bun.spawn(onCore(0, [process.execPath, ...program]), {
    cwd: data,
    env: {
      PATH: process.env["PATH"] ?? "",
      DATABASE_URL: `sqlite://${data}/petstore.db`,
      PETSTORE_API_KEY: KEY,
      PORT: "0",
      HOST: "127.0.0.1",
      RATE_LIMIT: "0",
      SHOP_NAME: "Riverside Shelter",
      SHOP_CONTACT: "mailto:hello@riverside.example",
    },
    stdout: log,
    stderr: "pipe",
  });
  closeSync(log);
  let text = "";
  for await (const part of child.stderr) {
    text += new TextDecoder().decode(part);
    if (text.includes("reference")) break;
  }
  const port = Number(/listens on \S+:(\d+)\/v1/.exec(text)?.[1]);
  return { pid: child.pid, port, [Symbol.dispose]: () => child.kill("SIGKILL") };
}

/** Adds pets with profiles, each with a photo. Returns the path of one. */
async function fillShop(port: number): Promise<string> {
  for (let nth = 1; nth <= PETS; nth++) {
    const profile = { breed: "Mixed breed", sex: "female", birthDate: "2024-05", tags: ["calm", "likes cats"] };
    await send(port, "POST", "/pets", JSON.stringify({ name: `Luna ${nth}`, categoryId: 7, profile }));
    await send(port, "POST", `/pets/${nth}/photos`, await photo(), "image/jpeg");
  }
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const [path] = /\/photos\/[^ "]*-small\.webp/.exec(page) ?? [];
  if (path === undefined) throw new Error("the list shows no photo");
  return path;
}

/** A picture with soft spots of every colour, which compresses as photos do. */
async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const small = bitmap(40, 30);
  crypto.getRandomValues(small.subarray(54));
  return new Uint8Array(await new Bun.Image(small).resize(900, 675).jpeg({ quality: 90 }).bytes());
}

async function send(
  port: number,
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  type?: string,
) {
  const headers = { Authorization: `Bearer ${KEY}`, "Content-Type": type ?? "application/json" };
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, { method, headers, ...(body && { body }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

/** Keeps a response for the raw server. Returns the length of its body. */
async function record(port: number, path: string, file: string): Promise<number> {
  const options = { headers: { "Accept-Encoding": "gzip" }, decompress: false };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, options);
  const bytes = await response.bytes();
  await Bun.write(file, bytes);
  await Bun.write(
    `${file}.json`,
    JSON.stringify(Object.fromEntries([...response.headers].filter(([name]) => !FRAMING.has(name)))),
  );
  return bytes.length;
}

async function compare(name: string, path: string, service: Server, raw: Server): Promise<void> {
  const costs: { readonly service: number; readonly raw: number }[] = [];
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, theirs] = [await readBy(service, path, 64), await readBy(raw, path, 64)];
    rates.push(ours.requests / ours.seconds);
    costs.push({
      service: ours.cpuMicroseconds / ours.requests,
      raw: theirs.cpuMicroseconds / theirs.requests,
    });
  }
  const [ours, theirs] = [median(costs.map(({ service: one }) => one)), median(costs.map(({ raw: one }) => one))];
  const ratio = median(costs.map((one) => one.raw / one.service));
  console.info(
    `${name}: ${ours.toFixed(1)} us of CPU, raw Bun.serve ${theirs.toFixed(1)}: ${ratio.toFixed(2)} of its rate; ${Math.round(median(rates))} requests/s here`,
  );
}

async function readBy({ port, pid }: Server, path: string, connections: number, ms = ROUND_MS): Promise<Load> {
  const order = ["load", port, pid, path, connections, ms].map(String);
  const child = Bun.spawn(onCore(1, [process.execPath, import.meta.path, ...order]), { stderr: "inherit" });
  return JSON.parse(await new Response(child.stdout).text()) as Load;
}

/** Staff's requests one after another, alone and beside crowds: a list, and a new pet, after which each page is made again. */
async function measureStaff(service: Server): Promise<void> {
  console.info(`staff alone: ${report(await staffFor(service, STAFF_MS))}`);
  for (const [crowd, path] of [
    ["the list", "/"],
    ["addresses that they invent, each a page that is made", "/?search=*"],
  ] as const) {
    const reading = readBy(service, path, CROWD, 1.5 * STAFF_MS);
    await Bun.sleep(STAFF_MS / 2);
    const staff = await staffFor(service, STAFF_MS);
    const { requests, refused, seconds } = await reading;
    const rates = `${Math.round(requests / seconds)} pages/s, ${Math.round(refused / seconds)} refused/s`;
    console.info(`beside ${CROWD} visitors who read ${crowd} (${rates}): ${report(staff)}`);
  }
}

interface StaffTimes {
  readonly get: readonly number[];
  readonly post: readonly number[];
}

async function staffFor({ port }: Server, ms: number): Promise<StaffTimes> {
  const times = { get: [] as number[], post: [] as number[] };
  const timed = async (list: number[], run: () => Promise<void>) => {
    const startedAt = performance.now();
    await run();
    list.push(performance.now() - startedAt);
  };
  for (const end = performance.now() + ms; performance.now() < end; ) {
    for (let nth = 0; nth < 9; nth++) await timed(times.get, () => send(port, "GET", "/pets?limit=20"));
    await timed(times.post, () => send(port, "POST", "/pets", '{"name":"Rex","categoryId":7}'));
  }
  return times;
}

function report({ get, post }: StaffTimes): string {
  const figures = (list: readonly number[]) =>
    `p50 ${quantile(list, 0.5).toFixed(1)} ms, p99 ${quantile(list, 0.99).toFixed(1)} ms`;
  return `GET /pets ${figures(get)}; POST /pets ${figures(post)}; ${get.length + post.length} requests`;
}

function median(list: readonly number[]): number {
  return quantile(list, 0.5);
}

function quantile(list: readonly number[], share: number): number {
  return list.toSorted((one, other) => one - other)[Math.floor(list.length * share)] ?? Number.NaN;
}
