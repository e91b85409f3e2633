/**
 * The load generator: keep-alive connections with one request in flight on each, and requests written in advance.
 * It is our own because it has one core, from which the load tools on npm cannot keep `Bun.serve` busy.
 */
import type { Socket } from "bun";
import { growthWorkloads } from "./growth/workloads.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { threadSeconds } from "./process-figures.ts";
import { ResponseReader } from "./response-reader.ts";
import { workloads } from "./workloads.ts";

type Requests = readonly { readonly bytes: Buffer; readonly status: number; readonly isRead: boolean }[];

interface Connection {
  readonly reader: ResponseReader;
  request: number;
  sentAt: number;
}

class Run {
  readonly #requests: Requests;
  readonly #order: LoadOrder;
  readonly #sockets: Socket<Connection>[] = [];
  #latencies: number[] = [];
  #latenciesOfReads: number[] = [];
  #bytes = 0;
  #errors = 0;
  #firstError: string | undefined;
  #isOver = false;

  constructor(order: LoadOrder, requests: Requests) {
    this.#order = order;
    this.#requests = requests;
  }

  async measure(): Promise<LoadResult> {
    const { connections, warmupMs, measureMs, pid } = this.#order;
    for (let number = 0; number < connections; number++) await this.#connect(number);
    for (const socket of this.#sockets) this.#send(socket);
    await Bun.sleep(warmupMs);
    // Errors of the warm-up count: a wrong response is wrong at any time.
    this.#latencies = [];
    this.#latenciesOfReads = [];
    this.#bytes = 0;
    const from = { time: performance.now(), cpu: threadSeconds(pid), own: process.cpuUsage() };
    await Bun.sleep(measureMs);
    const seconds = (performance.now() - from.time) / 1000;
    const serverCpuSeconds = threadSeconds(pid) - from.cpu;
    const own = process.cpuUsage(from.own);
    this.#isOver = true;
    for (const socket of this.#sockets) socket.terminate();
    const latencies = Float64Array.from(this.#latencies).sort();
    const latenciesOfReads = Float64Array.from(this.#latenciesOfReads).sort();
    return {
      seconds,
      requests: latencies.length,
      bytes: this.#bytes,
      errors: this.#errors,
      firstError: this.#firstError,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      p99OfReads: percentile(latenciesOfReads, 0.99),
      serverCpuSeconds,
      loadShare: (own.user + own.system) / 1e6 / seconds,
    };
  }

  async #connect(number: number): Promise<void> {
    const { connections, done, port } = this.#order;
    // An even place, because W4c pairs a PATCH with the read after it.
    const start = Math.floor((((number + done) / connections) * this.#requests.length) / 2) * 2;
    const socket = await Bun.connect<Connection>({
      hostname: "127.0.0.1",
      port,
      data: { reader: new ResponseReader(), request: start, sentAt: 0 },
      socket: {
        data: (from, piece) => this.#receive(from, piece),
        close: () => this.#fail("the server closed a connection"),
        error: (_from, error) => this.#fail(error.message),
      },
    });
    socket.setNoDelay(true);
    this.#sockets.push(socket);
  }

  #send(socket: Socket<Connection>): void {
    const { bytes = Buffer.alloc(0) } = this.#requests[socket.data.request] ?? {};
    socket.data.sentAt = performance.now();
    if (socket.write(bytes) !== bytes.length) this.#fail("a request was not written at once");
  }

  #receive(socket: Socket<Connection>, piece: Buffer): void {
    if (this.#isOver) return;
    const connection = socket.data;
    this.#bytes += piece.length;
    if (!connection.reader.push(piece)) return;
    const request = this.#requests[connection.request];
    const latency = performance.now() - connection.sentAt;
    this.#latencies.push(latency);
    if (request?.isRead) this.#latenciesOfReads.push(latency);
    const { status } = connection.reader;
    const expected = request?.status;
    if (status !== expected) this.#fail(`status ${status}, not ${expected}`);
    connection.request = (connection.request + 1) % this.#requests.length;
    this.#send(socket);
  }

  #fail(reason: string): void {
    if (this.#isOver) return;
    this.#errors += 1;
    this.#firstError ??= reason;
  }
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

async function buildRequests({ workload: id, pets }: LoadOrder): Promise<Requests> {
  const requests = await [...workloads, ...growthWorkloads].find((workload) => workload.id === id)?.requests(pets);
  if (requests === undefined) throw new Error(`there is no workload ${id}`);
  return requests.map(({ text, status }) => ({ bytes: Buffer.from(text), status, isRead: text.startsWith("GET ") }));
}

const built = new Map<string, Requests>();
process.on("message", async (order: LoadOrder) => {
  const name = `${order.workload} of ${order.pets}`;
  const requests = built.get(name) ?? (await buildRequests(order));
  built.set(name, requests);
  process.send?.(await new Run(order, requests).measure());
});
