/* File formats of listing sites. Columns and codes are those of Petfinder's import of August 2019 and of Adopt-a-Pet's AutoUpload, as
   shelter software sends them today. */

import { csvLine } from "../../contract/exports/spreadsheet-cells.ts";
import type { Pet } from "../../contract/pets/pets.ts";
import type { Profile } from "../../contract/pets/profiles.ts";
import { decimalAmount } from "../../contract/values/money.ts";

/** A pet with its details. */
export interface ListedPet {
  readonly pet: Pet;
  readonly profile: Profile;
  /** The name of its category. */
  readonly kind: string;
  /** The URLs of its photos, the main one first. */
  readonly photos: readonly string[];
}

interface Site {
  /** Pets with other statuses are not listed. */
  readonly statuses: readonly Pet["status"][];
  readonly columns: Readonly<Record<string, (pet: ListedPet, today: string) => string | undefined>>;
}

/** Animal types of both sites, by words of category names in English and German. The order matters: a guinea pig is not a pig. */
const TYPES: readonly (readonly [RegExp, petfinder: string, adoptAPet: string])[] = [
  [
    /rodent|small|guinea|hamster|mouse|mice|rat|ferret|chinchilla|klein|nager|meerschwein|maus|frettchen/i,
    "Small & Furry",
    "Small Animal",
  ],
  [/dog|pupp|hund|welp/i, "Dog", "Dog"],
  [/cat|kitten|katze|kater/i, "Cat", "Cat"],
  [/rabbit|bunn|hare|kaninchen|hase/i, "Rabbit", "Rabbit"],
  [/bird|parrot|budgie|canar|vogel|vögel|papagei|sittich/i, "Bird", "Bird"],
  [/horse|pon(?:y|ies)|donkey|pferd|esel/i, "Horse", "Horse"],
  [/reptil|snake|lizard|turtle|tortoise|schlange|echse|schildkr/i, "Scales, Fins & Other", "Reptile"],
  [/fish|fisch|frog|frosch/i, "Scales, Fins & Other", "Reptile"],
  [/goat|sheep|pig(?!\w*e?on)|chicken|hen\b|ziege|schaf|schwein|huhn/i, "Barnyard", "Farm Animal"],
];

/** The types of a category; undefined if the sites have none. */
export const typeOf = (kind: string) => TYPES.find(([words]) => words.test(kind));

const SEXES = { female: "F", male: "M" } as const;
const SIZES = { small: "S", medium: "M", large: "L", extra_large: "XL" } as const;

/** Age groups of the sites, with the first day of each. The sites let shelters define them; these are usual. */
const AGES = [
  [3285, "Senior"],
  [730, "Adult"],
  [182, "Young"],
] as const;

/** The age group of a pet. A year or month counts from its first day; unknown is adult. */
function ageOf({ birthDate }: Profile, today: string): string {
  if (birthDate === undefined) return "Adult";
  const days = (Date.parse(today) - Date.parse(birthDate)) / 86_400_000;
  return AGES.find(([from]) => days >= from)?.[1] ?? "Baby";
}

/** What tags say about living with others: `true` for "good with dogs", `false` for "no dogs". */
function livesWith({ tags = [] }: Profile, others: string): boolean | undefined {
  const says = (words: string) => tags.some((tag) => new RegExp(`^${words} (?:${others})$`, "i").test(tag.trim()));
  return says("good with") ? true : says("(?:no|not with|not good with)") ? false : undefined;
}

const CHILDREN = "children|kids";

const flagOf = (value: boolean | undefined, [yes, no]: readonly [string, string]) =>
  value === undefined ? "" : value ? yes : no;

/** Replaces line breaks with the site's own notation. */
const inOneLine = (text = "", lineEnd: string) => text.replaceAll(/\r?\n/g, lineEnd);

