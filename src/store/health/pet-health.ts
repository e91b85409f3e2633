/* The checks of `petstore doctor` on pets, their stock and their orders. None needs more memory for more rows. */
import { photoSizes } from "../../contract/pets/photos.ts";
import { fragment, type Sql } from "../engine.ts";
import { type Begin, type Finding, inTime, NAMED_MAX, problemsFound } from "./findings.ts";
import { receiptProblems } from "./receipt-health.ts";

/** The first problems, one more than a finding names. */
type Problems = readonly string[];

/** A rule, how to find its problems, and their remedy. */
interface Check {
  readonly check: string;
  readonly find: (sql: Sql) => Promise<Problems>;
  readonly whenOk: string;
  readonly remedy: string;
}

/** The rules between pets, stock changes and orders. */
const BOOKS: readonly Check[] = [
  {
    check: "stock",
    find: differences,
    whenOk: "every pet's stock changes add up to its quantity",
    remedy: "restore a backup, or set pets.quantity to the sum, count the pets and correct the stock in the console",
  },
  {
    check: "quantities",
    find: negatives,
    whenOk: "no quantity is negative",
    remedy: "restore a backup, or count the pets and correct pets.quantity and stock_changes",
  },
  {
    check: "orders",
    find: async (sql) => [...(await unexplainedOrders(sql)), ...(await unreturnedStock(sql))].slice(0, NAMED_MAX + 1),
    whenOk: "every order has its stock change",
    remedy: "restore a backup, or insert the missing rows into stock_changes and correct pets.quantity",
  },
  {
    check: "open orders",
    find: strayOrders,
    whenOk: "every open order has its pet",
    remedy: "restore a backup, or delete these rows of orders",
  },
  {
    check: "receipts",
    find: receiptProblems,
    whenOk: "receipts have no gap, and each order that has one is on it",
    remedy: "restore a backup",
  },
];

const CHECKS: readonly Check[] = [
  ...BOOKS,
  {
    check: "pairs",
    find: onesidedPairs,
    whenOk: "every pet is named by those that it belongs together with",
    remedy: "delete these rows of pet_pairs, and pair the pets again in the console",
  },
  {
    check: "photos",
    find: incompletePhotos,
    whenOk: "every photo has its files",
    remedy: "restore a backup, or remove these photos in the console and add them again",
  },
  {
    check: "marks",
    find: sharedIdentifiers,
    whenOk: "no two pets have the same reference or microchip",
    remedy: "correct or remove all but one in the console",
  },
];

/** Checks the rules between pets, stock changes and orders. */
export async function* examinePets(sql: Sql, begin: Begin = () => {}): AsyncGenerator<Finding> {
  for (const { check, find, whenOk, remedy } of CHECKS) {
    yield await inTime(check, begin, async () => problemsFound(check, await find(sql), whenOk, remedy));
  }
}

/** Returns the problems of pets, stock changes and orders. */
export async function brokenBooks(sql: Sql): Promise<Problems> {
  const found: string[] = [];
  for (const { find } of BOOKS) found.push(...(await find(sql)));
  return found;
}

/** One statement, so that a change committed meanwhile counts on both sides or on neither. */
async function differences(sql: Sql): Promise<Problems> {
  const rows = await sql<{ id: bigint; quantity: bigint | number; total: bigint | number }>`
    select pets.id as id, pets.quantity as quantity, coalesce(sum(stock_changes.delta), 0) as total
    from pets left join stock_changes on stock_changes.pet_id = pets.id
    group by pets.id, pets.quantity having coalesce(sum(stock_changes.delta), 0) <> pets.quantity
    order by pets.id limit ${NAMED_MAX + 1}`;
  return rows.map(({ id, quantity, total }) => {
    const difference = Number(quantity) - Number(total);
    return `pet ${id} has quantity ${quantity}, but its changes add up to ${total} (difference ${difference})`;
  });
}

/** Finds identifiers that several pets have. */
async function sharedIdentifiers(sql: Sql): Promise<Problems> {
  const found: string[] = [];
  const columns = { microchip: fragment`microchip`, reference: fragment`reference` };
  for (const [name, column] of Object.entries(columns)) {
    const rows = await sql<{ value: string; first: bigint; last: bigint; pets: bigint | number }>`
      select ${column} as value, min(pet_id) as first, max(pet_id) as last, count(*) as pets from profiles
      where ${column} is not null group by ${column} having count(*) > 1 order by min(pet_id) limit ${NAMED_MAX + 1}`;
    found.push(
      ...rows.map(
        ({ value, first, last, pets }) =>
          `${pets} pets (${first} to ${last}) have the ${name} ${JSON.stringify(value)}`,
      ),
    );
  }
  return found.slice(0, NAMED_MAX + 1);
}

