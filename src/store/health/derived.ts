/*
 * Derived data, declared once for `doctor` and `doctor --repair`. Each derivation compares the stored data with what its own function
 * writes for the row: only the program can compute that. None of it is in a response, so a repair has no events, and can run while the
 * service does.
 */

import { batchesOf } from "../../core/concurrency/event-loop.ts";
import { QUARTER_MS } from "../../core/feed/local-days.ts";
import { nameKey } from "../../core/shop/name-key.ts";
import { type Engine, fragment, literals, named, type Row, type Sql } from "../engine.ts";
import { formatCount } from "../figures.ts";
import {
  customerWords,
  FOUND_COLUMNS,
  insertCustomerWords,
  lockPets,
  readFound,
  rewriteWords,
  textOf,
  wordsOf,
} from "../queries/words/indexed-words.ts";
import { upsert } from "../rows.ts";
import { ORDER_WORDS, ORDERS } from "../schema/order-tables.ts";
import { ACTIVITY, CATEGORIES, PET_TEXTS, PET_WORDS, PETS } from "../schema/tables.ts";
import { BATCH_ROWS, type Comparison, compare, strays, type Wrong } from "./comparison.ts";
import { miscounted } from "./event-health.ts";
import { type Begin, type Finding, inTime, NAMED_MAX, problemsFound, REPAIRED } from "./findings.ts";

/** A kind of derived data. */
interface Derivation {
  readonly check: string;
  readonly whenOk: string;
  /** What a repair writes, with its count. */
  readonly describe: (count: number) => string;
  wrong(engine: Engine, now: number): AsyncGenerator<readonly Wrong[]>;
  /** Writes it again for these rows; returns how many were written. */
  write(sql: Sql, rows: readonly Row[], engine: Engine, now: number): Promise<number>;
  /** Runs after all are written. */
  finish?(engine: Engine): Promise<void>;
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id as bigint);

const NAME_KEYS: Derivation = {
  check: "names",
  whenOk: "every pet and every category is found by its name",
  describe: (count) => `the search keys of ${formatCount(count, "name")}`,
  async *wrong({ sql }) {
    for (const table of [PETS, CATEGORIES]) {
      yield* compare(sql, {
        table,
        select: (after, last) =>
          fragment`select id, name, name_key, ${literals([table.name])} as of_table from ${table.table} where id > ${after} and id <= ${last} order by id`,
        isRight: ({ name, name_key }) => name_key === nameKey(String(name)),
        problem: ({ id, name, name_key }) =>
          `${table.noun} ${id} is named ${JSON.stringify(name)} and found by ${JSON.stringify(name_key)}`,
      });
    }
  },
  async write(sql, rows) {
    let count = 0;
    for (const { id = null, name = null, of_table } of rows) {
      const [key, table] = [nameKey(String(name)), named(String(of_table))];
      // A category keeps its key while another has the right one: then both have one name, and a person has to decide.
      const isFree =
        of_table === CATEGORIES.name
          ? fragment`not exists (select 1 from categories other where other.name_key = ${key})`
          : fragment`1 = 1`;
      // Unless it was renamed meanwhile.
      const written = await sql`
        update ${table} set name_key = ${key} where id = ${id} and name = ${name} and ${isFree} returning id`;
      count += written.length;
    }
    return count;
  },
};

/** The words of pets in `pet_texts`. Those of noted pets are written by the next commit. */
const TEXTS: Pick<Comparison, "select" | "isRight"> = {
  select: (after, last) => fragment`
    select ${FOUND_COLUMNS}, pet_texts.words as found_by
    from pets left join profiles on profiles.pet_id = pets.id left join pet_texts on pet_texts.pet_id = pets.id
    where pets.id > ${after} and pets.id <= ${last} and pets.id not in (select pet_id from unindexed_pets)
    order by pets.id`,
  isRight: (row) => row["found_by"] === textOf(readFound(row)),
};

/**
 * The words of pets in `pet_words`. One statement, so that a change committed meanwhile counts on both sides or on neither. The database
 * joins the words of each pet: receiving and comparing one text takes half as long as a row for each word. It compares itself what is the
 * same in each row, and returns no words for a pet where a row differs. One range at a time, so that no table is looked up pet by pet.
 */
