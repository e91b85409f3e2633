/* Writers on three instances that are killed again and again, and readers that follow the feed meanwhile. */

import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { SQL } from "bun";
import { parseJson } from "../../src/contract/json/json.ts";
import { emptyFolder } from "../support/folder.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { type Program, startProgram, until } from "../support/program.ts";
import { tell } from "../support/tell.ts";
import { databaseIn } from "./disk.ts";
import { CONFIGURED, once, QUIET } from "./writers.ts";

const INSTANCES = 3;
const WRITERS = 64;
const READERS = 5;

/** Between two kills, in milliseconds. */
const KILL_MS = 3000;

/** A change written behind the service's back, in a transaction that stays open for a while. Resolves once it is committed. */
type WriteSlowly = (name: string) => Promise<void>;

interface Data extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  /** How many of the writers write behind the service's back. */
  readonly slowWriters: number;
  /** Opens the database, once the service has made its tables. */
  open(): WriteSlowly;
}

const pet = (name: string) => JSON.stringify({ id: 1, name, categoryId: 7, status: "available" });

async function onSqlite(): Promise<Data> {
  const folder = emptyFolder();
  await Bun.write(`${folder.path}/data/.keep`, "");
  let database: Database | undefined;
  return {
    env: { DATABASE_URL: `sqlite://${databaseIn(folder.path)}` },
    // One transaction keeps out all others, of every instance.
    slowWriters: 2,
    open() {
      const opened = new Database(databaseIn(folder.path));
      database = opened;
      let turn = Promise.resolve();
      return (name) => {
        turn = turn.then(async () => {
          while (!isBegun(opened)) await Bun.sleep(5);
          opened.run("insert into events (at, type, data) values (?, 'pet.created', ?)", [Date.now(), pet(name)]);
          await Bun.sleep(Math.random() * 50);
          opened.run("commit");
          await Bun.sleep(100);
        });
        return turn;
      };
    },
    async [Symbol.asyncDispose]() {
      database?.close();
      folder[Symbol.dispose]();
    },
  };
}

function isBegun(database: Database): boolean {
  try {
    database.run("begin immediate");
    return true;
  } catch {
    return false;
  }
}

async function onPostgres(): Promise<Data> {
  const url = await (await sharedPostgres()).createDatabase();
  const slowWriters = 24;
  let sql: SQL | undefined;
  return {
    env: { DATABASE_URL: url, DATABASE_CONNECTIONS: "5" },
    slowWriters,
    open() {
      const opened = new SQL(url, { max: slowWriters });
      sql = opened;
      return async (name) => {
        await opened.begin(async (handle) => {
          await handle`insert into event_inbox (at, type, data, known_step) values (${Date.now()}, 'pet.created', ${pet(name)}, 1)`;
          // Others that begin later commit earlier.
          await Bun.sleep(Math.random() * (Math.random() < 0.1 ? 2500 : 300));
        });
      };
    },
    async [Symbol.asyncDispose]() {
      await sql?.close();
    },
  };
}

const engines = { SQLite: onSqlite, PostgreSQL: onPostgres } as const;

/** Instances of which one may be dead. */
export interface Instances extends AsyncDisposable {
  readonly kills: number;
  /** Those that run, or did until a moment ago. */
  readonly running: readonly Program[];
  /** One that was running a moment ago. */
  any(): Program;
  /** Kills one with SIGKILL and starts another. */
  killOne(): Promise<void>;
}

/** Starts several on one database. */
export async function startInstances(env: Readonly<Record<string, string>>): Promise<Instances> {
  const folder = emptyFolder();
  const start = () => startProgram({ cwd: folder.path, env: { ...QUIET, ...env } });
  const running = await Promise.all(Array.from({ length: INSTANCES }, start));
  let kills = 0;
  return {
    get kills() {
      return kills;
    },
    running,
    any: () => running[Math.floor(Math.random() * INSTANCES)] as Program,
    async killOne() {
      const nth = kills % INSTANCES;
      kills += 1;
      expect(await running[nth]?.stop("SIGKILL")).toBe("SIGKILL");
      running[nth] = await start();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map((program) => program[Symbol.asyncDispose]()));
      folder[Symbol.dispose]();
    },
  };
}

/** What is known of the changes. */
interface Notes {
  /** When each change was acknowledged, by the name of its pet. */
  readonly acknowledged: Map<string, number>;
  /** The longest time from when a change was acknowledged until a reader saw it, in milliseconds. */
  slowestMs: number;
  isOver: boolean;
}

async function write(instances: Instances, writer: number, notes: Notes): Promise<void> {
  for (let count = 0; !notes.isOver; count++) {
    const name = `Rex ${writer} ${count}`;
    const body = { name, categoryId: 7n };
    const added = await once(instances.any())
      .createPet({ body })
      .catch(() => undefined);
    if (added?.ok) notes.acknowledged.set(name, performance.now());
    await Bun.sleep(added?.ok ? Math.random() * 100 : 50);
  }
}

