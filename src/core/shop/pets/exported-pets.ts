/* Pets as a file, a page at a time. */
import { type CellStyle, type LineWriter, petColumns, tableWriter } from "../../../contract/exports/exported-lines.ts";
import type { petExportOperations } from "../../../contract/exports/pet-exports.ts";
import type { Handlers } from "../../../contract/operation.ts";
import type { Pet } from "../../../contract/pets/pets.ts";
import { type Context, hasScope } from "../../context.ts";
import type { ListedPet, PetFilter } from "../../ports.ts";
import { findPets, type PetPage, petFilter } from "./pet-filter.ts";

export const petExports: Handlers<typeof petExportOperations, Context> = {
  exportPets: ({ query: { separator, spreadsheet, byteOrderMark, order, sort, ...given } }, context) => {
    const style = {
      decimalMark: separator === "semicolon" ? "," : ".",
      isKept: spreadsheet,
      isMarked: byteOrderMark,
    } as const;
    return exportedPets(petFilter(given, context), { order, sort }, style, context);
  },
};

/** Pets per part. Larger parts would delay other requests. */
const EXPORTED_PETS = 50;

/**
 * The parts of a file, the first with the titles. Each page is read when the part before it was sent, so that memory is bounded and no
 * transaction stays open for a slow reader.
 */
async function* exportedPets(
  filter: PetFilter,
  order: Pick<PetPage, "order" | "sort">,
  style: CellStyle,
  context: Context,
): AsyncGenerator<string, undefined> {
  const columns = style.isKept ? petColumns.map((name) => (name === "categoryId" ? "category" : name)) : petColumns;
  const writer = tableWriter(columns, style);
  const nameOf = style.isKept && hasScope(context.principal, "categories:read") ? categoryNames(context) : undefined;
  let text = writer.head;
  let cursor: string | undefined;
  do {
    // A thousand clients may send this at once, and a search may find nothing for a while.
    await context.yieldToRequests();
    const page = await findPets(filter, { ...order, limit: EXPORTED_PETS, cursor }, "quantity", context);
    text += await linesOf(page.items, writer, nameOf, context);
    if (text !== "") yield text;
    text = "";
    cursor = page.next;
  } while (cursor !== undefined);
}

async function linesOf(
  pets: readonly ListedPet[],
  { line }: LineWriter,
  nameOf: ((id: bigint) => Promise<string | undefined>) | undefined,
  { store, principal }: Context,
): Promise<string> {
  if (pets.length === 0) return "";
  const ids = pets.map(({ id }) => id);
  const [profiles, added, care] = await Promise.all([
    store.profiles.ofPets(ids),
    store.inventory.firstChanges(ids),
    hasScope(principal, "care:read") ? store.care.lines(ids) : undefined,
  ]);
  const lines: string[] = [];
  for (const pet of pets) {
    // Only files for people have names.
    const category = nameOf && (await nameOf(pet.categoryId));
    lines.push(
      line({
        ...pet,
        category: category ?? pet.categoryId,
        ...profiles.get(pet.id),
        ...care?.get(pet.id),
        createdAt: added.get(pet.id),
      }),
    );
  }
  return lines.join("");
}

/** Reads the name of each category once. A file has few of them. */
function categoryNames({ store }: Context): (id: Pet["categoryId"]) => Promise<string | undefined> {
  const names = new Map<bigint, string | undefined>();
  return async (id) => {
    if (!names.has(id)) names.set(id, (await store.categories.find(id))?.name);
    return names.get(id);
  };
}
