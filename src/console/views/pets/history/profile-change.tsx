/* A profile change in the history of a pet, as text. */
import type { Event, PetProfile } from "../../../../client/index.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { type ProfileMember, profileText } from "../../../app/formats/profile-members.ts";
import { formatList } from "../../../app/formats/view-formats.ts";
import { isEqual } from "../../../data/events/changes.ts";
import { eventName } from "../../../data/events/event-words.ts";
import { petName, usePetNames } from "../../../data/pets/pet-names.ts";

type ProfileEvent = Event & { readonly type: "profile.updated" };

interface ProfileChangeProps {
  readonly event: ProfileEvent;
  /** The pet's events, newest first. The preceding event tells which members are new. */
  readonly events: readonly Event[];
}

/** A line for each changed member. Without the preceding event, added and changed members look the same. */
export function ProfileChange({ event: { id, data, previous }, events }: ProfileChangeProps) {
  const older = events.slice(events.findIndex((event) => event.id === id) + 1);
  const before = older.find((event) => event.type === "profile.updated")?.data ?? previous;
  const isKnown = before !== previous || older.at(-1)?.type === "pet.created";
  const names = namesOf(data).filter((name) => (isKnown ? !isEqual(before[name], data[name]) : name in previous));
  const gone = namesOf(previous).filter((name) => data[name] === undefined);
  const changed = [...names, ...gone];
  if (changed.length === 0) return <li>{eventName("profile.updated")}</li>;
  return changed.map((name) => (
    <li key={name}>
      {allTexts.value.profile[name]}:{" "}
      {name === "description" ? descriptionText(data) : <Values before={before} after={data} name={name} />}
    </li>
  ));
}

/** Only that a description is new or gone: it may be long. */
function descriptionText({ description }: Profile): string {
  const { newText, noText } = allTexts.value.history;
  return description === undefined ? noText : newText;
}

type Profile = Partial<PetProfile>;

type Changed = ProfileMember | "together";

function namesOf(profile: Profile): readonly Changed[] {
  return Object.keys(profile).filter((name): name is Changed => name !== "petId");
}

function textOf(profile: Profile, name: Changed): string {
  return name === "together" ? formatList((profile.together ?? []).map(petName)) : profileText(profile, name);
}

function Values({
  before,
  after,
  name,
}: {
  readonly before: Profile;
  readonly after: Profile;
  readonly name: Changed;
}) {
  usePetNames(name === "together" ? [...(before.together ?? []), ...(after.together ?? [])] : []);
  const was = textOf(before, name);
  return (
    <>
      {was !== "" && (
        <>
          <bdi>{was}</bdi> →{" "}
        </>
      )}
      <bdi>{textOf(after, name) || allTexts.value.profile.unknown}</bdi>
    </>
  );
}