const ENTRIES: Pick<Comparison, "select" | "isRight"> = {
  select: (after, last) => fragment`
    select ${FOUND_COLUMNS}, entries, case
      when entries = last_nth + 1 and first_status = pets.status and last_status = pets.status
        and first_category = pets.category_id and last_category = pets.category_id then found_by end as found_by
    from pets
    left join profiles on profiles.pet_id = pets.id and profiles.pet_id > ${after} and profiles.pet_id <= ${last}
    left join (
      select word_pet_id, cast(count(*) as integer) as entries, max(nth) as last_nth, string_agg(words, '\n') as found_by,
        min(word_status) as first_status, max(word_status) as last_status,
        min(word_category) as first_category, max(word_category) as last_category
      from (
        select pet_id as word_pet_id, nth, words, status as word_status, category_id as word_category from pet_words
        where pet_id > ${after} and pet_id <= ${last} order by pet_id, nth
      ) entries group by word_pet_id
    ) stored on stored.word_pet_id = pets.id
    where pets.id > ${after} and pets.id <= ${last} order by pets.id`,
  isRight(row) {
    const words = wordsOf(readFound(row));
    return Number(row["entries"]) === words.length && row["found_by"] === words.join("\n");
  },
};

const PETS_WORDS: Derivation = {
  check: "words",
  whenOk: "every pet is found by each word of its name and profile",
  describe: (count) => `the words of ${formatCount(count, "pet")}`,
  async *wrong({ sql, indexesWords }) {
    const problem = ({ id }: Row) => `pet ${id} is not found by the words of its name and profile`;
    yield* compare(sql, { table: PETS, ...(indexesWords ? TEXTS : ENTRIES), problem });
    if (indexesWords) yield* wrongIndex(sql);
    yield* strays(sql, indexesWords ? PET_TEXTS : PET_WORDS, PETS, "words");
  },
  async write(sql, rows, { indexesWords }) {
    const ids = idsOf(rows);
    if (indexesWords) {
      // The engine writes the words of pets that are noted.
      for (const id of ids) await sql`insert or ignore into unindexed_pets (pet_id) values (${id})`;
    } else {
      await lockPets(sql, ids);
      await rewriteWords(sql, ids);
    }
    return ids.length;
  },
  async finish({ indexesWords, transaction }) {
    // Wrong words still lead to pets in the index.
    if (indexesWords) await transaction(({ script }) => script("insert into pet_terms (pet_terms) values ('rebuild')"));
  },
};

/** Compares the number of entries: SQLite itself checks that they are sorted and complete. */
async function* wrongIndex(sql: Sql): AsyncGenerator<readonly Wrong[]> {
  const [counted] = await sql<{ entries: bigint; words: bigint | null }>`
    select (select count(*) from pet_postings) as entries,
      (select sum(length(words) - length(replace(words, ' ', '')) + 1) from pet_texts where words <> '') as words`;
  const { entries = 0n, words } = counted ?? {};
  if (entries !== (words ?? 0n))
    yield [{ problem: `the index of words has ${entries} entries for ${words ?? 0n} words` }];
}

