import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { chmodSync, closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { clock } from "../../src/ops/runtime.ts";
import { openSchema, openStore } from "../../src/store/index.ts";
import { NOON } from "../support/harness.ts";
import { runProgram, SOURCE } from "../support/program.ts";
import { fill, kinds, openFolder } from "./folder.ts";

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

const checks = [
  "schema",
  "indexes",
  "ids",
  "orphans",
  "stock",
  "quantities",
  "orders",
  "open orders",
  "customers",
  "photos",
  "names",
  "words",
  "feed",
  "activity",
  "webhooks",
  "keys expiry",
  "keys unused",
];

/** What somebody with access to the database breaks by hand. Pet n has a stock of n - 1. */
const BREAKS = `
  update pets set quantity = 7 where id = 2;
  delete from stock_changes where pet_id = 3;
  insert into stock_changes (pet_id, delta, quantity, reason, at) values (4, 2, 2, 'arrival', 0);
  insert into stock_changes (id, pet_id, delta, quantity, reason, at) values (99, 4711, 1, 1, 'arrival', 0);
  insert into orders (id, pet_id, quantity, complete) values (8, 4711, 1, 0), (9, 4711, 1, 1);
  update orders set customer_name = 'Ada' where id = 9;
  insert into order_words (order_id, nth, words) values (8, 0, 'bo');
  update pets set name = 'Mia' where id = 6;
  delete from pet_words where pet_id = 5;
  insert into pet_words (pet_id, nth, words, status, category_id) values (4, 9, 'rex', 'available', 7), (4711, 0, 'rex', 'sold', 7);
  update pet_words set status = 'sold' where pet_id = 3;
  insert into photos (id, pet_id, token, width, height, position, placeholder, created_at)
    values (1, 1, 'a', 8, 6, 1, '', 0), (2, 1, 'b', 8, 6, 2, '', 0);
  insert into photo_files (photo_id, size, bytes) values (1, 'small', ''), (1, 'medium', '');
  insert into categories (id, name, name_key) values (7, 'Dogs', 'cats')`;

/** Runs statements on a database. */
async function change(url: string, statements: string): Promise<void> {
  const engine = await openSchema(url, NOON);
  await engine.transaction(({ script }) => script(statements));
  await engine.close();
}

/** What doctor says then: each line names the rows. A complete order outlives its pet. */
const FINDINGS = [
  "FAIL  orphans      row 99 of stock_changes, and maybe others, refers to a missing row of pets: restore a backup",
  "FAIL  stock        pet 2 has quantity 7, but its changes add up to 1 (difference 6); " +
    "pet 3 has quantity 2, but its changes add up to 0 (difference 2); " +
    "pet 4 has quantity 3, but its changes add up to 5 (difference -2): restore a backup, or set pets.quantity to the sum, " +
    "count the pets and correct the stock in the console",
  "FAIL  open orders  order 8 is open, but its pet 4711 does not exist: restore a backup, or delete these rows of orders",
  "FAIL  customers    order 9 is not found by its customer; order 8 has no customer, but is found by one: change the name of " +
    "each customer in the console, and change it back",
  "FAIL  photos       photo 1 of pet 1 has 2 of 3 files; photo 2 of pet 1 has 0 of 3 files: restore a backup, or remove these " +
    "photos in the console and add them again",
  'FAIL  names        pet 6 is named "Mia" and found by " 5 "; category 7 is named "Dogs" and found by "cats": ' +
    "change each name in the console, and change it back",
  "FAIL  words        pet 3 is not found by the words of its name; pet 4 is not found by the words of its name; " +
    "pet 5 is not found by the words of its name; pet 6 is not found by the words of its name; " +
    "pet 4711 does not exist, but is found by words: change the name of each pet in the console, and change it back; " +
    "delete the rows of pet_words of a pet that does not exist",
];

const expected: Record<string, readonly string[]> = {
  SQLite: ["integrity", "access", "size", "log", "disk", ...checks],
  PostgreSQL: ["integrity", "size", ...checks],
};

for (const [kind, makeUrl] of Object.entries(kinds)) {
  test(`a healthy database has one line for each check, all ok, and exit code 0 (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await fill(url, 10);
    const { exitCode, stdout, stderr } = await folder.petstore(url, "doctor");
    const [head, ...lines] = stdout.trimEnd().split("\n");
    expect(head).not.toContain("test-secret");
    expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([...(expected[kind] ?? [])]);
    expect(lines.filter((line) => !line.startsWith("ok "))).toEqual([]);
    expect([exitCode, stderr]).toEqual([0, ""]);
  });

  test(`rows that were changed by hand fail, with the pet, the order and the difference (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await fill(url, 6);
    await change(url, BREAKS);
    const { exitCode, stdout, stderr } = await folder.petstore(url, "doctor");
    expect(stdout.split("\n").filter((line) => line.startsWith("FAIL"))).toEqual(FINDINGS);
    expect([exitCode, stderr]).toEqual([1, "petstore: 7 checks failed\n"]);
  });

  test(`files without a photo are orphans (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await change(url, "insert into photo_files (id, photo_id, size, bytes) values (7, 9, 'small', '')");
    const { stdout } = await folder.petstore(url, "doctor");
    expect(stdout).toContain("row 7 of photo_files, and maybe others, refers to a missing row of photos");
  });

  test(`of many differences the first five are named (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await fill(url, 9);
    const engine = await openSchema(url, NOON);
    await engine.transaction(({ sql }) => sql`update pets set quantity = quantity + 1`);
    await engine.close();
    const { stdout } = await folder.petstore(url, "doctor");
    const line = stdout.split("\n").find((text) => text.startsWith("FAIL")) ?? "";
    expect(line.match(/\(difference 1\)/g)).toHaveLength(5);
    expect(line).toContain("; and more: ");
  });

  test.each([
    ["drop table activity", "schema       the table activity is missing: restore a backup"],
    [
      "alter table categories drop column description",
      "schema       the column description of categories is missing: restore a backup",
    ],
    [
      "drop index orders_by_pet",
      "indexes      the index orders_by_pet is missing: create it again: " +
        "create index orders_by_pet on orders (pet_id, complete, id);",
    ],
  ])(`what the schema lacks fails, with what to do: %s (${kind})`, async (damage, line) => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await change(url, damage);
    const { exitCode, stdout } = await folder.petstore(url, "doctor");
    expect(stdout.split("\n").filter((text) => text.startsWith("FAIL"))).toEqual([`FAIL  ${line}`]);
    expect(exitCode).toBe(1);
  });

  test(`the statement that doctor names creates the index again (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await change(url, "drop index webhook_deliveries_due");
    const { stdout } = await folder.petstore(url, "doctor");
    await change(url, /create it again: (.*);/.exec(stdout)?.[1] ?? "");
    expect(await folder.petstore(url, "doctor")).toMatchObject({ exitCode: 0 });
  });

  test(`an order that did not take its quantity, and one that is gone and did not return it, fail (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await fill(url, 1);
    // Pets 2 and 3 were created by a client. Order 1 is of version 1.0, order 2 as it should be, order 8 was cancelled.
    await change(
      url,
      `
      insert into pets (id, name, name_key, category_id, status, quantity)
      values (2, 'Mia', 'mia', 1, 'available', 5), (3, 'Max', 'max', 1, 'available', 0);
      insert into orders (id, pet_id, quantity, complete, placed_at) values
        (1, 2, 1, 0, null), (2, 2, 2, 1, 0), (3, 2, 2, 0, 0), (4, 2, 1, 1, 0), (5, 2, 1, 0, 0), (6, 1, 1, 1, 0), (7, 4711, 1, 1, 0);
      insert into stock_changes (pet_id, delta, quantity, reason, order_id, at) values
        (2, 12, 12, 'created', null, 0), (2, -2, 10, 'order_placed', 2, 0), (2, -1, 9, 'order_placed', 3, 0),
        (2, -4, 5, 'order_placed', 8, 0), (2, 4, 9, 'order_cancelled', 8, 0), (2, -4, 5, 'order_placed', 9, 0),
        (3, 0, 0, 'created', null, 0)`,
    );
    const { stdout } = await folder.petstore(url, "doctor");
    expect(stdout.split("\n").filter((text) => text.startsWith("FAIL  orders"))).toEqual([
      "FAIL  orders       order 3 of 2 has stock changes of -1; order 4 of 1 has no stock change; order 5 of 1 has no stock " +
        "change; order 9 does not exist, but its stock changes add up to -4: restore a backup, or insert the missing rows " +
        "into stock_changes and correct pets.quantity",
    ]);
  });

  test(`the only order fails when its stock change is gone (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await fill(url, 1);
    await change(url, "insert into orders (id, pet_id, quantity, complete, placed_at) values (1, 1, 1, 0, 0)");
    const { stdout } = await folder.petstore(url, "doctor");
    expect(stdout).toContain("FAIL  orders       order 1 of 1 has no stock change: restore a backup");
  });

  test(`a quarter hour whose events are not all counted fails, unless some of them were deleted (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    const first = (Math.floor(clock() / DAY_MS) - 2) * DAY_MS;
    const second = first + DAY_MS;
    const [one, two] = [first / QUARTER_MS, second / QUARTER_MS];
    const timeOf = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`;
    await change(
      url,
      `
      insert into events (position, at, type, data) values
        (2, ${first}, 'pet.created', '{}'), (3, ${second}, 'pet.created', '{}'), (4, ${second + 1}, 'pet.deleted', '{}');
      insert into activity (id, quarter, type, events) values
        ('a year ago', ${one - 400 * 96}, 'pet.created', 5),
        ('first', ${one}, 'pet.created', 7), ('second', ${two}, 'pet.created', 2)`,
    );
    const failures = async () =>
      (await folder.petstore(url, "doctor")).stdout.split("\n").filter((text) => text.startsWith("FAIL"));
    const problems =
      `from ${timeOf(second)} (quarter ${two}) there are 1 events pet.created, but activity counts 2; ` +
      `from ${timeOf(second)} (quarter ${two}) there are 1 events pet.deleted, but activity counts 0: ` +
      "set activity.events to the number of events";
    expect(await failures()).toEqual([
      `FAIL  activity     from ${timeOf(first)} (quarter ${one}) there are 1 events pet.created, but activity counts 7; ${problems}`,
    ]);
    await change(url, "update event_head set deleted_to = 1");
    expect(await failures()).toEqual([`FAIL  activity     ${problems}`]);
    await change(url, "delete from events");
    expect(await failures()).toEqual([]);
  });

  test(`failing webhooks, an old event and a feed that lags are named and are no failure (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await fill(url, 1);
    const engine = await openSchema(url, NOON);
    const hourAgo = clock() - 90 * 60_000;
    const columns =
      "id, url, types, active, secret, created_at, fanned_out_to, failing_since, disabled_reason, deleted_at";
    const delivery = "webhook_id, position, type, state, created_at, due_at";
    await engine.transaction(({ script }) =>
      script(`
        insert into webhooks (${columns}) values
          (1, 'https://a.example', 'pet.created', 1, 's', 0, 0, null, null, null),
          (2, 'https://b.example', 'pet.created', 1, 's', 0, 0, ${NOON}, null, null),
          (3, 'https://c.example', 'pet.created', 0, 's', 0, 0, null, 'gone', null),
          (4, 'https://d.example', 'pet.created', 0, 's', 0, 0, ${NOON}, 'failing', null),
          (5, 'https://e.example', 'pet.created', 1, 's', 0, 0, null, null, null),
          (6, 'https://f.example', 'pet.created', 0, '', 0, 0, ${NOON}, 'failing', ${NOON});
        insert into webhook_deliveries (${delivery}) values
          (1, 1, 'pet.created', 'waiting', ${hourAgo + 1000}, 0), (1, 2, 'pet.created', 'sending', ${hourAgo}, 0),
          (5, 1, 'pet.created', 'succeeded', ${hourAgo}, 0), (5, 2, 'pet.created', 'failed', ${hourAgo}, 0);
        ${engine.runTogether === undefined ? "" : `insert into event_inbox (at, type, data) values (${hourAgo}, 'pet.created', '{}')`}`),
    );
    await engine.close();
    const { exitCode, stdout } = await folder.petstore(url, "doctor");
    expect(stdout).toContain(
      "warn  webhooks     webhook 1 has an event that is 90 minutes old; webhook 2 has failed since 2026-11-21T12:00:00.000Z; " +
        "webhook 3 is switched off: its receiver returned 410; webhook 4 is switched off: it failed for 5 days\n",
    );
    if (kind === "PostgreSQL")
      expect(stdout).toMatch(/^warn {2}feed +the feed lags by 5\d{3} s: is the service running\?/m);
    expect(exitCode).toBe(0);
  });

  test(`a webhook whose position stands still is named (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    const engine = await openSchema(url, NOON);
    const now = clock();
    const columns = "id, url, types, active, secret, created_at, fanned_out_to";
    await engine.transaction(({ script }) =>
      script(`
        insert into events (position, at, type, data) values
          (1, ${NOON - 1}, 'pet.created', '{}'), (2, ${NOON}, 'pet.created', '{}'), (3, ${now}, 'pet.created', '{}');
        insert into activity (id, quarter, type, events) values
          ('then', ${Math.floor(NOON / QUARTER_MS)}, 'pet.created', 1),
          ('before', ${Math.floor(NOON / QUARTER_MS) - 1}, 'pet.created', 1), ('now', ${Math.floor(now / QUARTER_MS)}, 'pet.created', 1);
        update event_head set last_position = 3;
        insert into webhooks (${columns}) values
          (1, 'https://a.example', 'pet.created', 1, 's', 0, 1),
          (2, 'https://b.example', 'pet.created', 1, 's', 0, 2),
          (3, 'https://c.example', 'pet.created', 0, 's', 0, 0)`),
    );
    await engine.close();
    const { exitCode, stdout } = await folder.petstore(url, "doctor");
    expect(stdout).toContain(
      "warn  webhooks     webhook 1 has no messages for events since 2026-11-21T12:00:00.000Z: is the service running?\n",
    );
    expect(exitCode).toBe(0);
  });

  test(`keys without an expiry or unused for 90 days are named and are no failure (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await fill(url, 1);
    for (const [name, expires] of [
      ["kiosk", "never"],
      ["till", "300d"],
    ] as const) {
      await folder.petstore(url, "keys", "create", "--name", name, "--scopes", "all", "--expires", expires);
    }
    const engine = await openSchema(url, clock());
    const long = clock() - 91 * DAY_MS;
    await engine.transaction(({ sql }) => sql`update api_keys set created_at = ${long} where name = 'till'`);
    await engine.close();
    const { exitCode, stdout } = await folder.petstore(url, "doctor");
    expect(stdout).toMatch(/^warn {2}keys expiry +1 of 2 usable keys without an expiry: kiosk \(\w+\)$/m);
    expect(stdout).toMatch(/^warn {2}keys unused +1 of 2 usable keys unused for 90 days: till \(\w+\)$/m);
    expect(exitCode).toBe(0);
  });
}

test("a negative quantity fails", async () => {
  using folder = openFolder();
  await fill(folder.url("live.db"), 2);
  {
    using database = new Database(folder.file("live.db"));
    database.run("pragma ignore_check_constraints = on");
    database.run("update pets set quantity = -1 where id = 2");
    database.run("update stock_changes set delta = -1 where pet_id = 2");
  }
  const { exitCode, stdout } = await folder.petstore(folder.url("live.db"), "doctor");
  expect(stdout).toMatch(/^FAIL {2}quantities +pet 2 has quantity -1: restore a backup, /m);
  expect(exitCode).toBe(1);
});

test("a damaged, newer, missing or unreadable database and one of another program fail, and nothing is created", async () => {
  using folder = openFolder();
  await fill(folder.url("live.db"), 2000);
  const text = readFileSync(folder.file("live.db"));
  writeFileSync(folder.file("damaged.db"), text);
  const file = openSync(folder.file("damaged.db"), "r+");
  writeSync(file, Buffer.alloc(600, 0xa5), 0, 600, 8192);
  closeSync(file);
  writeFileSync(folder.file("newer.db"), text);
  {
    using newer = new Database(folder.file("newer.db"));
    newer.run("update schema_migrations set version = 9999 where version = 1");
    using other = new Database(folder.file("other.db"));
    other.run("create table theirs (x)");
  }
  const cases = {
    [folder.url("damaged.db")]: /^FAIL {2}(?:integrity|database) /m,
    [folder.url("newer.db")]: /^FAIL {2}schema +version 9999, .*: use the newer program$/m,
    [folder.url("other.db")]: /^FAIL {2}database +cannot be read: .*another program/m,
    [folder.url("none.db")]: /^FAIL {2}database +no such file: .*: check DATABASE_URL$/m,
    "postgres://user:secret@127.0.0.1:1/x": /^FAIL {2}database +cannot be read: .*: check DATABASE_URL/m,
  };
  for (const [url, finding] of Object.entries(cases)) {
    const { exitCode, stdout, stderr } = await folder.petstore(url, "doctor");
    expect(stdout).toMatch(finding);
    expect(`${stdout}${stderr}`).not.toContain("secret");
    expect(exitCode).toBe(1);
  }
  expect(await Bun.file(folder.file("none.db")).exists()).toBeFalse();
}, 20_000);

test("a file that other users of the machine can read is a warning that says what to do", async () => {
  using folder = openFolder();
  const url = folder.url("live.db");
  await fill(url, 1);
  expect((await folder.petstore(url, "doctor")).stdout).toMatch(/^ok {4}access /m);
  chmodSync(folder.file("live.db"), 0o644);
  const { exitCode, stdout } = await folder.petstore(url, "doctor");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^warn {2}access +other users can read .*live\.db, .* \(mode 644\): chmod 600$/m);
});