async function negatives(sql: Sql): Promise<Problems> {
  const rows = await sql<{ id: bigint; quantity: bigint | number }>`
    select id, quantity from pets where quantity < 0 order by id limit ${NAMED_MAX + 1}`;
  return rows.map(({ id, quantity }) => `pet ${id} has quantity ${quantity}`);
}

/**
 * Finds orders whose quantity was not taken from the stock. Complete orders of imported pets are left out, because the pet may have been
 * removed and imported again, as are orders from the period of a summary. That is looked up only for orders in doubt, and most shops have
 * none. Materialized: for a few rows in the order of id, PostgreSQL would read all changes for each order.
 */
async function unexplainedOrders(sql: Sql): Promise<Problems> {
  const rows = await sql<{ id: bigint; quantity: bigint | number; total: bigint | null }>`
    with caused as materialized (
      select order_id, cast(sum(delta) as bigint) as total from stock_changes where order_id is not null group by order_id
    ), doubted as materialized (
      select orders.id as id, orders.pet_id as pet_id, quantity, complete, placed_at, total
      from orders left join caused on caused.order_id = orders.id
      where total + quantity not between 0 and returned_quantity or total is null
    ), told as materialized (
      select pet_id, max(case when reason = 'created' then 1 end) as is_created,
        max(case when reason = 'summary' then at end) as folded_to
      from stock_changes where reason in ('created', 'summary') and pet_id in (select pet_id from doubted) group by pet_id
    ), unexplained as materialized (
      select id, quantity, total from doubted left join told on told.pet_id = doubted.pet_id
      where (folded_to is null or placed_at > folded_to) and (total is not null or complete = 0 or is_created = 1)
    )
    select id, quantity, total from unexplained order by id limit ${NAMED_MAX + 1}`;
  return rows.map(({ id, quantity, total }) =>
    total === null
      ? `order ${id} of ${quantity} has no stock change`
      : `order ${id} of ${quantity} has stock changes of ${total}`,
  );
}

/** Finds deleted orders whose stock did not come back. A summary may include the change of the placing. */
async function unreturnedStock(sql: Sql): Promise<Problems> {
  const rows = await sql<{ id: bigint; total: bigint }>`
    with folded as materialized (select pet_id from stock_changes where reason = 'summary' group by pet_id)
    select stock_changes.order_id as id, cast(sum(stock_changes.delta) as bigint) as total
    from stock_changes
    left join orders on orders.id = stock_changes.order_id
    left join folded on folded.pet_id = stock_changes.pet_id
    where orders.id is null
      and stock_changes.order_id >= (select min(order_id) from stock_changes where reason = 'order_placed')
    group by stock_changes.order_id
    having sum(stock_changes.delta) <> 0
      and (max(folded.pet_id) is null or max(case when stock_changes.reason = 'order_placed' then 1 end) = 1)
    order by stock_changes.order_id limit ${NAMED_MAX + 1}`;
  return rows.map(({ id, total }) => `order ${id} does not exist, but its stock changes add up to ${total}`);
}

async function strayOrders(sql: Sql): Promise<Problems> {
  const rows = await sql<{ id: bigint; pet_id: bigint }>`
    select orders.id as id, orders.pet_id as pet_id from orders left join pets on pets.id = orders.pet_id
    where orders.complete = 0 and pets.id is null order by orders.id limit ${NAMED_MAX + 1}`;
  return rows.map(({ id, pet_id }) => `order ${id} is open, but its pet ${pet_id} does not exist`);
}

async function onesidedPairs(sql: Sql): Promise<Problems> {
  const rows = await sql<{ pet_id: bigint; other_id: bigint }>`
    select one.pet_id as pet_id, one.other_id as other_id from pet_pairs one
    left join pet_pairs other on other.pet_id = one.other_id and other.other_id = one.pet_id
    where other.id is null order by one.id limit ${NAMED_MAX + 1}`;
  return rows.map(({ pet_id, other_id }) => `pet ${pet_id} belongs together with ${other_id}, which does not name it`);
}

/** Finds photos without one of their files. Files without a photo are orphans. */
async function incompletePhotos(sql: Sql): Promise<Problems> {
  const rows = await sql<{ id: bigint; pet_id: bigint; files: bigint | number }>`
    select photos.id as id, photos.pet_id as pet_id, count(photo_files.id) as files
    from photos left join photo_files on photo_files.photo_id = photos.id
    group by photos.id, photos.pet_id having count(photo_files.id) <> ${photoSizes.length}
    order by photos.id limit ${NAMED_MAX + 1}`;
  return rows.map(({ id, pet_id, files }) => `photo ${id} of pet ${pet_id} has ${files} of ${photoSizes.length} files`);
}
