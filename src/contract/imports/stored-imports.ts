import * as z from "zod";
import { count, dateTime, idParameter, int64, pageOf, pageParameters } from "../common.ts";
import { EventKey } from "../events/event-members.ts";
import { operation } from "../operation.ts";
import { storedText, WORD_MAX } from "../values/texts.ts";
import { FILE_NAME_MAX, IMPORT_PETS_MAX } from "./imports.ts";

/** The states of an import. */
export const importStates = ["partial", "complete", "undone"] as const;

export const Import = z
  .object({
    id: int64("Id of the import"),
    at: dateTime("When it began"),
    key: EventKey.optional(),
    file: storedText(FILE_NAME_MAX, "The name of the file, if it is known").optional(),
    added: count("How many pets it added"),
    updated: count("How many pets it changed"),
    createdCategories: count("How many categories it created"),
    state: z.enum(importStates).meta({
      description:
        "`partial` while a file is imported or undone, and after that was interrupted: repeat the command to complete it. An interrupted " +
        "`POST /imports` is undone by the service",
    }),
  })
  .meta({ id: "Import", description: "An import that stored something" });
export type Import = z.output<typeof Import>;

/** Why a pet of an undone import is kept. */
export const keptReasons = {
  changed: "Somebody has changed it, its profile, its photos, its care or its stock since",
  ordered: "It has an order",
} as const;
export type KeptReason = keyof typeof keptReasons;

const KeptPet = z
  .object({
    petId: int64("Id of the pet"),
    reason: z.string().meta({
      maxLength: WORD_MAX,
      description: `Why it stays. ${Object.entries(keptReasons)
        .map(([code, meaning]) => `\`${code}\`: ${meaning.toLowerCase()}`)
        .join(". ")}. Later versions may add reasons`,
      "x-extensible-enum": Object.keys(keptReasons),
    }),
  })
  .meta({ id: "KeptPet", description: "A pet of which something that an import did stays" });

export const UndoneImport = z
  .object({
    removed: count("How many pets were removed"),
    restored: count("How many pets have again what the import changed, as far as nobody has changed it since"),
    kept: z
      .array(KeptPet)
      .max(IMPORT_PETS_MAX)
      .meta({ description: "The pets that the import added and that stay, or that keep something of what it changed" }),
  })
  .meta({ id: "UndoneImport", description: "What undoing an import did" });
export type UndoneImport = z.output<typeof UndoneImport>;

const example = {
  id: 3,
  at: "2026-12-01T08:00:00.000Z",
  key: { name: "front desk", hint: "x7Qz" },
  file: "pets.csv",
  added: 120,
  updated: 0,
  createdCategories: 2,
  state: "complete",
};

const common = { tag: "Imports", stability: "beta" } as const;
const byImport = z.object({ importId: idParameter("Id of the import") });

const listImports = operation({
  ...common,
  id: "listImports",
  method: "GET",
  path: "/imports",
  summary: "List imports",
  description: "Returns the imports that stored something, newest first, one page at a time.",
  scope: "pets:read",
  query: z.object(pageParameters),
  success: pageOf("imports", Import, "Imports", "Imports, newest first"),
  examples: { response: [example] },
});

const getImport = operation({
  ...common,
  id: "getImport",
  method: "GET",
  path: "/imports/{importId}",
  summary: "Get an import",
  description: "Returns an import: who made it, when, what it stored, and whether it was undone.",
  scope: "pets:read",
  params: byImport,
  success: { status: 200, description: "The import", schema: Import },
  examples: { params: { importId: "3" }, response: example },
});

const undoImport = operation({
  ...common,
  id: "undoImport",
  method: "POST",
  path: "/imports/{importId}/undo",
  summary: "Undo an import",
  description:
    "Removes the pets that an import added and that nobody has changed or ordered since, and the categories that it created and " +
    "that are empty, and puts back what it changed and nobody has changed since. Others write in between. If it is interrupted, the " +
    "next call goes on; a call after the end removes nothing more. Afterwards the same " +
    `file can be imported again. 409 if the import added and changed more than ${IMPORT_PETS_MAX} pets: use \`petstore import --undo\`.`,
  scope: "pets:write",
  params: byImport,
  idempotencyKey: true,
  success: { status: 200, description: "What was removed, and what stays", schema: UndoneImport },
  errors: ["conflict"],
  examples: {
    params: { importId: "3" },
    response: {
      removed: 118,
      restored: 0,
      kept: [
        { petId: 17, reason: "ordered" },
        { petId: 42, reason: "changed" },
      ],
    },
  },
});

/** The operations on imports that were stored. */
export const storedImportOperations = { listImports, getImport, undoImport } as const;
