/* The table of care. */
import type { Care } from "../../contract/care/care-schemas.ts";
import { table } from "../view.ts";
import { int32, int64, optional, text } from "./columns.ts";

/** Care that was done, and care that is due. */
export const CARE = table(
  "care",
  {
    id: int64,
    petId: int64,
    kind: text<Care["kind"]>(),
    what: text(),
    doneOn: optional(text()),
    dueOn: optional(text()),
    everyDays: optional(int32),
    grams: optional(int32),
    batch: optional(text()),
    doneBy: optional(text()),
    note: optional(text()),
    nextId: optional(int64),
  },
  { key: "id", noun: "care entry", hasGeneratedIds: true, reference: { column: "pet_id", table: "pets" } },
);
