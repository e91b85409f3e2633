/* Whether any process has committed, read from the memory or the file that SQLite shares. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LogIndex, openLogIndex } from "../../src/store/sqlite/log/log-index.ts";

describe.each([
  ["mapped into memory", true],
  ["read from its file", false],
])("the index of the log, %s,", (_, isMapped) => {
  let folder: string;
  let path: string;
  let writer: Database;
  let index: LogIndex;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "petstore-index-"));
    path = join(folder, "petstore.db");
    writer = new Database(path);
    writer.run("pragma journal_mode = wal");
    writer.run("create table pets (name text)");
    index = openLogIndex(path, isMapped);
    index.mark();
  });

  afterEach(() => {
    index.close();
    writer.close();
    rmSync(folder, { recursive: true });
  });

  test("has changed after each commit, and only then", () => {
    expect(index.isUnchanged()).toBe(true);
    writer.run("begin");
    writer.run("insert into pets values ('Rex')");
    writer.run("rollback");
    expect(index.isUnchanged()).toBe(true);
    for (let nth = 0; nth < 3; nth++) {
      writer.run("insert into pets values ('Rex')");
      expect(index.isUnchanged()).toBe(false);
      index.mark();
      expect(index.isUnchanged()).toBe(true);
    }
  });

  test("has changed after a commit of another process", () => {
    const script = `new (require("bun:sqlite").Database)(${JSON.stringify(path)}).run("insert into pets values ('Mia')")`;
    expect(Bun.spawnSync([process.execPath, "-e", script]).exitCode).toBe(0);
    expect(index.isUnchanged()).toBe(false);
  });

  test("has changed after the first commit of a log that was truncated and begins again", () => {
    writer.run("insert into pets values ('Rex')");
    writer.run("pragma wal_checkpoint(truncate)");
    index.mark();
    writer.run("insert into pets values ('Mia')");
    expect(index.isUnchanged()).toBe(false);
  });

  test("is not unchanged once it is closed, and the next one of the same database sees commits", () => {
    index.close();
    expect(index.isUnchanged()).toBe(false);
    index = openLogIndex(path, isMapped);
    index.mark();
    writer.run("insert into pets values ('Rex')");
    expect(index.isUnchanged()).toBe(false);
  });

  test("leaves the locks of the connections alone when it is closed", () => {
    writer.run("begin immediate");
    index.close();
    const script = `new (require("bun:sqlite").Database)(${JSON.stringify(path)}).run("begin immediate")`;
    expect(Bun.spawnSync([process.execPath, "-e", script], { stderr: "ignore" }).exitCode).not.toBe(0);
    writer.run("commit");
  });
});
