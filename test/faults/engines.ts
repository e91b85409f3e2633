import { sharedPostgres } from "../support/postgres.ts";

/** The settings of the program for a new database, by engine. SQLite's is in the folder that the program runs in. */
export const databaseSettings = {
  SQLite: async (): Promise<Record<string, string>> => ({}),
  PostgreSQL: async (): Promise<Record<string, string>> => ({
    DATABASE_URL: await (await sharedPostgres()).createDatabase(),
  }),
} as const;
