import type { PetProfile, Profile } from "../../../contract/pets/profiles.ts";
import { type IdentifierOwners, identifierKey, uniqueMembers } from "../../../core/shop/pets/identifiers.ts";
import type { Profiles } from "../../../core/shop/pets/profile-ports.ts";
import { tagKey } from "../../../core/shop/pets/profile-rules.ts";
import { type Engine, fragment, type Row, type Sql, type Value } from "../../engine.ts";
import { insert, statementRows } from "../../rows.ts";
import { PET_PAIRS, PET_TAGS, PROFILES } from "../../schema/tables.ts";
import { known } from "../table-slice.ts";
import { petWords } from "../words/indexed-words.ts";
import { firstChanges } from "./inventory-queries.ts";
import { lockPet } from "./revisions.ts";

const MARK_COLUMNS = { reference: fragment`reference`, microchip: fragment`microchip` } as const;

const MEMBERS = PROFILES.without("petId");
const ID = PROFILES.only("petId");

const PAIR = PET_PAIRS.only("petId", "otherId");

/** The ids of the pets that one belongs together with, separated by spaces. */
const PARTNERS = fragment`(select string_agg(cast(other_id as text), ' ') from pet_pairs where pet_pairs.pet_id = pets.id)`;

/** Reads such a column. */
export function togetherOf(partners: Value | undefined): Pick<PetProfile, "together"> {
  if (partners == null) return {};
  return {
    together: String(partners)
      .split(" ")
      .map(BigInt)
      .toSorted((one, other) => (one < other ? -1 : 1)),
  };
}

/** Creates the repository of profiles. */
export function profiles(sql: Sql, engine: Pick<Engine, "claim" | "indexesWords">): Profiles {
  const words = petWords(sql, engine);
  const find = async (petId: bigint) => {
    const [row] = await sql`
      select ${MEMBERS.list}, ${PARTNERS} as partners
      from pets left join profiles on profiles.pet_id = pets.id where pets.id = ${known(petId)}`;
    return row && { ...profileOf(row), ...togetherOf(row["partners"]) };
  };
  return {
    find,

    async lock(petId) {
      return (await lockPet(sql, petId)) ? find(petId) : undefined;
    },

    async claim(identifiers) {
      if (identifiers.length > 0) await engine.claim?.({ sql }, identifiers.map(identifierKey));
    },

    async owners(identifiers) {
      const owners = new Map<string, IdentifierOwners>();
      for (const member of uniqueMembers) {
        const values = identifiers.filter((identifier) => identifier.member === member).map(({ value }) => value);
        if (values.length === 0) continue;
        const column = MARK_COLUMNS[member];
        const rows = await sql<{ value: string; first: bigint; last: bigint }>`
          select ${column} as value, min(pet_id) as first, max(pet_id) as last from profiles
          where ${column} in (${[...values, ...values.slice(0, 1)]}) group by ${column}`;
        for (const { value, first, last } of rows) {
          owners.set(identifierKey({ member, value }), { first: BigInt(first), last: BigInt(last) });
        }
      }
      return owners;
    },

    async ofPets(petIds) {
      const [profiles, pairs] = await Promise.all([
        profilesOf(sql, petIds),
        PAIR.all(sql`select ${PAIR.list} from pet_pairs where pet_id in (${petIds}) order by pet_id, other_id`),
      ]);
      const together = Map.groupBy(pairs, (pair) => pair.petId);
      return new Map(
        [...profiles].map(([petId, profile]) => {
          const others = together.get(petId)?.map(({ otherId }) => otherId);
          return [petId, others === undefined ? profile : { ...profile, together: others }];
        }),
      );
    },

    async pair(petId, before, after) {
      const gone = before.filter((id) => !after.includes(id));
      if (gone.length > 0) {
        await sql`delete from pet_pairs where pet_id = ${petId} and other_id in (${gone})`;
        await sql`delete from pet_pairs where other_id = ${petId} and pet_id in (${gone})`;
      }
      const added = after.filter((id) => !before.includes(id));
      const both = added.flatMap((otherId) => [
        { petId, otherId },
        { petId: otherId, otherId: petId },
      ]);
      await insert(sql, PAIR, both);
    },

    async put(stored) {
      await putProfiles(sql, stored);
      await words.rewrite(stored.map(({ petId }) => petId));
    },
  };
}

/** Returns the profile of each of these pets, by id. */
export async function profilesOf(sql: Sql, petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, PetProfile>> {
  const rows = await sql`select ${PROFILES.list} from profiles where pet_id in (${petIds})`;
  const known = new Map(rows.map((row) => [PROFILES.read(row).petId, profileOf(row)]));
  return new Map(petIds.map((petId) => [petId, { petId, ...known.get(petId) }]));
}

/** Replaces profiles. The caller must rewrite the words of the pets. */
export async function putProfiles(sql: Sql, profiles: readonly PetProfile[]): Promise<void> {
  if (profiles.length === 0) return;
  await setArrivals(sql, profiles);
  await deleteProfiles(
    sql,
    profiles.map(({ petId }) => petId),
  );
  await insertProfiles(sql, profiles);
}

/** Sets the arrival by which pets are sorted, when their profiles are replaced: the day of arrival, or the day when they were added. */
async function setArrivals(sql: Sql, profiles: readonly PetProfile[]): Promise<void> {
  const known = profiles.flatMap(({ petId, arrivedOn }) => (arrivedOn === undefined ? [] : [[petId, arrivedOn]]));
  const unknown = profiles.filter(({ arrivedOn }) => arrivedOn === undefined).map(({ petId }) => petId);
  const rows =
    unknown.length === 0
      ? []
      : await sql`select ${ID.list} from profiles where pet_id in (${unknown}) and arrived_on is not null`;
  const forgotten = rows.map((row) => ID.read(row).petId);
  if (forgotten.length > 0) {
    for (const [petId, at] of await firstChanges(sql, forgotten)) known.push([petId, at.slice(0, 10)]);
  }
  for (const values of statementRows(known)) {
    await sql`
      update pets set arrival = arrivals.column2 from (values ${{ rows: values }}) as arrivals
      where pets.id = cast(arrivals.column1 as bigint)`;
  }
}

/** Stores the profiles of new pets. */
export async function insertProfiles(sql: Sql, profiles: readonly PetProfile[]): Promise<void> {
  const rows = profiles.map(rowOf).filter((row) => Object.keys(row).length > 1);
  await insert(sql, PROFILES, rows);
  await insertTags(sql, rows);
}

/** Stores the tags of pets, for the filter by tag. */
export async function insertTags(sql: Sql, profiles: readonly Pick<PetProfile, "petId" | "tags">[]): Promise<void> {
  const tags = profiles.flatMap(({ petId, tags = [] }) => tags.map((tag) => ({ petId, tag: tagKey(tag) })));
  await insert(sql, PET_TAGS, tags);
}

/** Removes the profiles of pets. */
export async function deleteProfiles(sql: Sql, petIds: readonly bigint[]): Promise<void> {
  await sql`delete from profiles where pet_id in (${petIds})`;
  await sql`delete from pet_tags where pet_id in (${petIds})`;
}

type StoredProfile = ReturnType<typeof PROFILES.read>;

function rowOf({ price, ...members }: PetProfile): StoredProfile {
  return { ...members, ...(price !== undefined && { priceAmount: price.amount, priceCurrency: price.currency }) };
}

function profileOf(row: Row): Profile {
  const { priceAmount: amount, priceCurrency: currency, ...members } = MEMBERS.read(row);
  if (amount === undefined || currency === undefined) return members;
  return { ...members, price: { amount, currency } };
}
