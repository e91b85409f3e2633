import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { chmodSync, copyFileSync } from "node:fs";
import { SQL } from "bun";
import { diagnose } from "../../src/commands/doctor/diagnosis.ts";
import { activityKeptSince } from "../../src/core/feed/activity-handlers.ts";
import { clock } from "../../src/service/runtime.ts";
import { INCOMPLETE } from "../../src/store/schema/completeness.ts";
import { NOON } from "../support/harness.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { runProgram, SOURCE } from "../support/program.ts";
import { isQuick } from "../support/tier.ts";
import { damage, fill, openFolder, openShop, testEach, withStore } from "./folder.ts";

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

const CHECKS =
  "schema,indexes,backfills,ids,orphans,stock,quantities,orders,open orders,receipts,pairs,photos,marks,names,words,customers,activity,feed,dates,webhooks," +
  "clock,expired,form,imports,keys expiry,keys unused";

/** What somebody with access to the database breaks by hand. Pet n has a stock of n - 1. */
const BREAKS = `
  update pets set quantity = 7 where id = 2;
  delete from stock_changes where pet_id = 3;
  insert into stock_changes (pet_id, delta, quantity, reason, at) values (4, 2, 2, 'arrival', 0);
  insert into stock_changes (id, pet_id, delta, quantity, reason, at) values (99, 4711, 1, 1, 'arrival', 0);
  insert into orders (id, pet_id, quantity, complete) values (8, 4711, 1, 0), (9, 4711, 1, 1);
  update orders set customer_name = 'Ada', receipt_id = 2026000000003 where id = 9;
  insert into receipts (id, at, order_ids, sums) values (2026000000002, 0, '5', ''), (2025000000001, 0, '6', '');
  insert into pet_pairs (id, pet_id, other_id) values (1, 2, 3);
  insert into receipt_years (year, last_nth) values (2026, 2);
  insert into order_words (order_id, nth, words) values (8, 0, 'bo');
  update pets set name_key = 'mia' where id = 6;
  insert into photos (id, pet_id, token, width, height, position, placeholder, created_at)
    values (1, 1, 'a', 8, 6, 1, '', 0), (2, 1, 'b', 8, 6, 2, '', 0);
  insert into photo_files (photo_id, size, bytes) values (1, 'small', ''), (1, 'medium', '');
  insert into categories (id, name, name_key) values (7, 'Dogs', 'cats')`;

const STOCK_REMEDY =
  "restore a backup, or set pets.quantity to the sum, count the pets and correct the stock in the console";

/** What doctor says then: each line names the rows. A complete order outlives its pet. */
const FINDINGS = [
  "FAIL  orphans      row 99 of stock_changes, and maybe others, refers to a missing row of pets: restore a backup",
  "FAIL  stock        pet 2 has quantity 7, but its changes add up to 1 (difference 6); " +
    "pet 3 has quantity 2, but its changes add up to 0 (difference 2); " +
    "pet 4 has quantity 3, but its changes add up to 5 (difference -2): " +
    STOCK_REMEDY,
  "FAIL  orders       order 8 of 1 has no stock change: restore a backup, or insert the missing rows into stock_changes and correct " +
    "pets.quantity",
  "FAIL  open orders  order 8 is open, but its pet 4711 does not exist: restore a backup, or delete these rows of orders",
  "FAIL  receipts     receipt 2025-00001 is of a year without numbers; 2026 has 1 receipts, but the last number 2; order 9 names the " +
    "receipt 2026-00003, which is not its own; receipt 2025-00001 is valid, but has no order; receipt 2026-00002 is valid, but has " +
    "no order: restore a backup",
  "FAIL  pairs        pet 2 belongs together with 3, which does not name it: delete these rows of pet_pairs, and pair the pets again in " +
    "the console",
  "FAIL  photos       photo 1 of pet 1 has 2 of 3 files; photo 2 of pet 1 has 0 of 3 files: restore a backup, or remove these " +
    "photos in the console and add them again",
  'FAIL  names        pet 6 is named " 5 " and found by "mia"; category 7 is named "Dogs" and found by "cats": ' +
    "`petstore doctor --repair` mends them",
  "FAIL  customers    order 8 has no customer, but is found by one; order 9 is not found by its customer: " +
    "`petstore doctor --repair` mends them",
];