test.each(["doctor", "export -"])("petstore %s ends in silence when nobody reads its output", async (line) => {
  using folder = openFolder();
  const url = folder.url("live.db");
  await fill(url, 5000);
  // The first reader of a pipe ends at once.
  const command = ["sh", "-c", `"$@" | true`, "sh", ...SOURCE, ...line.split(" ")];
  const { stderr } = await runProgram([], { cwd: folder.path, env: { DATABASE_URL: url }, command });
  expect(stderr.replace(/^petstore: exported 5,000 pets\n$/, "")).toBe("");
});

test("the size of a file includes its log, which has the data of a service that has just begun", async () => {
  using folder = openFolder();
  const url = folder.url("live.db");
  const store = await openStore(url, NOON);
  const { stdout } = await folder.petstore(url, "doctor");
  await store.close();
  const [size = 0, log = 0] = ["size", "log"].map((check) => {
    const [, number, unit] = new RegExp(`^ok {4}${check} +([\\d.]+) (kB|MB)$`, "m").exec(stdout) ?? [];
    return Number(number) * (unit === "MB" ? 1000 : 1);
  });
  expect(log).toBeGreaterThan(100);
  expect(size).toBeGreaterThan(log);
});

test("with --json each finding is an object on its own line, those that failed with their remedy", async () => {
  using folder = openFolder();
  const url = folder.url("live.db");
  await change(url, "drop table activity");
  const { exitCode, stdout } = await folder.petstore(url, "doctor", "--json");
  const findings = stdout.trimEnd().split("\n");
  expect(findings.map((line) => JSON.parse(line))).toContainEqual({
    level: "FAIL",
    check: "schema",
    text: "the table activity is missing",
    remedy: "restore a backup",
  });
  expect(exitCode).toBe(1);
});
