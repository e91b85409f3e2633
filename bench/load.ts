/**
 * The load generator, a process of its own so that it can have a core of its own.
 *
 * Keep-alive connections, one request in flight on each, bytes made beforehand. It takes one order at a time from
 * `run.ts` and answers with what it counted. Written here because `npm run bench` must work with npm alone, and the
 * load tool that npm has cannot keep a raw `Bun.serve` busy from one core.
 */
import type { Socket } from "bun";
import { Latencies } from "./latencies.ts";
import { cpuSeconds } from "./process-figures.ts";
import { buildRequests, type Requests } from "./requests.ts";
import { ResponseReader } from "./responses.ts";
import type { WorkloadId } from "./workloads.ts";

export interface LoadOrder {
  readonly workload: WorkloadId;
  readonly port: number;
  readonly key: string;
  readonly connections: number;
  /** Which share of the rounds is behind us: each round sends another part of the requests. */
  readonly done: number;
  readonly warmupMs: number;
  readonly measureMs: number;
  /** The server whose processor time is taken over the same window. */
  readonly pid: number;
}

export interface LoadResult {
  readonly seconds: number;
  readonly requests: number;
  readonly bytes: number;
  /** Answers with another status than the request must get, and connections that broke. */
  readonly errors: number;
  readonly firstError: string | undefined;
  readonly p50: number;
  readonly p99: number;
  readonly serverCpuSeconds: number;
  /** The share of its core that the generator itself used: near 1, the generator is the limit. */
  readonly loadShare: number;
}

/** How much longer the warm-up may take until each connection was answered once: some servers leave a few of many waiting. */
const firstAnswersMs = 500;

class Run {
  readonly #requests: Requests;
  readonly #order: LoadOrder;
  readonly #sockets: Socket<Connection>[] = [];
  #latencies = new Latencies();
  #answered = 0;
  #bytes = 0;
  #errors = 0;
  #firstError: string | undefined;
  #stopped = false;
  /** Connections that were not answered yet. */
  #waiting: number;
  readonly #allAnswered = Promise.withResolvers<void>();

  constructor(order: LoadOrder, requests: Requests) {
    this.#order = order;
    this.#requests = requests;
    this.#waiting = order.connections;
  }

  async measure(): Promise<LoadResult> {
    const { connections, warmupMs, measureMs, pid } = this.#order;
    for (let number = 0; number < connections; number++) await this.#connect(number);
    for (const socket of this.#sockets) this.#send(socket);
    await Bun.sleep(warmupMs);
    // A large answer may take longer than the warm-up, and the first one costs more than those after it.
    await Promise.race([this.#allAnswered.promise, Bun.sleep(firstAnswersMs)]);
    this.#startCounting();
    const from = { time: performance.now(), cpu: cpuSeconds(pid) ?? 0, own: process.cpuUsage() };
    await Bun.sleep(measureMs);
    const seconds = (performance.now() - from.time) / 1000;
    const own = process.cpuUsage(from.own);
    const result: LoadResult = {
      seconds,
      requests: this.#answered,
      bytes: this.#bytes,
      errors: this.#errors,
      firstError: this.#firstError,
      p50: this.#latencies.percentile(0.5),
      p99: this.#latencies.percentile(0.99),
      serverCpuSeconds: (cpuSeconds(pid) ?? 0) - from.cpu,
      loadShare: (own.user + own.system) / 1e6 / seconds,
    };
    this.#stopped = true;
    for (const socket of this.#sockets) socket.terminate();
    return result;
  }

  /** Forgets what the warm-up counted, but no error: a wrong answer is wrong at any time. */
  #startCounting(): void {
    this.#latencies = new Latencies();
    this.#answered = 0;
    this.#bytes = 0;
  }

  async #connect(number: number): Promise<void> {
    const { order } = this.#requests;
    const { connections, done } = this.#order;
    // Connections start spread over the order, at an even place because W4c pairs a PATCH with the read after it.
    const start = Math.floor((((number + done) / connections) * order.length) / 2) * 2;
    const socket = await Bun.connect<Connection>({
      hostname: "127.0.0.1",
      port: this.#order.port,
      data: { reader: new ResponseReader(), next: start, current: 0, sentAt: 0, answered: 0 },
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
    const { bytes, offsets, order } = this.#requests;
    const connection = socket.data;
    const request = order[connection.next] ?? 0;
    connection.next = connection.next + 1 === order.length ? 0 : connection.next + 1;
    connection.current = request;
    connection.sentAt = performance.now();
    const from = offsets[request] ?? 0;
    const length = (offsets[request + 1] ?? 0) - from;
    if (socket.write(bytes, from, length) !== length) this.#fail("a request could not be written at once");
  }

  #receive(socket: Socket<Connection>, piece: Buffer): void {
    if (this.#stopped) return;
    const { reader, current, sentAt } = socket.data;
    this.#bytes += piece.length;
    if (!reader.push(piece)) return;
    this.#latencies.add((performance.now() - sentAt) * 1000);
    if (reader.status !== this.#requests.statuses[current]) {
      this.#fail(`status ${reader.status} where ${this.#requests.statuses[current]} was due`);
    }
    this.#answered++;
    if (socket.data.answered++ === 0 && --this.#waiting === 0) this.#allAnswered.resolve();
    this.#send(socket);
  }

  #fail(reason: string): void {
    if (this.#stopped) return;
    this.#errors++;
    this.#firstError ??= reason;
  }
}

interface Connection {
  readonly reader: ResponseReader;
  next: number;
  current: number;
  sentAt: number;
  answered: number;
}

// Loaded as a module by others for its types; only the spawned process has a parent to answer to.
if (import.meta.main) {
  const built = new Map<WorkloadId, Requests>();
  process.on("message", async (order: LoadOrder) => {
    const requests = built.get(order.workload) ?? buildRequests(order.workload, order.key);
    built.set(order.workload, requests);
    process.send?.(await new Run(order, requests).measure());
  });
}