/** Words that somebody breaks by hand, where each engine has them. */
const WRONG_WORDS = {
  sqlite: `
    delete from pet_texts where pet_id = 5;
    update pet_texts set words = 'rex' where pet_id = 1;
    insert into pet_texts (pet_id, words) values (4711, 'rex');
    delete from unindexed_pets`,
  postgres: `
    delete from pet_words where pet_id = 5;
    delete from pet_words where pet_id = 1 and nth > 1;
    insert into pet_words (pet_id, nth, words, status, category_id) values (4711, 0, 'rex', 'sold', 7)`,
};

testEach("a clock that is not believed fails a check, until somebody says that it is right", async ({ run, url }) => {
  await fill(url, 1);
  await withStore(url, (store) => store.transaction(({ purges }) => purges.record(clock() - 401 * DAY_MS)));
  const line = async () => (await run("doctor")).stdout.split("\n").find((one) => one.includes("  clock "));
  expect(await line()).toMatch(
    /^FAIL {2}clock {8}the clock may be wrong, so nothing that has expired is deleted: it is \S+, 401.0 days after the last time that expired rows were deleted: set the clock, or run petstore doctor --clock-is-right$/,
  );
  expect(await run("doctor", "--clock-is-right")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^what has expired by \S+Z is deleted within the next hour\n$/),
  });
  expect(await line()).toMatch(/^ok {4}clock {8}expired rows were last deleted at /);
  // A running service has seen the clock jump, which a command cannot.
  await withStore(url, (store) => store.transaction(({ purges }) => purges.refuse(NOON)));
  expect(await line()).toContain(`is deleted since ${new Date(NOON).toISOString()}: it had jumped`);
  await run("doctor", "--clock-is-right");
  expect(await line()).toStartWith("ok ");
});

testEach("a healthy database has one line for each check, all ok, and exit code 0", async ({ run, url }) => {
  await fill(url, 10);
  const { exitCode, stdout, stderr } = await run("doctor");
  const [head, ...lines] = stdout.trimEnd().split("\n");
  expect(head).not.toContain("test-secret");
  const ofFile = url.startsWith("sqlite") ? "integrity,access,size,log,disk" : "integrity,size";
  expect(lines.map((line) => line.split(/ {2,}/)[1]).join()).toBe(`${ofFile},${CHECKS}`);
  expect(lines.filter((line) => !line.startsWith("ok "))).toEqual([]);
  expect([exitCode, stderr]).toEqual([0, ""]);
});

/** A pet of a client with more stock than its changes give it. */
const MORE_BY_ONE = [1, 2, 3, 4, 5].map((pet) => {
  return `pet ${pet} has quantity ${pet}, but its changes add up to ${pet - 1} (difference 1); `;
});

/** Orders of pets that a client created: 2 is as it should be, 8 was cancelled. */
const ORDERS = `
  insert into pets (id, name, name_key, category_id, status, quantity)
  values (2, 'Mia', 'mia', 1, 'available', 5), (3, 'Max', 'max', 1, 'available', 0);
  insert into orders (id, pet_id, quantity, complete, placed_at) values
    (2, 2, 2, 1, 0), (3, 2, 2, 0, 0), (4, 2, 1, 1, 0), (5, 2, 1, 0, 0), (6, 1, 1, 1, 0), (7, 4711, 1, 1, 0);
  insert into stock_changes (pet_id, delta, quantity, reason, order_id, at) values
    (2, 12, 12, 'created', null, 0), (2, -2, 10, 'order_placed', 2, 0), (2, -1, 9, 'order_placed', 3, 0),
    (2, -4, 5, 'order_placed', 8, 0), (2, 4, 9, 'order_cancelled', 8, 0), (2, -4, 5, 'order_placed', 9, 0),
    (3, 0, 0, 'created', null, 0)`;

for (const [what, pets, statements, ...failed] of [
  ["rows that were changed by hand, with the pet, the order and the difference", 6, BREAKS, ...FINDINGS],
  [
    "files without a photo",
    0,
    "insert into photo_files (id, photo_id, size, bytes) values (7, 9, 'small', '')",
    "FAIL  orphans      row 7 of photo_files, and maybe others, refers to a missing row of photos: restore a backup",
  ],
  [
    "of many differences the first five",
    9,
    "update pets set quantity = quantity + 1",
    `FAIL  stock        ${MORE_BY_ONE.join("")}and more: ${STOCK_REMEDY}`,
  ],
  ["a table", 0, "drop table activity", `FAIL  schema       the table activity is missing: ${INCOMPLETE}`],
  [
    "a column",
    0,
    "alter table categories drop column description",
    `FAIL  schema       the column description of categories is missing: ${INCOMPLETE}`,
  ],
  [
    "an index",
    0,
    "drop index orders_by_pet",
    "FAIL  indexes      the index orders_by_pet is missing: create it again: " +
      "create index orders_by_pet on orders (pet_id, complete, id);",
  ],
] as const) {
  testEach(`doctor fails and names ${what}`, async ({ url, change, doctor }) => {
    await fill(url, pets);
    await change(statements);
    expect(await doctor()).toMatchObject({ exitCode: 1, failed });
  });
}

