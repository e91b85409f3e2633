/*
 * A shop after years: the shop of the growth benchmark, and for each pet five stock changes, five events, a photo (without its bytes)
 * and a delivery. The statements are the same for both engines.
 */
import { openEngine } from "../../src/store/index.ts";

const CREATED = 1_700_000_000_000;

/** A pet as an event has it. */
const PET = `'{"id":' || id || ',"name":"' || name || '","categoryId":' || category_id || ',"status":"' || status || '"}'`;
/** Its stock as an event has it. */
const ENTRY = `'{"petId":' || id || ',"quantity":' || quantity || ',"status":"' || status || '"}'`;
/** Its profile as an event has it. */
const PROFILE = `'{"petId":' || id || ',"breed":"Mixed","sex":"female","birthDate":"2023-05","neutered":true,'
  || '"description":"Likes company, not dogs","tags":["quiet"],"price":{"amount":12000,"currency":"EUR"},"reference":"R-' || id || '"}'`;

/** As long as those of real photos. */
const PLACEHOLDER = "data:image/webp;base64,".padEnd(150, "UklGRlIAAABXRUJQVlA4IEYAAAAwAgCdASoQAAwA");

const eventOf = (nth: number, type: string, data: string, previous: string) => `
  insert into events (position, at, type, pet_id, key_name, key_hint, data, previous)
  select (id - 1) * 5 + ${nth}, ${CREATED} + id * 60000 + ${nth}, '${type}', id, 'counter', 'a1B2', ${data}, ${previous}
  from pets`;

const STATEMENTS = [
  `insert into stock_changes (pet_id, delta, quantity, reason, at)
   select pets.id, n.column1, pets.quantity + n.column2, 'adjustment', ${CREATED} + pets.id * 60000
   from pets cross join (values (1, 1), (-1, 0), (1, 1), (-1, 0)) n`,
  `update photos set token = 'abcdefghijkl' || (1000000000 + id), placeholder = '${PLACEHOLDER}', width = 1600, height = 1200`,
  `insert into photos (id, pet_id, token, width, height, position, placeholder, created_at)
   select pets.id, pets.id, 'abcdefghijkl' || (1000000000 + pets.id), 1600, 1200, 1, '${PLACEHOLDER}', ${CREATED}
   from pets left join photos on photos.pet_id = pets.id where photos.id is null`,
  "delete from photo_files",
  `insert into photo_files (photo_id, size, bytes)
   select photos.id, sizes.column1, '' from photos cross join (values ('small'), ('medium'), ('large')) sizes`,
  `insert into webhook_deliveries (webhook_id, position, type, state, attempts, created_at, due_at)
   select 1, pets.id, 'pet.created', 'succeeded', 1, ${CREATED}, ${CREATED}
   from pets left join webhook_deliveries known on known.position = pets.id where known.id is null`,
  eventOf(1, "pet.created", PET, "null"),
  eventOf(2, "profile.updated", PROFILE, "'{}'"),
  eventOf(3, "inventory.updated", ENTRY, `'{"quantity":' || quantity || '}'`),
  eventOf(4, "inventory.updated", ENTRY, `'{"quantity":' || quantity || '}'`),
  eventOf(5, "pet.updated", PET, `'{"status":"available"}'`),
  "update event_head set last_position = (select max(position) from events)",
  `insert into activity (id, quarter, type, events)
   select quarter || ' ' || type, quarter, type, count(*)
   from (select cast(at / 900000 as bigint) as quarter, type from events) dated group by quarter, type`,
];

/** How long one of the statements may take. */
const STATEMENT_MS = 30 * 60_000;

/** Adds the years to a shop, on either engine. */
export async function addYears(url: string): Promise<void> {
  const engine = await openEngine(url, { statementMs: STATEMENT_MS });
  try {
    for (const statement of STATEMENTS) await engine.transaction(({ script }) => script(statement));
    await engine.transaction((transaction) => engine.continueIds(transaction));
  } finally {
    await engine.close();
  }
}
