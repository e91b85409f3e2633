/* What a line of a file of pets says about their care (decision 091). */
import type { CareOfLine } from "../../../contract/care/care-lines.ts";
import { isDeworming } from "../../../core/imports/line-care.ts";
import type { Sql } from "../../engine.ts";
import { CARE } from "../../schema/care-table.ts";

const SUMMED = CARE.only("petId", "kind", "what");
const DAYS = CARE.only("doneOn", "dueOn");
const WEIGHT = CARE.only("petId", "grams", "doneOn");

/** Returns what was done last for each of these pets, and what is due first; pets without care have nothing. */
export async function careLines(sql: Sql, petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, CareOfLine>> {
  if (petIds.length === 0) return new Map();
  const lines = new Map<bigint, CareOfLine>();
  const add = (petId: bigint, said: CareOfLine) => lines.set(petId, { ...lines.get(petId), ...said });
  const later = (one: string | undefined, other: string | undefined) => ((one ?? "") < (other ?? "") ? other : one);
  // The kinds are an expression: the indexes of what is due are not those of a pet.
  const summed = await sql`
    select pet_id, kind, what, max(done_on) as done_on, min(case when done_on is null then due_on end) as due_on
    from care where pet_id in (${petIds}) and kind || '' in ('vaccination', 'treatment') group by pet_id, kind, what`;
  for (const row of summed) {
    const { petId, ...entry } = SUMMED.read(row);
    const { doneOn, dueOn } = DAYS.read(row);
    const { vaccinatedOn, vaccinationDueOn, dewormedOn } = lines.get(petId) ?? {};
    if (isDeworming(entry)) add(petId, { dewormedOn: later(dewormedOn, doneOn) });
    if (entry.kind !== "vaccination") continue;
    const [first] = [vaccinationDueOn, dueOn].filter((day) => day !== undefined).toSorted();
    add(petId, { vaccinatedOn: later(vaccinatedOn, doneOn), vaccinationDueOn: first });
  }
  const weighed = await sql`
    select pet_id, grams, done_on from (
      select pet_id, grams, done_on, row_number() over (partition by pet_id order by done_on desc, id desc) as nth
      from care where pet_id in (${petIds}) and kind || '' = 'weight'
    ) weights where nth = 1`;
  for (const { petId, grams, doneOn: weighedOn } of weighed.map(WEIGHT.read)) add(petId, { grams, weighedOn });
  return lines;
}
