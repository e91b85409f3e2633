import { after } from "../../core/after.ts";
import type { Pets } from "../../core/ports.ts";
import { nameKey } from "../../core/shop/name-key.ts";
import { fragment, type Sql } from "../engine.ts";
import { count, insertOne } from "../rows.ts";
import { PET, PETS, PHOTOS } from "../schema/tables.ts";
import { listPets } from "./pet-search.ts";
import { deleteProfiles } from "./profiles.ts";
import { anyRevision } from "./revisions.ts";
import { atMost, isOne } from "./slice.ts";
import { insertWords, replaceWords } from "./words.ts";

const NEW = PETS.without("id");
const NAMED = PETS.without("id", "quantity", "revision");
const REVISED = PETS.without("nameKey", "quantity");
const ID = PETS.only("id");
const PHOTO = PHOTOS.only("id");

export function pets(sql: Sql): Pets {
  return {
    async insert(pet, quantity, at) {
      const { id } = await insertOne(
        sql,
        NEW,
        { ...pet, nameKey: nameKey(pet.name), quantity, revision: anyRevision() },
        ID,
      );
      await Promise.all([
        sql`
          insert into stock_changes (pet_id, delta, quantity, reason, at)
          values (${id}, ${quantity}, ${quantity}, 'created', ${at})`,
        insertWords(sql, [{ id, ...pet }]),
      ]);
      return { id, ...pet };
    },

    find: (id) => PET.first(sql`select ${PET.list} from pets where id = ${id}`),

    list(filter, slice, { isRevised } = {}) {
      const view = isRevised ? REVISED : PET;
      return after(listPets(sql, filter, { ...slice, view }), ({ items, searchedTo }) => ({
        items: items.map(view.read),
        searchedTo,
      }));
    },

    async replace(expected, pet) {
      const rows = await sql`
        update pets set ${NAMED.assign({ ...pet, nameKey: nameKey(pet.name) })}
        where ${PET.matches(expected)} returning id`;
      if (rows.length === 0) return false;
      const { id, name, status, categoryId } = pet;
      if (name !== expected.name) await replaceWords(sql, [pet]);
      else await sql`update pet_words set status = ${status}, category_id = ${categoryId} where pet_id = ${id}`;
      return true;
    },

    async changeStatus(id, from, to) {
      const [row] = await sql`
        update pets set status = ${to} where id = ${id} and status = ${from} returning ${PET.list}`;
      if (row === undefined) return undefined;
      await sql`update pet_words set status = ${to} where pet_id = ${id}`;
      return PET.read(row);
    },

    async delete(id) {
      const [row] = await sql`delete from pets where id = ${id} returning ${PET.list}`;
      await sql`delete from pet_words where pet_id = ${id}`;
      await sql`delete from stock_changes where pet_id = ${id}`;
      const photos = await sql`delete from photos where pet_id = ${id} returning id`;
      if (photos.length > 0)
        await sql`delete from photo_files where photo_id in (${photos.map(PHOTO.read).map((photo) => photo.id)})`;
      await deleteProfiles(sql, [id]);
      return row && PET.read(row);
    },

    async isInUse(categoryId) {
      const rows = await sql`
        select id from pets where ${isOne(fragment`category_id`, categoryId)}
        order by category_id, status, id limit 1`;
      return rows.length > 0;
    },

    count: (status, max) =>
      count(
        sql,
        fragment`select 1 from pets where ${isOne(fragment`status`, status)} order by status, id ${atMost(max)}`,
      ),
  };
}
