import { expect, test } from "bun:test";
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Profile } from "../../src/contract/pets/profiles.ts";
import { AMOUNT_MAX } from "../../src/contract/values/money.ts";
import type { MaybePromise } from "../../src/core/concurrency/maybe-promise.ts";
import type { Store } from "../../src/core/ports.ts";
import type { Engine } from "../../src/store/engine.ts";
import { openSchema, openStore } from "../../src/store/index.ts";
import { runCommand } from "../support/command.ts";
import { emptyFolder } from "../support/folder.ts";
import { NOON } from "../support/harness.ts";
import { sharedPostgres } from "../support/postgres.ts";
import type { Run } from "../support/program.ts";
import { isQuick } from "../support/tier.ts";

/** What a command that takes seconds, as on a busy machine, says of its progress. */
const PROGRESS = /^(?:checking|copying|exporting|importing|upgrading|verifying)[a-z ,]*: [\d,]+(?: of .*)?\n/gm;

/** A folder that the program runs in. */
export interface Folder extends Disposable {
  readonly path: string;
  file(name: string): string;
  /** The URL of a SQLite database in it. */
  url(name: string): string;
  /** Runs a command in the folder, to its end. Lines about its progress are left out. */
  petstore(databaseUrl: string, ...args: string[]): Promise<Run>;
}

/** A folder with a database: the program runs on it. */
export interface Shop extends Omit<Folder, "url"> {
  readonly url: string;
  /** The URL of another SQLite database in the folder. */
  urlOf(name: string): string;
  run(...args: string[]): Promise<Run>;
  /** The same with another database of the same kind. */
  another(name: string): Promise<Shop>;
  /** Imports a text as a file of this name. */
  importText(name: string, text: string, ...options: string[]): Promise<Run>;
  /** The pets as an export to CSV has them, without when they were added and the empty cells before that. */
  pets(): Promise<readonly string[]>;
  /** What `doctor` says that is not ok. */
  doctor(): Promise<{ readonly exitCode: number; readonly failed: string[]; readonly warned: string[] }>;
  /** Runs statements on the database behind the service's back. */
  change(statements: string): Promise<void>;
}

/** An empty folder, deleted by `using`. */
export function openFolder(): Folder {
  const folder = emptyFolder();
  return {
    path: folder.path,
    file: (name) => join(folder.path, name),
    url: (name) => `sqlite://${join(folder.path, name)}`,
    async petstore(url, ...args) {
      const run = await runCommand(folder.path, { DATABASE_URL: url }, args);
      return { ...run, stderr: run.stderr.replaceAll(PROGRESS, "") };
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** A folder with a SQLite database that the first command makes, deleted by `using`. */
export function openShop(folder = openFolder(), url = folder.url("shop.db"), makeUrl = sqliteUrl): Shop {
  const run = (...args: string[]) => folder.petstore(url, ...args);
  return {
    ...folder,
    url,
    urlOf: folder.url,
    run,
    another: async (name) => openShop(folder, await makeUrl(folder, `${name}.db`), makeUrl),
    importText(name, text, ...options) {
      writeFileSync(folder.file(name), text);
      return run("import", name, ...options);
    },
    async pets() {
      const { stdout } = await run("export", "-", "--format", "csv");
      return stdout
        .replaceAll(/,+[^,\r\n]*(?=\r\n)/g, "")
        .split("\r\n")
        .slice(1, -1);
    },
    async doctor() {
      const { exitCode, stdout } = await run("doctor");
      const linesOf = (level: string) => stdout.split("\n").filter((line) => line.startsWith(level));
      return { exitCode, failed: linesOf("FAIL"), warned: linesOf("warn") };
    },
    change: (statements) => withEngine(url, (engine) => engine.transaction(({ script }) => script(statements))),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

const sqliteUrl = async (folder: Folder, name: string) => folder.url(name);

/** The events in the feed of a database. */
export function eventsOf(url: string) {
  return withStore(url, async ({ publishEvents, events }) => {
    await publishEvents();
    return events.list({}, { after: 0n, limit: 100 }, (await events.head()).last);
  });
}

/** How to create an empty database of each kind; in the quick tier only SQLite. */
export const kinds: Readonly<Record<string, typeof sqliteUrl>> = {
  SQLite: sqliteUrl,
  ...(!isQuick && { PostgreSQL: async () => (await sharedPostgres()).createDatabase() }),
};

/** Declares a test on a new database of each kind. */
export function testEach(name: string, rule: (shop: Shop) => Promise<void>, timeoutMs = 60_000): void {
  for (const [kind, makeUrl] of Object.entries(kinds)) {
    test(
      `${name} (${kind})`,
      async () => {
        using folder = openFolder();
        await rule(openShop(folder, await makeUrl(folder, "shop.db"), makeUrl));
      },
      timeoutMs,
    );
  }
}

/** Works with the store of a database. */
export async function withStore<Result>(url: string, work: (store: Store) => MaybePromise<Result>): Promise<Result> {
  const store = await openStore(url, NOON);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Works with a database of the current schema. */
export async function withEngine<Result>(url: string, work: (engine: Engine) => MaybePromise<Result>): Promise<Result> {
  const engine = await openSchema(url, NOON);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** The run of a command that refuses, with a part of what it says. */
export function refused(exitCode: 1 | 2, message: string) {
  return { exitCode, stdout: "", stderr: expect.stringContaining(message) };
}

/** Writes nonsense over a part of a file, by default one that `fill` with 2,000 pets has. */
export function damage(path: string, at = 8192, length = 600): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(length, 0xa5), 0, length, at);
  closeSync(file);
}

/** A profile that needs care in every format. */
const PROFILE: Profile = {
  breed: 'Lop "ear", dwarf',
  birthDate: "2024-05",
  neutered: false,
  description: "Calm.\n\nLikes company.",
  tags: ["good with children", "calm"],
  price: { amount: AMOUNT_MAX, currency: "EUR" },
  reference: "007",
  microchip: "276098106123456",
};

/** Adds pets to a database, with 64-bit integers and names that need care in every format. */
export async function fill(url: string, count: number): Promise<void> {
  const pets = Array.from({ length: count }, (_, index) => ({
    id: undefined,
    name: index % 2 === 0 ? `Rex "${index}", é😀` : ` ${index} `,
    categoryId: index % 2 === 0 ? 9223372036854775807n : -9223372036854775808n,
    status: "available" as const,
    quantity: index,
    profile:
      index % 3 === 0
        ? { ...PROFILE, reference: `${PROFILE.reference}-${index}`, microchip: String(276_098_106_000_000 + index) }
        : {},
  }));
  await withStore(url, async (store) => {
    for (let from = 0; from < count; from += 2000) {
      await store.transaction(({ imports }) => imports.insertPets(pets.slice(from, from + 2000), NOON));
    }
  });
}
