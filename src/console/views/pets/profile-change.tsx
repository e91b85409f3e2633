/* A change of a profile in the history of its pet, in words. */
import type { Event, PetProfile } from "../../../client/index.ts";
import { allTexts, formatPlainDate } from "../../app/language.ts";
import { formatMoney } from "../../app/money.ts";
import { formatBirthDate } from "../../app/view-formats.ts";
import { isEqual } from "../../data/changes.ts";

type ProfileEvent = Event & { readonly type: "profile.updated" };

interface ProfileChangeProps {
  readonly event: ProfileEvent;
  /** The pet's events, the newest first: the one before says what was not known then. */
  readonly events: readonly Event[];
}

/** A line for each member that changed. Without the event before, those that are new cannot be told from the others. */
export function ProfileChange({ event: { id, data, previous }, events }: ProfileChangeProps) {
  const older = events.slice(events.findIndex((event) => event.id === id) + 1);
  const before = older.find((event) => event.type === "profile.updated")?.data ?? previous;
  const isKnown = before !== previous || older.at(-1)?.type === "pet.created";
  const names = namesOf(data).filter((name) => (isKnown ? !isEqual(before[name], data[name]) : name in previous));
  const gone = namesOf(previous).filter((name) => data[name] === undefined);
  const changed = [...names, ...gone];
  if (changed.length === 0) return <li>{allTexts.value.webhooks.typeNames["profile.updated"]}</li>;
  return changed.map((name) => (
    <li key={name}>
      {allTexts.value.profile[name]}: {name !== "description" && <Values before={before} after={data} name={name} />}
    </li>
  ));
}

type Name = Exclude<keyof PetProfile, "petId">;
type Profile = Partial<PetProfile>;

function namesOf(profile: Profile): readonly Name[] {
  return Object.keys(profile).filter((name): name is Name => name !== "petId");
}

function Values({ before, after, name }: { readonly before: Profile; readonly after: Profile; readonly name: Name }) {
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

/** A member as people read it; empty if it is not known. */
function textOf(profile: Profile, name: Name): string {
  const { profile: words } = allTexts.value;
  const { sex, size, neutered, birthDate, arrivedOn, price, tags = [] } = profile;
  switch (name) {
    case "sex":
      return sex === undefined ? "" : words.sexes[sex];
    case "size":
      return size === undefined ? "" : words.sizes[size];
    case "neutered":
      return neutered === undefined ? "" : neutered ? words.yes : words.no;
    case "birthDate":
      return birthDate === undefined ? "" : formatBirthDate(birthDate);
    case "arrivedOn":
      return arrivedOn === undefined ? "" : formatPlainDate(arrivedOn);
    case "price":
      return price === undefined ? "" : formatMoney(price);
    case "tags":
      return tags.join(", ");
    default:
      return profile[name] ?? "";
  }
}