testEach("the statement that doctor names creates the index again", async ({ change, run }) => {
  await change("drop index webhook_deliveries_due");
  const { stdout } = await run("doctor");
  await change(/create it again: (.*);/.exec(stdout)?.[1] ?? "");
  expect(await run("doctor")).toMatchObject({ exitCode: 0 });
});

for (const [what, statements, problems] of [
  [
    "an order that did not take its quantity, and one that is gone and did not return it, fail",
    ORDERS,
    "order 3 of 2 has stock changes of -1; order 4 of 1 has no stock change; order 5 of 1 has no stock change; " +
      "order 9 does not exist, but its stock changes add up to -4",
  ],
  [
    "the only order fails when its stock change is gone",
    "insert into orders (id, pet_id, quantity, complete, placed_at) values (1, 1, 1, 0, 0)",
    "order 1 of 1 has no stock change",
  ],
] as const) {
  testEach(what, async ({ url, change, doctor }) => {
    await fill(url, 1);
    await change(statements);
    expect((await doctor()).failed).toContain(
      `FAIL  orders       ${problems}: restore a backup, or insert the missing rows into stock_changes and correct pets.quantity`,
    );
  });
}

testEach(
  "a quarter hour whose events are not all counted fails, unless some of them were deleted",
  async ({ change, doctor }) => {
    const first = (Math.floor(clock() / DAY_MS) - 2) * DAY_MS;
    const second = first + DAY_MS;
    const [one, two] = [first / QUARTER_MS, second / QUARTER_MS];
    // A running service deletes the counts of this quarter hour within an hour.
    const expiring = (activityKeptSince(clock()) + 2) * QUARTER_MS;
    const timeOf = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`;
    await change(`
      insert into events (position, at, type, data) values
        (2, ${first}, 'pet.created', '{}'), (3, ${second}, 'pet.created', '{}'), (4, ${second + 1}, 'pet.deleted', '{}'),
        (5, ${expiring}, 'pet.created', '{}');
      insert into activity (id, quarter, type, events) values
        ('a year ago', ${one - 400 * 96}, 'pet.created', 5),
        ('first', ${one}, 'pet.created', 7), ('second', ${two}, 'pet.created', 2)`);
    const problems =
      `from ${timeOf(second)} (quarter ${two}) there are 1 events pet.created, but activity counts 2; ` +
      `from ${timeOf(second)} (quarter ${two}) there are 1 events pet.deleted, but activity counts 0: ` +
      "`petstore doctor --repair` mends them";
    expect((await doctor()).failed).toEqual([
      `FAIL  activity     from ${timeOf(first)} (quarter ${one}) there are 1 events pet.created, but activity counts 7; ${problems}`,
    ]);
    await change("update event_head set deleted_to = 1");
    expect((await doctor()).failed).toEqual([`FAIL  activity     ${problems}`]);
    await change("delete from events");
    expect((await doctor()).failed).toEqual([]);
  },
);

testEach(
  "failing webhooks, an old event and a feed that lags are named and are no failure",
  async ({ url, change, doctor }) => {
    await fill(url, 1);
    const isPostgres = url.startsWith("postgres");
    const hourAgo = clock() - 90 * 60_000;
    await change(`
      insert into webhooks
        (id, url, types, active, secret, created_at, fanned_out_to, failing_since, disabled_reason, deleted_at) values
        (1, 'https://a.example', 'pet.created', 1, 's', 0, 0, null, null, null),
        (2, 'https://b.example', 'pet.created', 1, 's', 0, 0, ${NOON}, null, null),
        (3, 'https://c.example', 'pet.created', 0, 's', 0, 0, null, 'gone', null),
        (4, 'https://d.example', 'pet.created', 0, 's', 0, 0, ${NOON}, 'failing', null),
        (5, 'https://e.example', 'pet.created', 1, 's', 0, 0, null, null, null),
        (6, 'https://f.example', 'pet.created', 0, '', 0, 0, ${NOON}, 'failing', ${NOON});
      insert into webhook_deliveries (webhook_id, position, type, state, created_at, due_at) values
        (1, 1, 'pet.created', 'waiting', ${hourAgo + 1000}, 0), (1, 2, 'pet.created', 'sending', ${hourAgo}, 0),
        (5, 1, 'pet.created', 'succeeded', ${hourAgo}, 0), (5, 2, 'pet.created', 'failed', ${hourAgo}, 0);
      ${isPostgres ? `insert into event_inbox (at, type, data, known_step) values (${hourAgo}, 'pet.created', '{}', 1)` : ""}`);
    const { exitCode, warned } = await doctor();
    expect(warned).toContain(
      "warn  webhooks     webhook 1 has an event that is 90 minutes old; webhook 2 has failed since 2026-11-21T12:00:00.000Z; " +
        "webhook 3 is switched off: its receiver returned 410; webhook 4 is switched off: it failed for 5 days",
    );
    if (isPostgres) expect(warned[0]).toMatch(/^warn {2}feed +the feed lags by 5\d{3} s: is the service running\?/);
    expect(exitCode).toBe(0);
  },
);

testEach("a webhook whose position stands still is named", async ({ change, doctor }) => {
  const now = clock();
  await change(`
    insert into events (position, at, type, data) values
      (1, ${NOON - 1}, 'pet.created', '{}'), (2, ${NOON}, 'pet.created', '{}'), (3, ${now}, 'pet.created', '{}');
    insert into activity (id, quarter, type, events) values
      ('then', ${Math.floor(NOON / QUARTER_MS)}, 'pet.created', 1),
      ('before', ${Math.floor(NOON / QUARTER_MS) - 1}, 'pet.created', 1), ('now', ${Math.floor(now / QUARTER_MS)}, 'pet.created', 1);
    update event_head set last_position = 3;
    insert into webhooks (id, url, types, active, secret, created_at, fanned_out_to) values
      (1, 'https://a.example', 'pet.created', 1, 's', 0, 1),
      (2, 'https://b.example', 'pet.created', 1, 's', 0, 2),
      (3, 'https://c.example', 'pet.created', 0, 's', 0, 0)`);
  const { exitCode, warned } = await doctor();
  expect(warned).toContain(
    "warn  webhooks     webhook 1 has no messages for events since 2026-11-21T12:00:00.000Z: is the service running?",
  );
  expect(exitCode).toBe(0);
});

testEach(
  "keys without an expiry or unused for 90 days are named and are no failure",
  async ({ url, run, change, doctor }) => {
    await fill(url, 1);
    for (const [name, expires] of Object.entries({ kiosk: "never", till: "300d" })) {
      await run("keys", "create", "--name", name, "--scopes", "all", "--expires", expires);
    }
    await change(`update api_keys set created_at = ${clock() - 91 * DAY_MS} where name = 'till'`);
    expect(await doctor()).toMatchObject({
      exitCode: 0,
      warned: [
        expect.stringMatching(/^warn {2}keys expiry +1 of 2 usable keys without an expiry: kiosk \(\w+\)$/),
        expect.stringMatching(/^warn {2}keys unused +1 of 2 usable keys unused for 90 days: till \(\w+\)$/),
      ],
    });
  },
);

test("a negative quantity fails", async () => {
  using shop = openShop();
  await fill(shop.url, 2);
  {
    using database = new Database(shop.file("shop.db"));
    database.run("pragma ignore_check_constraints = on");
    database.run("update pets set quantity = -1 where id = 2");
    database.run("update stock_changes set delta = -1 where pet_id = 2");
  }
  const { exitCode, failed } = await shop.doctor();
  expect(failed[1]).toMatch(/^FAIL {2}quantities +pet 2 has quantity -1: restore a backup, /);
  expect(exitCode).toBe(1);
});

test("a damaged, newer, missing or unreadable database and one of another program fail, and nothing is created", async () => {
  using shop = openShop();
  await fill(shop.url, 2000);
  for (const name of ["damaged.db", "newer.db"]) copyFileSync(shop.file("shop.db"), shop.file(name));
  damage(shop.file("damaged.db"));
  {
    using newer = new Database(shop.file("newer.db"));
    newer.run("update schema_steps set version = 9999, needs = 9999");
    using other = new Database(shop.file("other.db"));
    other.run("create table theirs (x)");
  }
  for (const [at, finding] of [
    [shop.urlOf("damaged.db"), /^FAIL {2}(?:integrity|database) /m],
    [shop.urlOf("newer.db"), /^FAIL {2}schema +version 9999, .*: use the newer program, or restore a backup$/m],
    [shop.urlOf("other.db"), /^FAIL {2}database +cannot be read: .*another program/m],
    [shop.urlOf("none.db"), /^FAIL {2}database +no such file: .*: check DATABASE_URL$/m],
    ["postgres://user:secret@127.0.0.1:1/x", /^FAIL {2}database +cannot be read: .*: check DATABASE_URL/m],
  ] as const) {
    const { exitCode, stdout, stderr } = await shop.petstore(at, "doctor");
    expect(stdout).toMatch(finding);
    expect(`${stdout}${stderr}`).not.toContain("secret");
    expect(exitCode).toBe(1);
  }
  expect(await Bun.file(shop.file("none.db")).exists()).toBeFalse();
});

testEach(
  "--repair writes wrong words again, and what it would do is said before; others are left alone",
  async ({ url, run, change, doctor }) => {
    await fill(url, 9);
    await change(WRONG_WORDS[url.startsWith("postgres") ? "postgres" : "sqlite"]);
    const wrong = await doctor();
    expect(wrong.failed.join()).toMatch(
      /^FAIL {2}words +pet 1 is not found by the words of its name and profile; pet 5 is not .*pet 4711 does not exist, but is found by words: /,
    );
    expect(await run("doctor", "--repair", "--dry-run")).toMatchObject({
      exitCode: 0,
      stdout: "would write the words of 3 pets again\n",
    });
    expect(await doctor()).toEqual(wrong);
    expect(await run("doctor", "--repair")).toMatchObject({ exitCode: 0, stdout: "wrote the words of 3 pets again\n" });
    expect(await doctor()).toMatchObject({ exitCode: 0, failed: [], warned: [] });
    expect(await run("doctor", "--dry-run")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--dry-run needs --repair"),
    });
  },
);

testEach(
  "--repair writes keys of names, words of customers and counts of events again, each only where it is wrong",
  async ({ url, run, change, doctor }) => {
    const day = (Math.floor(clock() / DAY_MS) - 2) * DAY_MS;
    const quarter = day / QUARTER_MS;
    await fill(url, 6);
    await change(`
      update pets set name_key = 'mia' where id = 6;
      insert into categories (id, name, name_key) values (7, 'Dogs', 'cats'), (8, 'Birds', 'x'), (9, 'BIRDS', 'birds');
      insert into orders (id, pet_id, quantity, complete, customer_name) values (8, 4711, 1, 1, null), (9, 4711, 1, 1, 'Ada');
      insert into order_words (order_id, nth, words) values (8, 0, 'bo');
      insert into events (position, at, type, data) values (2, ${day}, 'pet.created', '{}'), (3, ${day}, 'pet.deleted', '{}');
      update event_head set last_position = 3;
      insert into activity (id, quarter, type, events) values ('${quarter} pet.created', ${quarter}, 'pet.created', 7)`);
    expect((await doctor()).failed).toHaveLength(3);
    const rest = (words: string, names: number) =>
      [
        `${words} the search keys of ${names} names again`,
        `${words} the words of the customers of 2 orders again`,
        `${words} the counts of events of 2 quarter hours again\n`,
      ].join("\n");
    expect((await run("doctor", "--repair", "--dry-run")).stdout).toBe(rest("would write", 3));
    expect((await doctor()).failed).toHaveLength(3);
    expect((await run("doctor", "--repair")).stdout).toBe(rest("wrote", 2));
    // Which of two categories of one name is meant, a person has to say.
    expect((await doctor()).failed).toEqual([
      expect.stringMatching(/names +category 8 is named "Birds" and found by "x": /),
    ]);
    await change("delete from categories where id = 8");
    expect(await doctor()).toMatchObject({ exitCode: 0, failed: [] });
    expect((await run("doctor", "--repair")).stdout).toBe("found nothing to repair\n");
  },
);

if (!isQuick)
  test("on PostgreSQL, words with another status, category, text or place than those of their pet fail", async () => {
    const url = await (await sharedPostgres()).createDatabase();
    using shop = openShop(openFolder(), url);
    await fill(url, 7);
    await shop.change(`
      update pet_words set status = 'lost' where pet_id = 1 and nth = 0;
      update pet_words set category_id = 4711 where pet_id = 2;
      update pet_words set words = words || 'x' where pet_id = 3 and nth = 0;
      update pet_words set nth = nth + 100 where pet_id = 4;
      insert into pet_words select pet_id, nth + 100, words, status, category_id from pet_words where pet_id = 5`);
    const problems = [1, 2, 3, 4, 5]
      .map((pet) => `pet ${pet} is not found by the words of its name and profile`)
      .join("; ");
    expect((await shop.doctor()).failed).toEqual([
      `FAIL  words        ${problems}: \`petstore doctor --repair\` mends them`,
    ]);
  });

