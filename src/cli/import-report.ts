/* What an import tells the person who runs it. */
import type { Imported, Layout } from "../ops/import-job.ts";
import type { Decision } from "../ops/import-plan.ts";
import { printable } from "./printable.ts";
import { formatCount } from "./progress.ts";
import { printTable } from "./table.ts";

const ENCODING_NAMES: { readonly [E in Layout["encoding"]]: string } = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252 (Latin-1)",
};
const DELIMITER_NAMES = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars" } as const;

/** How a file is read, where that is not plain: its encoding, its delimiter, and what is ignored. */
export function describeLayout({ encoding, delimiter, ignored }: Layout): readonly string[] {
  const isPlain = encoding === "utf-8" && (delimiter === undefined || delimiter === ",");
  const separated = delimiter === undefined ? "" : `, separated by ${DELIMITER_NAMES[delimiter]}`;
  const hints = ignored.flatMap(({ title, like }) => (like === undefined ? [] : [printable(`${title}=${like}`)]));
  return [
    ...(isPlain ? [] : [`reading ${ENCODING_NAMES[encoding]}${separated}`]),
    ...(ignored.length === 0
      ? []
      : [
          `ignoring the column${ignored.length === 1 ? "" : "s"} ${ignored.map(({ title }) => printable(title)).join(", ")}`,
        ]),
    ...hints.map((hint) => `if this is wrong, add --map ${hint}`),
  ];
}

/** Counts what an import did. */
export function describeImport(imported: Imported, isUpdate: boolean): string {
  const { pets, added, updated, createdCategories, resumedAfter } = imported;
  const others = pets - resumedAfter - added - updated;
  const existing = isUpdate
    ? `${formatCount(updated)} updated, ${formatCount(others)} unchanged`
    : `${formatCount(others)} existing`;
  const categories = createdCategories === 0 ? "" : `; new categories: ${formatCount(createdCategories)}`;
  const resumed = resumedAfter === 0 ? "" : `; resumed: ${formatCount(resumedAfter)} already imported`;
  return `${formatCount(pets, "pet")}, ${formatCount(added)} new, ${existing}${categories}${resumed}`;
}

const ACTIONS = { add: "new", keep: "unchanged", change: "update", refuse: "error" } as const;

/** Shows pets as they would be stored. */
export function showPreview(decisions: readonly Decision[]): void {
  const rows = decisions.flatMap((decision) => {
    if (decision.action === "refuse") return [];
    const { action, line, pet } = decision;
    const { category } = line.input;
    const id = decision.newCategory !== undefined ? "new" : String(pet.categoryId);
    return [
      [
        String(line.line),
        ACTIONS[action],
        String(pet.id ?? "-"),
        printable(pet.name),
        category === undefined ? id : `${id} (${printable(category).slice(1, -1)})`,
        pet.status,
        String(pet.quantity),
      ],
    ];
  });
  if (rows.length > 0) printTable([["LINE", "ACTION", "ID", "NAME", "CATEGORY", "STATUS", "QUANTITY"], ...rows]);
}
