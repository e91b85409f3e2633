import type { Command } from "commander";
import { Care } from "../contract/care/care-schemas.ts";
import { serializer } from "../contract/json/serializer.ts";
import { isDay } from "../contract/values/days.ts";
import { dateIn, daysAfter } from "../core/feed/local-days.ts";
import { START } from "../core/pagination.ts";
import type { Store } from "../core/ports.ts";
import { UsageError } from "../files/problems/usage-error.ts";
import { clock } from "../service/runtime.ts";
import { addSettings, type Flags } from "./settings-flags.ts";
import { JSON_FLAG, printRows, type Shown } from "./terminal/table.ts";
import { withStore } from "./with-store.ts";

/** Adds `petstore care`. */
export function addCareCommand(petstore: Command): void {
  const command = petstore
    .command("care")
    .description("list what is due for the pets, the earliest first, for a morning's round; the service may run")
    .option("--until <day>", "the last day (default: today in SHOP_TIME_ZONE)")
    .option(...JSON_FLAG)
    .action(print);
  addSettings(command, ["databaseUrl"]);
}

type CareFlags = Flags & { readonly until?: string; readonly json?: true };

/** How many entries are read at a time. */
const BATCH = 1000;

type Due = Care & { readonly pet: string };

const careText = serializer(Care);

const LISTED: Shown<Due> = {
  columns: {
    DUE: ({ dueOn = "" }) => dueOn,
    PET: ({ pet }) => pet,
    "No.": ({ petId }) => String(petId),
    KIND: ({ kind }) => kind,
    WHAT: ({ what }) => what,
    NOTE: ({ note = "" }) => note,
  },
  json: ({ pet: _, ...care }) => careText(care),
};

async function print({ until, json, ...flags }: CareFlags): Promise<void> {
  if (until !== undefined && !isDay(until))
    throw new UsageError(`--until: expected a day such as 2026-12-01; got ${until}`);
  await withStore(flags, async (store, { shopTimeZone }) => {
    const last = until ?? dateIn(shopTimeZone, clock());
    printRows(await dueUntil(store, daysAfter(last, 1)), LISTED, json);
  });
}

async function dueUntil(store: Store, dueBefore: string): Promise<readonly Due[]> {
  const due: Due[] = [];
  let after: bigint = START.asc;
  let day: string | undefined;
  for (;;) {
    const slice = { after, limit: BATCH, sort: { by: "dueOn", after: day } } as const;
    const entries = await store.care.listDue({ dueBefore }, slice);
    for (const { nextId: _, ...care } of entries)
      due.push({ ...care, pet: (await store.pets.find(care.petId))?.name ?? "" });
    const end = entries.at(-1);
    if (end === undefined || entries.length < BATCH) return due;
    [after, day] = [end.id, end.dueOn];
  }
}
