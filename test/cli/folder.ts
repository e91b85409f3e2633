import { join } from "node:path";
import type { Profile } from "../../src/contract/profiles.ts";
import { openStore } from "../../src/store/index.ts";
import { emptyFolder } from "../support/folder.ts";
import { NOON } from "../support/harness.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { type Run, runProgram } from "../support/program.ts";
import { isQuick } from "../support/tier.ts";

/** What a command that takes seconds, as on a busy machine, says of its progress. */
const PROGRESS = /^(?:checking|copying|exporting|importing|upgrading|verifying)[a-z ,]*: [\d,]+(?: of .*)?\n/gm;

/** A folder that the program runs in. */
export interface Folder extends Disposable {
  readonly path: string;
  file(name: string): string;
  /** The URL of a SQLite database in it. */
  url(name: string): string;
  /** Runs the real program in the folder, to its end. Lines about its progress are left out. */
  petstore(databaseUrl: string, ...args: string[]): Promise<Run>;
}

/** An empty folder, deleted by `using`. */
export function openFolder(): Folder {
  const folder = emptyFolder();
  return {
    path: folder.path,
    file: (name) => join(folder.path, name),
    url: (name) => `sqlite://${join(folder.path, name)}`,
    async petstore(url, ...args) {
      const run = await runProgram(args, { cwd: folder.path, env: { DATABASE_URL: url } });
      return { ...run, stderr: run.stderr.replaceAll(PROGRESS, "") };
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** How to create an empty database of each kind; in the quick tier only SQLite. */
export const kinds: Readonly<Record<string, (folder: Folder, name: string) => Promise<string>>> = {
  SQLite: async (folder, name) => folder.url(name),
  ...(!isQuick && { PostgreSQL: async () => (await sharedPostgres()).createDatabase() }),
};

/** A profile that needs care in every format. */
const PROFILE: Profile = {
  breed: 'Lop "ear", dwarf',
  birthDate: "2024-05",
  neutered: false,
  description: "Calm.\n\nLikes company.",
  tags: ["good with children", "calm"],
  price: { amount: 9_223_372_036_854_775_807n, currency: "EUR" },
  reference: "007",
  microchip: "276098106123456",
};

/** Adds pets to a database, with 64-bit integers and names that need care in every format. */
export async function fill(url: string, count: number): Promise<void> {
  const store = await openStore(url, NOON);
  const pets = Array.from({ length: count }, (_, index) => ({
    id: undefined,
    name: index % 2 === 0 ? `Rex "${index}", é😀` : ` ${index} `,
    categoryId: index % 2 === 0 ? 9223372036854775807n : -9223372036854775808n,
    status: "available" as const,
    quantity: index,
    profile: index % 3 === 0 ? PROFILE : {},
  }));
  for (let from = 0; from < count; from += 2000) {
    await store.transaction(({ imports }) => imports.insertPets(pets.slice(from, from + 2000), NOON));
  }
  await store.close();
}