if (!isQuick)
  test("a check whose statement takes too long fails and says so, and the others go on", async () => {
    const url = await (await sharedPostgres()).createDatabase();
    await fill(url, 3);
    await using locking = new SQL(url, { max: 1 });
    const findings = await locking.begin(async (sql) => {
      await sql`lock table order_words`;
      return Array.fromAsync(
        diagnose(url, clock(), {
          statementMs: 200,
          readUrls: [],
          eventsRetentionMs: DAY_MS,
          inquiriesRetentionMs: DAY_MS,
        }),
      );
    });
    expect(findings.filter(({ level }) => level === "FAIL")).toEqual([
      {
        level: "FAIL",
        check: "customers",
        text: "not checked: the server cancelled a statement that took too long",
        remedy: "look for locks and long statements in pg_stat_activity, run `vacuum analyze`, and run doctor again",
      },
    ]);
    expect(findings.at(-1)?.check).toBe("keys unused");
  });

testEach("events in the future are a warning that says from when on", async ({ url, doctor, change }) => {
  await fill(url, 1);
  await change(
    `insert into activity (id, quarter, type, events) values ('9999999 pet.created', 9999999, 'pet.created', 3)`,
  );
  expect((await doctor()).warned[0]).toMatch(
    /^warn {2}dates +3 events in the future, from 2255-03-14 on: the clock of a machine was wrong/,
  );
});

