/* The queries whose time must not grow with the number of animals, as the core asks them. */
import type { PetStatus } from "../../src/contract/pets.ts";
import { INVENTORY_CHUNK } from "../../src/core/inventory.ts";
import type { Repositories, Store } from "../../src/core/ports.ts";
import { type Sql, statementCompiler, type Value } from "../../src/store/engine.ts";
import { repositoriesOn } from "../../src/store/index.ts";

/** A query with fresh random parameters for a store whose ids go from 1 to `size`. */
export interface HotQuery {
  readonly name: string;
  /** It changes something, so it runs in a transaction. */
  readonly isWrite: boolean;
  run(facts: Repositories, size: number): Promise<unknown>;
}

/** A page of the default size: the core asks for one more, to know whether there is a next page. */
const PAGE = 21;

/** The name of the query that reads one chunk of the streamed inventory. */
export const inventoryChunk = `inventory, a chunk of ${INVENTORY_CHUNK}`;

const STATUSES: readonly PetStatus[] = ["available", "pending", "sold"];

export const hotQueries: readonly HotQuery[] = [
  read("list, first page", ({ pets }) => pets.list({}, { after: 0n, limit: PAGE })),
  read("list, deep", ({ pets }, size) => pets.list({}, { after: deep(size), limit: PAGE })),
  read("list by status, first page", ({ pets }) => pets.list({ status: anyStatus() }, { after: 0n, limit: PAGE })),
  read("list by status, deep", ({ pets }, size) =>
    pets.list({ status: "available" }, { after: deep(size), limit: PAGE }),
  ),
  read("list of 20 ids", ({ pets }, size) => pets.list({ ids: someIds(size) }, { after: 0n, limit: PAGE })),
  read("list of 20 ids by status", ({ pets }, size) =>
    pets.list({ ids: someIds(size), status: anyStatus() }, { after: 0n, limit: PAGE }),
  ),
  read("get", ({ pets }, size) => pets.find(anyId(size))),
  read(inventoryChunk, ({ inventory }, size) => inventory.list({ after: anyId(size) / 2n, limit: INVENTORY_CHUNK })),
  write("create", ({ pets }) => pets.insert({ name: "Rex", categoryId: 7n, status: "available" }, 1)),
  write("patch", ({ inventory }, size) => inventory.setQuantity(anyId(size), Math.floor(Math.random() * 100))),
];

/** Runs a query as the service does. */
export function runOn(store: Store, query: HotQuery, size: number): Promise<unknown> {
  return query.isWrite ? store.transaction((facts) => query.run(facts, size)) : query.run(store, size);
}

/** A statement as the store sends it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

/** The statements that work sends, taken down instead of run; each answers the given rows. */
export async function statementsOf(
  marker: "?" | "$",
  work: (facts: Repositories) => Promise<unknown>,
  answer: readonly unknown[] = [],
): Promise<readonly Statement[]> {
  const compile = statementCompiler(marker);
  const sent: Statement[] = [];
  const sql: Sql = async <Row>(...[parts, ...values]: Parameters<Sql>) => {
    sent.push(compile(parts, values));
    return answer as Row[];
  };
  await work(repositoriesOn(sql));
  return sent;
}

function read(name: string, run: HotQuery["run"]): HotQuery {
  return { name, isWrite: false, run };
}

function write(name: string, run: HotQuery["run"]): HotQuery {
  return { name, isWrite: true, run };
}

function anyId(size: number): bigint {
  return BigInt(1 + Math.floor(Math.random() * size));
}

/** An id in the last tenth, but not on the last pages: a page after it is full. */
function deep(size: number): bigint {
  return BigInt(Math.floor(size * (0.9 + 0.08 * Math.random())));
}

function someIds(size: number): bigint[] {
  return Array.from({ length: 20 }, () => anyId(size));
}

function anyStatus(): PetStatus {
  return STATUSES[Math.floor(Math.random() * STATUSES.length)] ?? "available";
}
