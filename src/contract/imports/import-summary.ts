import * as z from "zod";
import { count, int64 } from "../common.ts";

/** How many ranges of ids an event has at most: the last one spans the rest. */
export const RANGES_MAX = 1000;

const IdRange = z
  .object({ firstId: int64("The first id"), lastId: int64("The last id, which may be the same") })
  .meta({ id: "IdRange", description: "Ids that follow one another" });
export type IdRange = z.output<typeof IdRange>;

/** The pets of an import in its events. */
export const ImportSummary = z
  .object({
    count: count("How many pets were imported, or removed again"),
    firstId: int64("The smallest id of these pets"),
    lastId: int64("The largest id of these pets"),
    // Events that older versions stored have none.
    ranges: z
      .array(IdRange)
      .max(RANGES_MAX)
      .optional()
      .meta({
        description: `The ids of these pets, in ascending order. After ${RANGES_MAX - 1} ranges, the last one spans the rest`,
      }),
  })
  .meta({ id: "ImportSummary", description: "The pets that an import added, or that were removed when it was undone" });