test("a file that other users of the machine can read is a warning that says what to do", async () => {
  using shop = openShop();
  await fill(shop.url, 1);
  expect((await shop.run("doctor")).stdout).toMatch(/^ok {4}access /m);
  chmodSync(shop.file("shop.db"), 0o644);
  const { exitCode, warned } = await shop.doctor();
  expect(exitCode).toBe(0);
  expect(warned[0]).toMatch(/^warn {2}access +other users can read .*shop\.db, .* \(mode 644\): chmod 600$/);
});

test.each(["doctor", "export -"])("petstore %s ends in silence when nobody reads its output", async (line) => {
  using shop = openShop();
  await fill(shop.url, 5000);
  // The first reader of a pipe ends at once.
  const command = ["sh", "-c", `"$@" | true`, "sh", ...SOURCE, ...line.split(" ")];
  const { stderr } = await runProgram([], { cwd: shop.path, env: { DATABASE_URL: shop.url }, command });
  expect(stderr.replace(/^petstore: exported 5,000 pets\n$/, "")).toBe("");
});

test("the size of a file includes its log, which has the data of a service that has just begun", async () => {
  using shop = openShop();
  const { stdout } = await withStore(shop.url, () => shop.run("doctor"));
  const [size = 0, log = 0] = ["size", "log"].map((check) => {
    const [, number, unit] = new RegExp(`^ok {4}${check} +([\\d.]+) (kB|MB)$`, "m").exec(stdout) ?? [];
    return Number(number) * (unit === "MB" ? 1000 : 1);
  });
  expect(log).toBeGreaterThan(100);
  expect(size).toBeGreaterThan(log);
});

test("each check is explained in the guide for operators", async () => {
  const guide = await Bun.file("docs/operations/run.md").text();
  expect(CHECKS.split(",").filter((check) => !new RegExp(`^\\|.*\`${check}\`.*\\|`, "m").test(guide))).toEqual([]);
});

test("with --json each finding is an object on its own line, those that failed with their remedy", async () => {
  using shop = openShop();
  await shop.change("drop table activity");
  const { exitCode, stdout } = await shop.run("doctor", "--json");
  const findings = stdout.trimEnd().split("\n");
  expect(findings.map((line) => JSON.parse(line))).toContainEqual({
    level: "FAIL",
    check: "schema",
    text: "the table activity is missing",
    remedy: INCOMPLETE,
  });
  expect(exitCode).toBe(1);
});
