/* Pets with their stock, many rows at a time, for imports. */
import type { ImportedPet, Imports, PetWithStock } from "../../../core/imports/import-ports.ts";
import { nameKey } from "../../../core/shop/name-key.ts";
import { changedProfile } from "../../../core/shop/pets/profile-rules.ts";
import { dayOf } from "../../../core/times.ts";
import { type Engine, fragment, type Row, type Sql } from "../../engine.ts";
import { insert, upsert } from "../../rows.ts";
import { CATEGORIES, PETS, STOCK_CHANGES } from "../../schema/tables.ts";
import { addImport, findImport } from "../imports/import-queries.ts";
import { petWords } from "../words/indexed-words.ts";
import { insertProfiles, profilesOf, putProfiles } from "./profile-queries.ts";
import { anyRevision, newRevision } from "./revisions.ts";

const WITH_STOCK = PETS.without("nameKey", "revision", "arrival");
const NEW_PETS = PETS.without("id");
const CHANGED = PETS.without("id", "revision", "arrival");
const ROWS = PETS.without("revision", "arrival");
const ID = PETS.only("id");
const IMPORTED_CHANGES = STOCK_CHANGES.without("id", "note", "orderId");
const NAMED = CATEGORIES.only("id", "nameKey");

/** Creates the repository of imports. */
export function imports(sql: Sql, engine: Pick<Engine, "continueIds" | "indexesWords">): Imports {
  const words = petWords(sql, engine);
  return {
    async findFile(content) {
      return (await findImport(sql, content))?.finishedAt;
    },

    addFile: (file, at) => addImport(sql, file, at),

    async findPets(ids) {
      if (ids.length === 0) return new Map();
      return withProfiles(sql, await sql`select ${WITH_STOCK.list} from pets where id in (${ids})`);
    },

    async lockPets(ids) {
      if (ids.length === 0) return new Map();
      const rows = await sql`update pets set ${newRevision()} where id in (${ids}) returning ${WITH_STOCK.list}`;
      return withProfiles(sql, rows);
    },

    async findCategories(names) {
      const keys = [...new Set(names.map(nameKey))];
      if (keys.length === 0) return new Map();
      const rows = await sql`select ${NAMED.list} from categories where name_key in (${keys})`;
      return new Map(rows.map(NAMED.read).map(({ id, nameKey }) => [nameKey, id]));
    },

    async insertPets(pets, at, revision = anyRevision()) {
      const numbered = pets.filter(hasId);
      const unnumbered = pets.filter((pet) => !hasId(pet));
      await insert(
        sql,
        PETS,
        numbered.map((pet) => ({ ...newRow(pet, at), revision })),
      );
      if (numbered.length > 0) await engine.continueIds({ sql });
      const generated = await insert(
        sql,
        NEW_PETS,
        unnumbered.map((pet) => ({ ...newRow(pet, at), revision })),
        ID,
      );
      // Ids are generated in the order of the rows; not every engine returns them in that order.
      const ids = generated.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
      const added = [...numbered, ...ids.map((id, nth) => ({ ...(unnumbered[nth] as ImportedPet), id }))];
      await words.insert(added);
      await insertProfiles(
        sql,
        added.map(({ id, profile }) => ({ petId: id, ...profile })),
      );
      const changes = added.map((pet) => stockChange(pet.id, pet.quantity, pet.quantity, addedAt(pet, at)));
      await insert(sql, IMPORTED_CHANGES, changes);
      const next = ids.values();
      return pets.map((pet) => pet.id ?? next.next().value ?? 0n);
    },

    async updatePets(changes, at) {
      const pets = changes.map(({ after }) => withNameKey(after));
      await upsert(sql, ROWS, pets, fragment`(id) do update set ${CHANGED.replaced}`);
      const described = changes.filter(({ before, after }) => changedProfile(before.profile, after.profile));
      await putProfiles(
        sql,
        described.map(({ after }) => ({ petId: after.id, ...after.profile })),
      );
      await words.rewrite(changes.map(({ after }) => after.id));
      const counted = changes.filter(({ before, after }) => before.quantity !== after.quantity);
      const stock = counted.map(({ before, after }) =>
        stockChange(after.id, after.quantity - before.quantity, after.quantity, at),
      );
      await insert(sql, IMPORTED_CHANGES, stock);
    },
  };
}

async function withProfiles(sql: Sql, rows: readonly Row[]): Promise<ReadonlyMap<bigint, PetWithStock>> {
  if (rows.length === 0) return new Map();
  const pets = rows.map(WITH_STOCK.read);
  const profiles = await profilesOf(
    sql,
    pets.map(({ id }) => id),
  );
  return new Map(
    pets.map((pet) => {
      const { petId: _, ...profile } = profiles.get(pet.id) ?? { petId: pet.id };
      return [pet.id, { ...pet, profile }];
    }),
  );
}

function hasId(pet: ImportedPet): pet is ImportedPet & { readonly id: bigint } {
  return pet.id !== undefined;
}

function withNameKey<Named extends { readonly name: string }>(pet: Named): Named & { readonly nameKey: string } {
  return { ...pet, nameKey: nameKey(pet.name) };
}

function newRow<New extends ImportedPet>(pet: New, at: number) {
  return { ...withNameKey(pet), arrival: pet.profile.arrivedOn ?? dayOf(addedAt(pet, at)) };
}

/** When a pet was added: exports of another shop contain it. */
function addedAt({ createdAt }: ImportedPet, at: number): number {
  return createdAt === undefined ? at : Date.parse(createdAt);
}

function stockChange(petId: bigint, delta: number, quantity: number, at: number) {
  return { petId, delta, quantity, reason: "imported", at: new Date(at).toISOString() } as const;
}