async function writeSlowly(slowly: WriteSlowly, writer: number, notes: Notes): Promise<void> {
  for (let count = 0; !notes.isOver; count++) {
    const name = `slow ${writer} ${count}`;
    await slowly(name);
    notes.acknowledged.set(name, performance.now());
  }
}

/** A reader that follows Link, whatever happens to the instances. */
interface Reader {
  /** The id and the name of each event, in the order in which they came. */
  readonly seen: { readonly id: string; readonly name: string }[];
  /** The names of the pets. */
  readonly names: Set<string>;
}

async function read(instances: Instances, notes: Notes, reader: Reader, isOver: () => boolean): Promise<void> {
  let query = "?limit=100&types=pet.created";
  while (!isOver()) {
    const page = await fetchPage(`${instances.any().origin}/v1/events${query}`);
    for (const event of page?.events ?? []) {
      reader.seen.push({ id: event.id, name: event.data.name });
      reader.names.add(event.data.name);
      const acknowledgedAt = notes.acknowledged.get(event.data.name) ?? Number.POSITIVE_INFINITY;
      notes.slowestMs = Math.max(notes.slowestMs, performance.now() - acknowledgedAt);
    }
    query = page?.next ?? query;
    if (page === undefined || page.events.length === 0) await Bun.sleep(20 + Math.random() * 40);
  }
}

interface FeedPage {
  readonly events: readonly { readonly id: string; readonly data: { readonly name: string } }[];
  readonly next: string;
}

/** A page of the feed; undefined when the instance is dead or busy. */
async function fetchPage(url: string): Promise<FeedPage | undefined> {
  const headers = { Authorization: `Bearer ${CONFIGURED}` };
  const response = await fetch(url, { headers }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (response === undefined || text === undefined || response.status === 503) return undefined;
  expect(response.status).toBe(200);
  const [, next] = /events(\?[^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "") ?? [];
  if (next === undefined) throw new Error("a page without Link");
  return { events: parseJson(text) as unknown as FeedPage["events"], next };
}

/** Writes and kills for so long; then all readers must have the same list, with every acknowledged change exactly once. */
export async function followTheFeed(seconds: number, engine: keyof typeof engines): Promise<void> {
  await using data = await engines[engine]();
  await using instances = await startInstances(data.env);
  const slowly = data.open();
  const notes: Notes = { acknowledged: new Map(), slowestMs: 0, isOver: false };
  const readers = Array.from({ length: READERS }, (): Reader => ({ seen: [], names: new Set() }));
  let isRead = false;
  const reading = readers.map((reader) => read(instances, notes, reader, () => isRead));
  const writing = Array.from({ length: WRITERS }, (_, nth) =>
    nth < data.slowWriters ? writeSlowly(slowly, nth, notes) : write(instances, nth, notes),
  );
  const endAt = performance.now() + seconds * 1000;
  while (performance.now() < endAt) {
    await Bun.sleep(KILL_MS);
    await instances.killOne();
  }
  notes.isOver = true;
  await Promise.all(writing);
  const hasAll = ({ names }: Reader) => notes.acknowledged.keys().every((name) => names.has(name));
  // If one lacks something, the report tells how much.
  await until(() => readers.every(hasAll), "every change at every reader").catch(() => {});
  isRead = true;
  await Promise.all(reading);
  report(engine, instances.kills, notes, readers);
}

function report(engine: string, kills: number, { acknowledged, slowestMs }: Notes, readers: readonly Reader[]): void {
  const lists = readers.map(({ seen }) => seen.map(({ id }) => id));
  const missing = readers.reduce(
    (sum, { names }) => sum + [...acknowledged.keys()].filter((name) => !names.has(name)).length,
    0,
  );
  const duplicates = lists.reduce((sum, list, nth) => {
    const distinct = Math.min(new Set(list).size, readers[nth]?.names.size ?? 0);
    return sum + list.length - distinct;
  }, 0);
  tell(
    `  the feed on ${engine}: ${lists[0]?.length} events, ${acknowledged.size} of them acknowledged, ${READERS} readers, ` +
      `${kills} kills, missing ${missing}, duplicates ${duplicates}, ` +
      `at most ${(slowestMs / 1000).toFixed(2)} s from commit to visible`,
  );
  expect({ missing, duplicates }).toEqual({ missing: 0, duplicates: 0 });
  // What was stored and never acknowledged may still arrive at some.
  const common = Math.min(...lists.map(({ length }) => length));
  for (const list of lists) expect(list.slice(0, common)).toEqual(lists[0]?.slice(0, common) ?? []);
  expect(acknowledged.size).toBeGreaterThan(100);
}
