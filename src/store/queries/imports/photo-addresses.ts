/* The addresses of photos in a file of pets: their pets, and which are fetched (decision 078). */
import type { ImportedLine } from "../../../core/imports/run-ports.ts";
import { fragment, type Sql } from "../../engine.ts";
import { upsert } from "../../rows.ts";
import { FETCHED_PHOTOS, IMPORT_LINES } from "../../schema/import-tables.ts";

const NEW_LINE = IMPORT_LINES.without("id");
const PET = IMPORT_LINES.only("petId");
const NEW_PHOTO = FETCHED_PHOTOS.without("id");

/** Records which pets the lines of a file became. */
export function rememberLines(sql: Sql, content: string, lines: readonly ImportedLine[]): Promise<void> {
  const rows = lines.map((line) => ({ content, ...line }));
  return upsert(sql, NEW_LINE, rows, fragment`(content, line) do update set pet_id = excluded.pet_id`);
}

/** Whether any line of a file is recorded. */
export async function hasLines(sql: Sql, content: string): Promise<boolean> {
  return (await sql`select id from import_lines where content = ${content} limit 1`).length > 0;
}

/** Returns the pet of a line; undefined if there is none. */
export async function petOfLine(sql: Sql, content: string, line: number): Promise<bigint | undefined> {
  const rows = await sql`select ${PET.list} from import_lines where content = ${content} and line = ${line}`;
  return (await PET.first(rows))?.petId;
}

/** Deletes the records of a file whose photos are all fetched. */
export async function forgetLines(sql: Sql, content: string): Promise<void> {
  await sql`delete from import_lines where content = ${content}`;
}

/** Whether the photo at an address was fetched for a pet. */
export async function isFetched(sql: Sql, petId: bigint, address: string): Promise<boolean> {
  return (await sql`select id from fetched_photos where pet_id = ${petId} and address = ${address}`).length > 0;
}

/** Records that the photo at an address is fetched for a pet. Returns true for only one of two concurrent calls. */
export async function rememberPhoto(sql: Sql, petId: bigint, address: string): Promise<boolean> {
  const rows = await sql`
    insert into ${NEW_PHOTO.row({ petId, address })} on conflict (pet_id, address) do nothing returning id`;
  return rows.length > 0;
}
