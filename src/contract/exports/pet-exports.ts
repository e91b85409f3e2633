import * as z from "zod";
import { booleanParameter, INT32_MAX, oneOf, orderParameter } from "../common.ts";
import { operation } from "../operation.ts";
import { petFilters, sortParameter } from "../pets/pets.ts";

/** How a table is written; the first is the default. */
const separators = ["comma", "semicolon"] as const;

const separatorParameter = z
  .enum(separators, { error: oneOf(separators) })
  .optional()
  .meta({
    "x-stability": "beta",
    description:
      "What separates cells: `comma` (the default), or `semicolon`, which spreadsheets expect where amounts have a decimal comma, as " +
      "they have then",
  });

const PetTable = z.string().max(INT32_MAX).meta({ id: "PetTable", description: "Pets as CSV (RFC 4180) in UTF-8" });

const exportPets = operation({
  id: "exportPets",
  method: "GET",
  path: "/pets/export",
  tag: "Pets",
  summary: "Export pets as CSV",
  description:
    "Returns all pets that match all given filters as one CSV file, with their stock, their profile, their last care and the time they " +
    "were added, in the columns that an import reads. Columns of care are empty without the scope `care:read`. If the connection closes early, the file is incomplete. It is read while it is sent: each pet " +
    "is as it was at some moment of that. Sorted by `id`, no pet is in it twice.",
  scope: "pets:read",
  stability: "beta",
  query: z.object({
    ...petFilters,
    sort: sortParameter,
    order: orderParameter,
    separator: separatorParameter,
    spreadsheet: booleanParameter(
      "`true`: for people with a spreadsheet, with the name of the category instead of its id if the key may read it, and with text " +
        'that a spreadsheet would run or change as `="00012"`',
    ),
    byteOrderMark: booleanParameter("`true`: begin with a byte order mark, without which Excel misreads letters"),
  }),
  success: { status: 200, description: "The file", schema: PetTable, text: "text/csv" },
  examples: {
    response:
      "id,name,categoryId,status,quantity,breed,sex,birthDate,size,color,neutered,description,tags,price,reference,microchip," +
      "arrivedOn,published,vaccinatedOn,vaccinationDueOn,dewormedOn,grams,weighedOn,createdAt\r\n" +
      "1,Rex,7,available,1,Beagle,,,,,,,,150.00 EUR,,,,,2026-11-02,2027-11-02,,3500,2026-11-02,2026-12-01T08:00:00.000Z\r\n",
  },
});

/** The operations that export pets. */
export const petExportOperations = { exportPets } as const;