const petfinder: Site = {
  statuses: ["available", "pending"],
  columns: {
    ID: ({ pet }) => String(pet.id),
    Internal: ({ pet }) => String(pet.id),
    AnimalName: ({ pet }) => pet.name,
    PrimaryBreed: ({ profile }) => profile.breed,
    SecondaryBreed: () => "",
    Sex: ({ profile: { sex } }) => sex && SEXES[sex],
    Size: ({ profile: { size = "medium" } }) => SIZES[size],
    Age: ({ profile }, today) => ageOf(profile, today),
    Desc: ({ profile }) => inOneLine(profile.description, "&#10;"),
    Type: ({ kind }) => typeOf(kind)?.[1],
    // Adoptable or held.
    Status: ({ pet }) => (pet.status === "available" ? "A" : "H"),
    Shots: () => "",
    Altered: ({ profile: { neutered } }) => (neutered === true ? "1" : ""),
    // These columns are negative.
    NoDogs: ({ profile }) => flagOf(livesWith(profile, "dogs"), ["0", "1"]),
    NoCats: ({ profile }) => flagOf(livesWith(profile, "cats"), ["0", "1"]),
    NoKids: ({ profile }) => flagOf(livesWith(profile, CHILDREN), ["0", "1"]),
    Housetrained: () => "",
    Declawed: () => "",
    specialNeeds: () => "",
    Mix: ({ profile: { breed = "" } }) => (/\bmix/i.test(breed) ? "1" : ""),
    ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((nth) => [`photo${nth + 1}`, ({ photos }: ListedPet) => photos[nth]])),
    arrival_date: ({ profile }) => profile.arrivedOn,
    birth_date: ({ profile: { birthDate = "" } }) => (birthDate.length === 10 ? birthDate : ""),
    primaryColor: () => "",
    secondaryColor: () => "",
    tertiaryColor: () => "",
    coat_length: () => "",
    adoption_fee: ({ profile: { price } }) => (price === undefined || price.amount === 0n ? "" : decimalAmount(price)),
    display_adoption_fee: ({ profile: { price } }) => (price === undefined || price.amount === 0n ? "" : "1"),
    adoption_fee_waived: () => "",
    special_needs_notes: () => "",
    no_other: () => "",
    no_other_note: () => "",
    tags: () => "",
  },
};

const adoptAPet: Site = {
  statuses: ["available"],
  columns: {
    Id: ({ pet }) => String(pet.id),
    Animal: ({ kind }) => typeOf(kind)?.[2],
    Breed: ({ profile }) => profile.breed,
    Breed2: () => "",
    Purebred: ({ profile: { breed } }) => (breed === undefined ? "" : /\bmix/i.test(breed) ? "0" : "1"),
    Age: ({ profile }, today) => ageOf(profile, today),
    Name: ({ pet }) => pet.name,
    // The site refuses a size for other animals.
    Size: ({ kind, profile: { size } }) => (size && /^(?:Dog|Cat)$/.test(typeOf(kind)?.[2] ?? "") ? SIZES[size] : ""),
    Sex: ({ profile: { sex } }) => sex && SEXES[sex],
    Description: ({ profile }) => inOneLine(profile.description, "<br>"),
    Status: () => "Available",
    GoodWKids: ({ profile }) => flagOf(livesWith(profile, CHILDREN), ["1", "0"]),
    GoodWCats: ({ profile }) => flagOf(livesWith(profile, "cats"), ["1", "0"]),
    GoodWDogs: ({ profile }) => flagOf(livesWith(profile, "dogs"), ["1", "0"]),
    SpayedNeutered: ({ profile: { neutered } }) => flagOf(neutered, ["1", "0"]),
    ShotsCurrent: () => "",
    Housetrained: () => "",
    Declawed: () => "",
    SpecialNeeds: () => "",
    HairLength: () => "",
    YouTubeVideoURL: () => "",
  },
};

/** The sites by their command-line names. */
export const sites = { petfinder, "adopt-a-pet": adoptAPet } as const satisfies Record<string, Site>;
export type SiteName = keyof typeof sites;

/** The header line of a site's file. */
export function siteHead(name: SiteName): string {
  return csvLine(Object.keys(sites[name].columns));
}

/** The line of a pet; empty if the site does not list it. */
export function siteLine(name: SiteName, listed: ListedPet, today: string): string {
  const { statuses, columns } = sites[name];
  if (!statuses.some((status) => status === listed.pet.status)) return "";
  return csvLine(Object.values(columns).map((cell) => cell(listed, today)));
}
