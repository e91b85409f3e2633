import type { Pet } from "../../../contract/pets/pets.ts";
import { chain } from "../../../core/concurrency/maybe-promise.ts";
import type { Pets } from "../../../core/ports.ts";
import { nameKey } from "../../../core/shop/name-key.ts";
import { dayOf } from "../../../core/times.ts";
import { type Engine, fragment, type Row, type Sql, template } from "../../engine.ts";
import { count, insertOne } from "../../rows.ts";
import { PET, PETS, PHOTOS } from "../../schema/tables.ts";
import { allOf, atMost, isOne } from "../table-slice.ts";
import { entrySearch } from "../words/entry-search.ts";
import { petWords } from "../words/indexed-words.ts";
import { termSearch } from "../words/term-search.ts";
import { listPets } from "./pet-search-query.ts";
import { deleteProfiles } from "./profile-queries.ts";
import { anyRevision, newRevision } from "./revisions.ts";

const NEW = PETS.without("id");
const NAMED = PETS.only("name", "nameKey", "categoryId", "status");
const REVISED = PETS.only("id", "name", "categoryId", "status", "revision");
const COUNTED = PETS.only("id", "name", "categoryId", "status", "quantity");
const ID = PETS.only("id");
const CATEGORY = PETS.only("categoryId");
const PHOTO = PHOTOS.only("id");

/** Written out once: this statement runs most often, and looking up its parts takes as long as running it. */
const FIND = template(`select ${PET.columns.join(", ")} from pets where id = `, "");

/** Creates the repository of pets. */
export function pets(sql: Sql, engine: Pick<Engine, "indexesWords">): Pets {
  const words = petWords(sql, engine);
  return {
    async insert(pet, quantity, at) {
      const { id } = await insertOne(
        sql,
        NEW,
        { ...pet, nameKey: nameKey(pet.name), quantity, revision: anyRevision(), arrival: dayOf(at) },
        ID,
      );
      await Promise.all([
        sql`
          insert into stock_changes (pet_id, delta, quantity, reason, at)
          values (${id}, ${quantity}, ${quantity}, 'created', ${at})`,
        words.insert([{ id, ...pet }]),
      ]);
      return { id, ...pet };
    },

    find: (id) => PET.first(sql(FIND, id)),

    list(filter, slice, includedColumn) {
      const view = includedColumn === "revision" ? REVISED : includedColumn === "quantity" ? COUNTED : PET;
      const read = (row: Row) => {
        const pet = view.read(row);
        return slice.sort === undefined ? pet : { ...pet, sortKey: String(row["found_key"]) };
      };
      const search = engine.indexesWords ? termSearch : entrySearch;
      return chain(listPets(sql, search, filter, { ...slice, view }), ({ items, ...end }) => ({
        items: items.map(read),
        ...end,
      }));
    },

    async replace(expected, pet) {
      const rows = await sql`
        update pets set ${NAMED.assign({ ...pet, nameKey: nameKey(pet.name) })}, ${newRevision()}
        where ${PET.matches(expected)} returning id`;
      if (rows.length === 0) return false;
      if (pet.name === expected.name) await words.move(pet);
      else await words.rewrite([pet.id]);
      return true;
    },

    async changeStatus(id, from, to, quantity) {
      const hasQuantity = quantity === undefined ? fragment`` : fragment`and quantity = ${quantity}`;
      const [row] = await sql`
        update pets set status = ${to} where id = ${id} and status = ${from} ${hasQuantity} returning ${PET.list}`;
      if (row === undefined) return undefined;
      await words.changeStatus(id, to);
      return PET.read(row);
    },

    delete: async (id) => (await deletePets(sql, engine, [id]))[0],

    async isInUse(categoryId) {
      const rows = await sql`
        select id from pets where ${isOne(fragment`category_id`, categoryId)}
        order by category_id, status, id limit 1`;
      return rows.length > 0;
    },

    count: ({ status, categoryId }, max) => {
      const ofStatus = status === undefined ? [] : [isOne(fragment`status`, status)];
      const matching =
        categoryId === undefined
          ? fragment`${allOf([fragment`1 = 1`, ...ofStatus])} order by status, id`
          : fragment`${allOf([isOne(fragment`category_id`, categoryId), ...ofStatus])} order by category_id, status, id`;
      return count(sql, fragment`select 1 from pets where ${matching} ${atMost(max)}`);
    },

    async nextCategory(after) {
      const following = after === undefined ? fragment`` : fragment`where category_id > ${after}`;
      const [row] = await sql`select category_id from pets ${following} order by category_id, status, id limit 1`;
      return row && CATEGORY.read(row).categoryId;
    },
  };
}

/** Removes pets with all that belongs to them. Returns them as they were. */
export async function deletePets(
  sql: Sql,
  engine: Pick<Engine, "indexesWords">,
  ids: readonly bigint[],
): Promise<readonly Pet[]> {
  if (ids.length === 0) return [];
  const rows = await sql`delete from pets where id in (${ids}) returning ${PET.list}`;
  await petWords(sql, engine).delete(ids);
  await sql`delete from stock_changes where pet_id in (${ids})`;
  const photos = await sql`delete from photos where pet_id in (${ids}) returning id`;
  if (photos.length > 0)
    await sql`delete from photo_files where photo_id in (${photos.map(PHOTO.read).map((photo) => photo.id)})`;
  await sql`delete from care where pet_id in (${ids})`;
  await sql`delete from fetched_photos where pet_id in (${ids})`;
  await deleteProfiles(sql, ids);
  // The profiles of its partners change with it.
  const pairs = await sql`delete from pet_pairs where pet_id in (${ids}) or other_id in (${ids}) returning pet_id`;
  const others = pairs.map(({ pet_id }) => pet_id as bigint).filter((id) => !ids.includes(id));
  if (others.length > 0) await sql`update pets set ${newRevision()} where id in (${others})`;
  return rows.map(PET.read);
}
