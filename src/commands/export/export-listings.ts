/* `petstore export --for`: the pets that a site lists, as its file. */
import { photoUrlAt } from "../../contract/pets/photo-address.ts";
import type { Profile } from "../../contract/pets/profiles.ts";
import { dateIn } from "../../core/feed/local-days.ts";
import { openSchema } from "../../store/index.ts";
import { photos } from "../../store/queries/pets/photo-queries.ts";
import { profilesOf } from "../../store/queries/pets/profile-queries.ts";
import { readBatches } from "../../store/rows.ts";
import { PET, PETS } from "../../store/schema/tables.ts";
import { categoryNames } from "./export-rows.ts";
import { type SiteName, siteHead, siteLine, sites, typeOf } from "./listing-sites.ts";

/** What a site gets, and how its pets are found. */
export interface ListingRequest {
  readonly url: string;
  readonly site: SiteName;
  /** The address of the interface, beside which the photos are; empty if it is not known. */
  readonly baseUrl: string;
  readonly timeZone: string;
  readonly now: number;
}

/** The file of a site. */
export interface Listing {
  readonly text: string;
  readonly count: number;
  /** Kinds of listed pets that the site has no type for. */
  readonly unknownKinds: readonly string[];
}

/** Makes the file of a site. A shop has a few hundred pets to list at most, so it is in memory. */
export async function listingFor({ url, site, baseUrl, timeZone, now }: ListingRequest): Promise<Listing> {
  const { statuses } = sites[site];
  await using engine = await openSchema(url, now, { mayUpgrade: false });
  const photoUrl = photoUrlAt(baseUrl || "http://unknown.invalid/v1");
  const today = dateIn(timeZone, now);
  const lines: string[] = [];
  const unknown = new Set<string>();
  const { sql } = engine;
  const kinds = await categoryNames(sql);
  for await (const rows of readBatches(sql, PETS, PETS.start)) {
    const pets = rows.map(PET.read).filter(({ status }) => statuses.some((one) => one === status));
    if (pets.length === 0) continue;
    const ids = pets.map(({ id }) => id);
    const profiles = await profilesOf(sql, ids);
    const pictures = Map.groupBy(await photos(sql).list(ids), ({ petId }) => petId);
    for (const pet of pets) {
      const profile: Profile = profiles.get(pet.id) ?? {};
      if (profile.published === false) continue;
      const kind = kinds.get(pet.categoryId) ?? "";
      if (typeOf(kind) === undefined) unknown.add(kind);
      const urls = baseUrl === "" ? [] : (pictures.get(pet.id) ?? []).map(({ token }) => photoUrl(token, "large"));
      lines.push(siteLine(site, { pet, profile, kind, photos: urls }, today));
    }
  }
  return { text: siteHead(site) + lines.join(""), count: lines.length, unknownKinds: [...unknown].sort() };
}
