/* The photos that a file of pets names by their addresses: whose they are, and which are fetched (decision 078). */
import type { ImportedLine } from "../../../core/imports/run-ports.ts";
import { fragment, type Sql } from "../../engine.ts";
import { upsert } from "../../rows.ts";
import { FETCHED_PHOTOS, IMPORT_LINES } from "../../schema/import-tables.ts";

const NEW_LINE = IMPORT_LINES.without("id");
const PET = IMPORT_LINES.only("petId");
const NEW_PHOTO = FETCHED_PHOTOS.without("id");

/** Remembers which pets the lines of a file became. */
export function rememberLines(sql: Sql, content: string, lines: readonly ImportedLine[]): Promise<void> {
  const rows = lines.map((line) => ({ content, ...line }));
  return upsert(sql, NEW_LINE, rows, fragment`(content, line) do update set pet_id = excluded.pet_id`);
}

/** Whether any line of a file is remembered. */
export async function hasLines(sql: Sql, content: string): Promise<boolean> {
  return (await sql`select id from import_lines where content = ${content} limit 1`).length > 0;
}

/** Returns the pet that a line became; undefined for a line that became none. */
export async function petOfLine(sql: Sql, content: string, line: number): Promise<bigint | undefined> {
  const rows = await sql`select ${PET.list} from import_lines where content = ${content} and line = ${line}`;
  return (await PET.first(rows))?.petId;
}

/** Forgets the lines of a file, whose photos are all fetched. */
export async function forgetLines(sql: Sql, content: string): Promise<void> {
  await sql`delete from import_lines where content = ${content}`;
}

/** Whether a pet got the photo at an address. */
export async function isFetched(sql: Sql, petId: bigint, address: string): Promise<boolean> {
  return (await sql`select id from fetched_photos where pet_id = ${petId} and address = ${address}`).length > 0;
}

/** Remembers that a pet gets the photo at an address. Returns whether it is the first to say so: of two at once, one is. */
export async function rememberPhoto(sql: Sql, petId: bigint, address: string): Promise<boolean> {
  const rows = await sql`
    insert into ${NEW_PHOTO.row({ petId, address })} on conflict (pet_id, address) do nothing returning id`;
  return rows.length > 0;
}
