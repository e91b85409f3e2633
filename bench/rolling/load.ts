/* Clients of a shop that goes on: they repeat what is not settled with the same Idempotency-Key, and note what they were told. */
import type { Fleet, Reply } from "./fleet.ts";

/** How long a request may be repeated until it is settled: while 1.1 is cut off, nobody serves until the upgrade is complete. */
const SETTLE_MS = 120_000;
const RETRY_MS = 50;
const SETTLED_CONFLICTS = new Set(["request_in_progress"]);

/** The pieces of each pet that buyers fight for. */
export const PIECES = 40;

const FIRST = ["Bella", "Luna", "Krümel", "Max", "Nala"];
const LAST = ["Königsforst", "Waldkauz", "Hof", "Straße", "Ufer"];

export interface BoughtPet {
  /** Acknowledged orders that were not cancelled. */
  readonly open: Set<number>;
  readonly complete: Set<number>;
}

/** All that clients were told. */
export class Told {
  /** The name of each pet. */
  readonly names = new Map<number, string>();
  readonly bought = new Map<number, BoughtPet>();
  /** How often one was added to the stock of the counters' pet. */
  counted = 0;
  counter = 0;
  /** When writes were acknowledged. */
  readonly acknowledgedAt: number[] = [];
  /** Responses that were repeated, and how often. */
  readonly repeated = new Map<string, number>();
  /** Requests that no repetition settled, and responses that make no sense. */
  readonly wrong: string[] = [];
  /** Searches for a pet by a word of its name after its creation was acknowledged: all, and those that did not find it. */
  readonly searches = { all: 0, missed: 0 };
}

/** Clients that work until they are stopped. */
export class Clients {
  readonly told = new Told();
  readonly #fleet: Fleet;
  #isOver = false;
  #offered = 0;
  readonly #working: Promise<void>[] = [];
  /** Whether the instances know `q`: 1.1 does not. */
  readonly #hasSearch: boolean;

  constructor(fleet: Fleet, { hasSearch }: { hasSearch: boolean }) {
    this.#fleet = fleet;
    this.#hasSearch = hasSearch;
  }

  /** Starts the clients. */
  async start(): Promise<void> {
    this.told.counter = await this.#create("Counter Theke");
    const repeat = (count: number, work: (nth: number) => Promise<void>) => {
      for (let nth = 0; nth < count; nth++) this.#working.push(this.#untilOver(() => work(nth)));
    };
    let written = 0;
    repeat(6, (nth) => this.#write(`w${nth}x${written++}`));
    repeat(5, () => this.#buy());
    repeat(2, () => this.#count());
    repeat(2, () => this.#read());
  }

  async stop(): Promise<Told> {
    this.#isOver = true;
    await Promise.all(this.#working);
    return this.told;
  }

  async #untilOver(work: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await work().catch((error: Error) => {
        this.told.wrong.push(error.message);
      });
    }
  }

  /** Sends a request until it is settled: by a success, or a refusal that says why. */
  async #settle(method: string, path: string, body?: unknown): Promise<Reply> {
    const key = method === "POST" ? crypto.randomUUID() : undefined;
    const deadline = performance.now() + SETTLE_MS;
    for (;;) {
      const reply = await this.#fleet
        .send(method, path, { body, ...(key !== undefined && { key }) })
        .catch((error: Error) => error.message);
      if (typeof reply !== "string" && reply.status < 500 && reply.status !== 429 && !isInProgress(reply)) {
        if (method !== "GET" && reply.status < 300) this.told.acknowledgedAt.push(performance.now());
        return reply;
      }
      const what = typeof reply === "string" ? reply : String(reply.status);
      this.told.repeated.set(what, (this.told.repeated.get(what) ?? 0) + 1);
      if (performance.now() > deadline) throw new Error(`${method} ${path} was not settled: ${what}`);
      await Bun.sleep(RETRY_MS);
    }
  }

  /** The same, for a request that must succeed. */
  async #succeed<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const reply = await this.#settle(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body as Body;
  }

  async #create(name: string): Promise<number> {
    const { id } = await this.#succeed<{ id: number }>("POST", "/pets", { name, categoryId: 7 });
    if (this.told.names.has(id)) this.told.wrong.push(`pet ${id} was acknowledged twice`);
    this.told.names.set(id, name);
    return id;
  }

  /** Adds a pet, finds it, and renames every fourth one. */
  async #write(word: string): Promise<void> {
    const nth = this.told.names.size;
    const [first, last] = [FIRST[nth % FIRST.length], LAST[nth % LAST.length]];
    const id = await this.#create(`${first} ${word} ${last}`);
    await this.#find(id, word);
    if (nth % 4 !== 0) return;
    const name = `${last} ${word}b ${first}`;
    await this.#succeed("PATCH", `/pets/${id}`, { name });
    this.told.names.set(id, name);
    await this.#find(id, `${word}b`);
    await this.#succeed("PATCH", `/pets/${id}`, { status: "pending" });
  }

  async #find(id: number, word: string): Promise<void> {
    if (!this.#hasSearch) return;
    const found = await this.#succeed<{ id: number }[]>("GET", `/pets?q=${word}`);
    this.told.searches.all += 1;
    if (!found.some((pet) => pet.id === id)) this.told.searches.missed += 1;
  }

  /** Orders one of the pets that have a stock; a third of the orders are completed, a third cancelled. */
  async #buy(): Promise<void> {
    const petId = [...this.told.bought.keys()].at(-1) ?? (await this.#offer());
    const reply = await this.#settle("POST", "/store/orders", { petId, quantity: 1 });
    const bought = this.told.bought.get(petId);
    if (reply.status === 409 || bought === undefined) {
      // Another buyer may have offered one meanwhile.
      if ([...this.told.bought.keys()].at(-1) === petId) await this.#offer();
      return;
    }
    const { id } = reply.body as { id: number };
    bought.open.add(id);
    if (id % 3 === 1) {
      await this.#succeed("POST", `/store/orders/${id}/completion`);
      bought.open.delete(id);
      bought.complete.add(id);
    } else if (id % 3 === 2) {
      // Repeated, a cancellation finds nothing: it has been settled.
      const { status } = await this.#settle("DELETE", `/store/orders/${id}`);
      if (status !== 204 && status !== 404) throw new Error(`cancelling order ${id}: ${status}`);
      bought.open.delete(id);
    }
  }

  async #offer(): Promise<number> {
    const id = await this.#create(`Sale s${this.#offered++} Markt`);
    await this.#succeed("POST", `/inventory/${id}/changes`, { delta: PIECES - 1, reason: "arrival" });
    this.told.bought.set(id, { open: new Set(), complete: new Set() });
    return id;
  }

  async #count(): Promise<void> {
    await this.#succeed("POST", `/inventory/${this.told.counter}/changes`, { delta: 1, reason: "arrival" });
    this.told.counted += 1;
  }

  async #read(): Promise<void> {
    await this.#succeed("GET", "/pets?limit=50&status=available");
    await this.#succeed("GET", `/inventory/${this.told.counter}/changes?limit=20`);
    await this.#succeed("GET", "/stats");
  }
}

function isInProgress({ status, body }: Reply): boolean {
  return status === 409 && SETTLED_CONFLICTS.has((body as { code: string }).code);
}