const CUSTOMER_WORDS: Derivation = {
  check: "customers",
  whenOk: "every order is found by its customer's name",
  describe: (count) => `the words of the customers of ${formatCount(count, "order")}`,
  async *wrong({ sql, indexesWords }) {
    // SQLite on macOS may not know PostgreSQL's name of the function.
    const joined = indexesWords ? fragment`group_concat` : fragment`string_agg`;
    yield* compare(sql, {
      table: ORDERS,
      select: (after, last) => fragment`
        select orders.id as id, customer_name, found_by from orders left join (
          select order_id, ${joined}(words, '\n') as found_by from (
            select order_id, words from order_words where order_id > ${after} and order_id <= ${last} order by order_id, nth
          ) entries group by order_id
        ) stored on stored.order_id = orders.id
        where orders.id > ${after} and orders.id <= ${last} order by orders.id`,
      isRight: ({ customer_name, found_by }) => (found_by ?? "") === customerWords(nameOf(customer_name)).join("\n"),
      // Without the name of the customer.
      problem: ({ id, customer_name }) =>
        customer_name === null
          ? `order ${id} has no customer, but is found by one`
          : `order ${id} is not found by its customer`,
    });
    yield* strays(sql, ORDER_WORDS, ORDERS, "a customer");
  },
  async write(sql, rows) {
    const ids = idsOf(rows);
    // Locks them, so that their customers do not change meanwhile.
    const orders = await sql`
      update orders set complete = complete where id in (${ids}) returning id, customer_name`;
    await sql`delete from order_words where order_id in (${ids})`;
    const named = orders.map(({ id, customer_name }) => ({ id: id as bigint, customerName: nameOf(customer_name) }));
    await insertCustomerWords(sql, named);
    return ids.length;
  },
};

const nameOf = (stored: Row[string] | undefined) => (typeof stored === "string" ? stored : undefined);

const COUNTS: Derivation = {
  check: "activity",
  whenOk: "the events of each quarter hour are counted",
  describe: (count) => `the counts of events of ${formatCount(count, "quarter hour")}`,
  async *wrong({ sql }, now) {
    for (const rows of batchesOf(await miscounted(sql, now), BATCH_ROWS)) {
      yield rows.map(({ quarter, type, counted, found }) => {
        const start = new Date(Number(quarter) * QUARTER_MS).toISOString().slice(0, 16);
        const problem = `from ${start}Z (quarter ${quarter}) there are ${found} events ${type}, but activity counts ${counted}`;
        return { row: { quarter, type }, problem };
      });
    }
  },
  async write(sql, wrong, _, now) {
    // Locks the feed, so that another repair and the service count before or after this one.
    await sql`update event_head set deleted_to = deleted_to`;
    const quarters = new Set(wrong.map(({ quarter, type }) => `${quarter} ${type}`));
    const still = (await miscounted(sql, now)).filter(({ quarter, type }) => quarters.has(`${quarter} ${type}`));
    // Adds the difference, so that events counted meanwhile stay counted.
    const missing = still.map(({ quarter, type, counted, found }) => {
      return { id: `${quarter} ${type}`, quarter: Number(quarter), type, events: Number(found - counted) };
    });
    await upsert(sql, ACTIVITY, missing, fragment`(id) do update set events = activity.events + excluded.events`);
    return missing.length;
  },
};

const DERIVATIONS: readonly Derivation[] = [NAME_KEYS, PETS_WORDS, CUSTOMER_WORDS, COUNTS];

/** Checks all derived data against its rows. */
export async function* examineDerived(engine: Engine, now: number, begin: Begin): AsyncGenerator<Finding> {
  for (const { check, whenOk, wrong } of DERIVATIONS) {
    yield await inTime(check, begin, async () => {
      const problems: string[] = [];
      for await (const batch of wrong(engine, now)) {
        problems.push(...batch.map(({ problem }) => problem));
        if (problems.length > NAMED_MAX) break;
      }
      return problemsFound(check, problems.slice(0, NAMED_MAX + 1), whenOk, REPAIRED);
    });
  }
}

/** Rewrites wrong data, a batch in a transaction; a dry run changes nothing. Yields what it did, or would do, as sentences. */
export async function* repair(engine: Engine, now: number, isDryRun: boolean): AsyncGenerator<string> {
  for (const { describe, wrong, write, finish } of DERIVATIONS) {
    let [count, isWrong] = [0, false];
    for await (const batch of wrong(engine, now)) {
      isWrong ||= batch.length > 0;
      const rows = batch.map(({ row }) => row).filter((row) => row !== undefined);
      if (isDryRun) count += rows.length;
      else if (rows.length > 0) count += await engine.transaction(({ sql }) => write(sql, rows, engine, now));
    }
    if (isWrong && !isDryRun) await finish?.(engine);
    if (count > 0) yield `${isDryRun ? "would write" : "wrote"} ${describe(count)} again`;
  }
}
