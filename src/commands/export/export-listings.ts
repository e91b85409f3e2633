/* `petstore export --for`: the pets to list on a site, in its file format. */
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

/** The site, and where its pets come from. */
export interface ListingRequest {
  readonly url: string;
  readonly site: SiteName;
  /** The base URL of the API, from which URLs of photos are derived; empty if unknown. */
  readonly baseUrl: string;
  readonly timeZone: string;
  readonly now: number;
}

/** The file for a site. */
export interface Listing {
  readonly text: string;
  readonly count: number;
  /** Categories of listed pets for which the site has no type. */
  readonly unknownKinds: readonly string[];
}

/** Creates the file for a site in memory: a shop lists a few hundred pets at most. */
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
