/** Checks that a server answers as the contract says before it is timed: a fast wrong answer is worth nothing. */
import { animal, animalCount, statuses } from "./animals.ts";
import type { Running } from "./processes.ts";
import { apiKey, type Server } from "./servers.ts";

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Call = (method: string, path: string, options?: { body?: string; key?: boolean }) => Promise<Answer>;

function caller(port: number): Call {
  return async (method, path, { body, key = true } = {}) => {
    const headers: Record<string, string> = {};
    if (key) headers["Authorization"] = `Bearer ${apiKey}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: await response.json() };
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}

function isEntry(value: unknown): boolean {
  return (
    Number.isInteger(field(value, "petId")) &&
    Number.isInteger(field(value, "quantity")) &&
    isStatus(field(value, "status"))
  );
}

function isPet(value: unknown): boolean {
  const categoryId = field(value, "categoryId");
  return (
    Number.isInteger(field(value, "id")) &&
    typeof field(value, "name") === "string" &&
    Number.isInteger(categoryId) &&
    isStatus(field(value, "status"))
  );
}

function isStatus(value: unknown): boolean {
  return statuses.some((status) => status === value);
}

function isError(answer: Answer, status: number): boolean {
  const { body } = answer;
  return (
    answer.status === status &&
    typeof field(body, "code") === "string" &&
    typeof field(body, "message") === "string" &&
    field(body, "status") === status
  );
}

function ascends(rows: readonly unknown[], name: string): boolean {
  return rows.every((row, index) => index === 0 || Number(field(rows[index - 1], name)) < Number(field(row, name)));
}

type Check = readonly [name: string, holds: (call: Call) => Promise<boolean>];

const page: Check = [
  "a page of 20 available animals, ascending",
  async (call) => {
    const { status, body } = await call("GET", "/pets?limit=20&status=available");
    const available = (row: unknown): boolean => isPet(row) && field(row, "status") === "available";
    return status === 200 && Array.isArray(body) && body.length === 20 && body.every(available) && ascends(body, "id");
  },
];

/** What the servers on PostgreSQL answer besides; `ids` is petstore's own, so the peers do not have it. */
const pageOfIds: Check = [
  "a page of 20 animals by their ids",
  async (call) => {
    const ids = Array.from({ length: 20 }, (_, index) => (index + 1) * (animalCount / 20));
    const { status, body } = await call("GET", `/pets?ids=${ids.join()}`);
    return (
      status === 200 &&
      Bun.deepEquals(
        body,
        ids.map((id) => ({ id, ...animal(id) })),
      )
    );
  },
];

const reads: readonly Check[] = [
  page,
  [
    "one animal by id",
    async (call) => {
      const { status, body } = await call("GET", "/pets/1");
      return status === 200 && isPet(body) && field(body, "id") === 1;
    },
  ],
  [
    "the whole inventory, ascending",
    async (call) => {
      const { status, body } = await call("GET", "/inventory");
      return (
        status === 200 &&
        Array.isArray(body) &&
        body.length === animalCount &&
        body.every(isEntry) &&
        ascends(body, "petId")
      );
    },
  ],
];

const invalidBodies = [
  '{"name":"Rex"}',
  '{"categoryId":1}',
  '{"name":5,"categoryId":1}',
  '{"name":"Rex","categoryId":"1"}',
  '{"name":"Rex","categoryId":1.5}',
  '{"name":"Rex","categoryId":1,"status":"lost"}',
  '{"name":',
];

const contract: readonly Check[] = [
  ...reads,
  [
    "20 animals unless told otherwise",
    async (call) => {
      const { body } = await call("GET", "/pets");
      return Array.isArray(body) && body.length === 20;
    },
  ],
  [
    "a limit out of range or an unknown status is 400",
    async (call) => {
      const queries = ["limit=0", "limit=101", "limit=x", "status=lost"];
      return allError(await Promise.all(queries.map((query) => call("GET", `/pets?${query}`))), 400);
    },
  ],
  [
    "no key or a wrong one is 401",
    async (call) => {
      return allError(
        [await call("GET", "/pets", { key: false }), await call("POST", "/pets", { key: false, body: "{}" })],
        401,
      );
    },
  ],
  [
    "an unknown animal is 404",
    async (call) => {
      const unknown = await call("PATCH", "/inventory/999999999", { body: '{"quantity":1}' });
      return allError([await call("GET", "/pets/999999999"), unknown], 404);
    },
  ],
  [
    "an invalid new animal is 400",
    async (call) => {
      return allError(await Promise.all(invalidBodies.map((body) => call("POST", "/pets", { body }))), 400);
    },
  ],
  [
    "an invalid quantity is 400",
    async (call) => {
      const bodies = ['{"quantity":-1}', '{"quantity":"1"}', "{}"];
      return allError(await Promise.all(bodies.map((body) => call("PATCH", "/inventory/1", { body }))), 400);
    },
  ],
  [
    "a changed quantity is in the next inventory",
    async (call) => {
      const { status, body } = await call("PATCH", "/inventory/7", { body: '{"quantity":42}' });
      const inventory = await call("GET", "/inventory");
      const listed: unknown = Array.isArray(inventory.body) ? inventory.body[6] : undefined;
      return status === 200 && isEntry(body) && field(body, "quantity") === 42 && field(listed, "quantity") === 42;
    },
  ],
  // Last, since it adds an animal to the inventory that others count.
  [
    "a created animal is read back",
    async (call) => {
      const made = await call("POST", "/pets", { body: '{"name":"Zoë","categoryId":3}' });
      const read = await call("GET", `/pets/${String(field(made.body, "id"))}`);
      return (
        made.status === 201 &&
        isPet(made.body) &&
        field(made.body, "status") === "available" &&
        Bun.deepEquals(made.body, read.body)
      );
    },
  ],
];

function allError(answers: readonly Answer[], status: number): boolean {
  return answers.every((answer) => isError(answer, status));
}

function checksOf({ kind, engine }: Server): readonly Check[] {
  if (engine === "PostgreSQL") return kind === "limit" ? [page, pageOfIds] : [pageOfIds, ...contract];
  return kind === "limit" ? reads : contract;
}

/** The checks that do not hold, by name; none for a server that may be timed. */
export async function wrongAnswers({ server, port }: Running): Promise<string[]> {
  const call = caller(port);
  const wrong: string[] = [];
  for (const [name, holds] of checksOf(server)) {
    if (!(await holds(call).catch(() => false))) wrong.push(name);
  }
  return wrong;
}
