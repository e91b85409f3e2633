import { type PhotoSize, photoSizes } from "../../../contract/pets/photos.ts";
import type { Photos } from "../../../core/shop/photos/photo-ports.ts";
import { fragment, type Sql } from "../../engine.ts";
import { insert, insertOne } from "../../rows.ts";
import { PHOTO_FILES, PHOTOS } from "../../schema/tables.ts";
import { lockPet } from "./revisions.ts";

const NEW = PHOTOS.without("id");
const NEW_FILE = PHOTO_FILES.without("id");
const FILE = PHOTO_FILES.only("bytes");

/** The condition that visitors may see the pet of a photo. */
const IS_PUBLISHED = fragment`
  (select count(*) from profiles where profiles.pet_id = photos.pet_id and profiles.published = 0) = 0`;

export function photos(sql: Sql): Photos {
  async function list(petIds: readonly bigint[]) {
    const rows = await sql`select ${PHOTOS.list} from photos where pet_id in (${petIds})`;
    // At most twelve for each pet, which the planner would sort no faster.
    return rows.map(PHOTOS.read).sort((a, b) => a.position - b.position);
  }

  return {
    list,

    async insert(photo, files) {
      const stored = await insertOne(sql, NEW, photo, PHOTOS);
      const rows = photoSizes.map((size) => ({ photoId: stored.id, size, bytes: files[size] }));
      await insert(sql, NEW_FILE, rows);
      return stored;
    },

    async lock(petId) {
      return (await lockPet(sql, petId)) ? list([petId]) : undefined;
    },

    async change({ id, petId, position: from }, { alt, position: to }) {
      const [first, last, step] = from < to ? [from + 1, to, -1] : [to, from - 1, 1];
      await sql`
        update photos set position = position + ${step}
        where pet_id = ${petId} and position between ${first} and ${last} and id <> ${id}`;
      await sql`update photos set alt = ${alt ?? null}, position = ${to} where id = ${id}`;
    },

    async delete({ id, petId, position }) {
      await sql`delete from photo_files where photo_id = ${id}`;
      await sql`delete from photos where id = ${id}`;
      await sql`update photos set position = position - 1 where pet_id = ${petId} and position > ${position}`;
    },

    async known(tokens) {
      const rows = await sql<{
        token: string;
      }>`select token from photos where token in (${tokens}) and ${IS_PUBLISHED}`;
      return new Set(rows.map(({ token }) => token));
    },

    async file(token: string, size: PhotoSize, published) {
      const [row] = await sql`
        select bytes from photos join photo_files on photo_files.photo_id = photos.id
        where photos.token = ${token} and photo_files.size = ${size}
          ${published ? fragment`and ${IS_PUBLISHED}` : fragment``}`;
      return row && FILE.read(row).bytes;
    },
  };
}
