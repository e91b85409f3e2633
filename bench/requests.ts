/** Turns a workload into request bytes, all made before the clock starts. */
import { animal, animalCount } from "./animals.ts";
import type { WorkloadId } from "./workloads.ts";

/** How many animals are on a page. */
export const pageLimit = 20;

/** Requests side by side in one array, and the order in which a connection walks through them. */
export interface Requests {
  readonly bytes: Uint8Array;
  /** Request `i` is `bytes[offsets[i] .. offsets[i + 1])`. */
  readonly offsets: Uint32Array;
  readonly statuses: Uint16Array;
  readonly order: Uint32Array;
}

interface Request {
  readonly text: string;
  readonly status: number;
}

/** Writes requests as text. */
class Author {
  // Without the port, so that all servers can be sent the same bytes.
  readonly #head = "HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  readonly #key: string;

  constructor(key: string) {
    this.#key = `Authorization: Bearer ${key}\r\n`;
  }

  get(path: string, status = 200): Request {
    return { text: `GET ${path} ${this.#head}${this.#key}\r\n`, status };
  }

  getWithoutKey(path: string): Request {
    return { text: `GET ${path} ${this.#head}\r\n`, status: 401 };
  }

  send(method: "POST" | "PATCH", path: string, body: object, status: number): Request {
    const json = JSON.stringify(body);
    const fields = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`;
    return { text: `${method} ${path} ${this.#head}${this.#key}${fields}\r\n${json}`, status };
  }

  list(): Request {
    return this.get(`/v1/pets?limit=${pageLimit}&status=available`);
  }

  listOf(ids: readonly number[]): Request {
    return this.get(`/v1/pets?ids=${ids.join()}`);
  }

  create(id: number): Request {
    return this.send("POST", "/v1/pets", animal(id), 201);
  }

  setQuantity(id: number): Request {
    return this.send("PATCH", `/v1/inventory/${id}`, { quantity: id % 1000 }, 200);
  }
}

/** Numbers that look random and are the same in every run, so that all servers get the same requests (xorshift32). */
function* randomNumbers(): Generator<number, never> {
  let state = 2_463_534_242;
  for (;;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state >>> 0;
  }
}

const orderLength = 1 << 17;

function numbered<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}

/** Pages of random animals. */
function randomPages(author: Author): Request[] {
  const random = randomNumbers();
  const anyId = () => 1 + (random.next().value % animalCount);
  return numbered(orderLength, () => author.listOf(Array.from({ length: pageLimit }, anyId)));
}

/** The mix of W5: the shares of each kind, laid out by chance. */
function mixed(author: Author): { requests: Request[]; order: Uint32Array } {
  const variants = 1000;
  const gets = numbered(animalCount, (id) => author.get(`/v1/pets/${id}`));
  const patches = numbered(variants, (number) => author.setQuantity(number * Math.floor(animalCount / variants)));
  const creates = numbered(variants, (id) => author.create(id));
  const random = randomNumbers();
  const order = Uint32Array.from({ length: orderLength }, () => {
    const share = random.next().value % 100;
    const pick = random.next().value;
    if (share < 45) return 0;
    if (share < 90) return 1 + (pick % gets.length);
    if (share < 98) return 1 + gets.length + (pick % variants);
    return 1 + gets.length + variants + (pick % variants);
  });
  return { requests: [author.list(), ...gets, ...patches, ...creates], order };
}

function plan(workload: WorkloadId, author: Author): { requests: Request[]; order?: Uint32Array } {
  switch (workload) {
    case "W1":
    case "W1x256":
    case "W7":
      return { requests: [author.list()] };
    case "W2": {
      const random = randomNumbers();
      const order = Uint32Array.from({ length: orderLength }, () => random.next().value % animalCount);
      return { requests: numbered(animalCount, (id) => author.get(`/v1/pets/${id}`)), order };
    }
    case "W3":
      return { requests: numbered(1000, (id) => author.create(id)) };
    case "W4u":
      return { requests: [author.get("/v1/inventory")] };
    case "W4c":
      return { requests: numbered(1000, (id) => [author.setQuantity(id), author.get("/v1/inventory")]).flat() };
    case "W5":
      return mixed(author);
    case "W6a":
      return { requests: [author.send("POST", "/v1/pets", { name: "Rex", status: "lost" }, 400)] };
    case "W6b":
      return { requests: [author.getWithoutKey(`/v1/pets?limit=${pageLimit}&status=available`)] };
    case "W7r":
      return { requests: randomPages(author) };
  }
}

/** Builds the requests of a workload, which are the same for every server. */
export function buildRequests(workload: WorkloadId, key: string): Requests {
  const { requests, order } = plan(workload, new Author(key));
  const offsets = new Uint32Array(requests.length + 1);
  // The requests are ASCII, so characters are bytes.
  requests.forEach(({ text }, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + text.length;
  });
  return {
    bytes: Buffer.from(requests.map(({ text }) => text).join(""), "latin1"),
    offsets,
    statuses: Uint16Array.from(requests, ({ status }) => status),
    order: order ?? Uint32Array.from(requests.keys()),
  };
}
