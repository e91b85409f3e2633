/* What a column of an import can contain. */
import type { ImportColumn } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { type ProfileMember, profileMembers } from "../../app/formats/profile-members.ts";

/** The label of each meaning of a column. */
export function meanings(): Readonly<Record<ImportColumn, string>> {
  const { imports, profile } = allTexts.value;
  const ofProfile = profileMembers.map((name) => [name, profile[name]]);
  return { ...imports.meanings, ...(Object.fromEntries(ofProfile) as Record<ProfileMember, string>) };
}
