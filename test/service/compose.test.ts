/* A service that cannot be put together. */
import { expect, test } from "bun:test";
import { isInUse } from "../../src/store/sqlite/lock.ts";
import { sqlitePath } from "../../src/store/url.ts";
import { openDatabase } from "../support/databases.ts";
import { openService } from "../support/harness.ts";

test("a service that cannot start leaves its database closed", async () => {
  await using database = await openDatabase();
  await (await openService({}, database))[Symbol.asyncDispose]();
  await database.sql("alter table import_runs rename to elsewhere");
  await expect(openService({}, database)).rejects.toThrow("import_runs");
  expect(isInUse(sqlitePath(database.url) ?? "")).toBe(false);
});
