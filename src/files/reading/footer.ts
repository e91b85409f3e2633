/* The footer of a report, such as `Total animals: 2`: rows with one cell after rows with more (decision D89). */
import type { Refuse } from "../../core/imports/import-ports.ts";
import type { PetFile } from "./pet-file.ts";
import type { FileRecord } from "./records.ts";

/** More rows than this are not a footer. */
const FOOTER_MAX = 10;

/** Reads the records of a table without its footer, and warns about it. */
export async function* withoutFooter(
  { records, warnings }: Pick<PetFile, "records" | "warnings">,
  refuse: Refuse,
): AsyncGenerator<readonly FileRecord[]> {
  let held: FileRecord[] = [];
  let hasRows = false;
  for await (const part of records(refuse)) {
    const ready: FileRecord[] = [];
    for (const record of part) {
      const isShort = hasRows && record.fields.filter((field) => field !== "").length === 1;
      if (isShort) held.push(record);
      else {
        hasRows ||= record.fields.filter((field) => field !== "").length > 1;
        ready.push(...held, record);
        held = [];
      }
      if (held.length <= FOOTER_MAX) continue;
      ready.push(...held);
      held = [];
    }
    yield ready;
  }
  for (const { line } of held) warnings.addRow("footer_rows", line);
}
