import * as z from "zod";
import { booleanParameter, idParameter, int64, int64Parameter, oneOf } from "../common.ts";
import { requireOneOf } from "../json/one-of.ts";
import {
  MICROCHIP_PATTERN,
  petSexes,
  petSizes,
  REFERENCE_MAX,
  TAG_MAX,
  TAG_SEPARATOR,
  TAGS_MAX,
  TOGETHER_MAX,
} from "../limits.ts";
import { operation } from "../operation.ts";
import { dayParameter } from "../parameters.ts";
import { DAY_SCHEMA, isDay, isPartialDate, PARTIAL_DATE_PATTERN } from "../values/days.ts";
import { NewPrice, Price, PriceUpdate } from "../values/price.ts";
import { label, line, lines } from "../values/texts.ts";

/** The expected value in messages about a birth date. */
export const BIRTH_DATE = "a year, a month or a day that is not in the future, such as 2024, 2024-05 or 2024-05-17";

/** The expected value in messages about a day of arrival. */
export const ARRIVED_ON = "a day that is not in the future, such as 2024-05-17";

const tag = label(TAG_MAX, "A word or a few, such as `good with children`", TAG_SEPARATOR);

const MICROCHIP = "9 to 15 letters and digits";

const members = {
  breed: line(100, "The breed"),
  sex: z.enum(petSexes, { error: oneOf(petSexes) }).meta({ description: "The sex" }),
  birthDate: z.string({ error: BIRTH_DATE }).refine(isPartialDate, { error: BIRTH_DATE }).meta({
    maxLength: 10,
    pattern: PARTIAL_DATE_PATTERN,
    description: "When the pet was born: a day, a month or a year, as far as known. Not in the future",
  }),
  size: z.enum(petSizes, { error: oneOf(petSizes) }).meta({ description: "The size when grown" }),
  color: line(100, "The color"),
  neutered: z.boolean({ error: "true or false" }).meta({ description: "Whether the pet is neutered" }),
  description: lines(10_000, "A description of the pet: plain text with line breaks"),
  tags: z
    .array(tag, { error: `an array of at most ${TAGS_MAX} tags` })
    .max(TAGS_MAX, { error: `at most ${TAGS_MAX} tags` })
    .meta({
      description: "Tags to find the pet by. Each tag once, ignoring case. An empty array means no tags",
    }),
  price: NewPrice,
  reference: label(REFERENCE_MAX, "The shop's own number of the pet"),
  microchip: z
    .string({ error: MICROCHIP })
    .regex(new RegExp(MICROCHIP_PATTERN), { error: MICROCHIP })
    .meta({ maxLength: 15, description: "The number of the microchip" }),
  arrivedOn: z
    .string({ error: ARRIVED_ON })
    .refine(isDay, { error: ARRIVED_ON })
    .meta({
      ...DAY_SCHEMA,
      description: "The day on which the pet came to the shop. Not in the future",
    }),
  published: z.boolean({ error: "true or false" }).meta({
    description: "Whether visitors may see the pet; by default they may. With `false`, its photos need a key",
  }),
};

/** A value of a profile in a query. */
function filter<Value extends z.ZodType>(value: Value, description: string) {
  const { description: _, ...facts } = value.meta() ?? {};
  return value.optional().meta({ ...facts, "x-stability": "beta", description });
}

const oneSex = filter(members.sex, "Only pets of this sex");
const oneSize = filter(members.size, "Only pets of this size when grown");
const bornNote = "a month or a year counts as its first day";
const amountParameter = (description: string) => int64Parameter(`${description}, in the smallest unit of \`currency\``);

/** The filters of a list of pets by their profiles (decision D45). */
export const profileFilters = {
  tag: filter(tag, "Only pets with this tag, ignoring case"),
  reference: filter(members.reference, "Only pets with this number of the shop"),
  microchip: filter(members.microchip, "Only pets with this microchip"),
  sex: oneSex,
  size: oneSize,
  bornAfter: dayParameter(`Only pets that were born on this day or later; ${bornNote}`),
  bornBefore: dayParameter(`Only pets that were born before this day; ${bornNote}`),
  priceFrom: amountParameter("Only pets that cost this much or more"),
  priceTo: amountParameter("Only pets that cost this much or less"),
  currency: filter(
    members.price.shape.currency,
    "Only pets with a price in this currency; `priceFrom` and `priceTo` need it",
  ),
  arrivedBefore: dayParameter(
    "Only pets that came before this day: on `arrivedOn`, or on the day (UTC) on which they were added",
  ),
  published: booleanParameter("`true`: only pets that visitors may see; `false`: only those that they may not"),
};

const shape = z.object(members);

/** The names of the members of a profile, in order. */
export const profileMembers = Object.keys(members) as readonly (keyof typeof members)[];

export const NewProfile = z
  .object(shape.partial().shape, { error: "an object" })
  .meta({ id: "NewProfile", description: "The profile of a new pet" });

/** The profile of a pet (decision D44). */
export type Profile = z.output<typeof NewProfile>;

/** The profile of a pet, in a response that has the pet's id elsewhere. */
export const KnownProfile = z
  .object({ ...shape.partial().shape, price: Price.optional() })
  .meta({ id: "KnownProfile", description: "The profile of a pet, without its id" });

export const PetProfile = z
  .object({
    petId: int64("Id of the pet"),
    ...KnownProfile.shape,
    together: z.array(int64("Id of a pet")).max(TOGETHER_MAX).optional().meta({
      description:
        "The pets that this one belongs together with, in the order of id: they belong together with it, too. Ordering it without those that are available needs `apart`",
    }),
  })
  .meta({ id: "PetProfile", description: "The profile of a pet: breed, age, price, tags and more" });
export type PetProfile = z.output<typeof PetProfile>;

const nullable = Object.fromEntries(
  profileMembers.map((name) => [name, members[name].nullable().optional()]),
) as unknown as { [Name in keyof typeof members]: z.ZodOptional<z.ZodNullable<(typeof members)[Name]>> };

const TOGETHER = `an array of at most ${TOGETHER_MAX} ids of pets`;

const newTogether = z.array(int64("Id of a pet"), { error: TOGETHER }).max(TOGETHER_MAX, { error: TOGETHER }).meta({
  description: "The pets that this one belongs together with. An empty array means none. Their profiles change with it",
});

export const ProfileUpdate = requireOneOf(
  z.object({ ...nullable, price: PriceUpdate.nullable().optional(), together: newTogether.nullable().optional() }),
  [...profileMembers, "together"],
  { id: "ProfileUpdate", what: "a profile", note: ". `null` removes a member" },
);

const luna = {
  petId: 1,
  breed: "European Shorthair",
  sex: "female",
  birthDate: "2024",
  tags: ["calm", "house-trained"],
  price: { amount: 15000, currency: "EUR" },
};
const common = { tag: "Pets", stability: "beta", path: "/pets/{petId}/profile" } as const;
const params = z.object({ petId: idParameter("Id of the pet") });

const getProfile = operation({
  ...common,
  id: "getProfile",
  method: "GET",
  summary: "Get a pet's profile",
  description: "Returns the profile of a pet. Every pet has one; it is empty at first.",
  scope: "pets:read",
  params,
  success: { status: 200, description: "The profile", schema: PetProfile },
  examples: { params: { petId: "1" }, response: luna },
});

const updateProfile = operation({
  ...common,
  id: "updateProfile",
  method: "PATCH",
  summary: "Change a pet's profile",
  description: "Changes the given members of a profile. `null` removes a member (JSON Merge Patch, RFC 7396).",
  scope: "pets:write",
  params,
  body: ProfileUpdate,
  mergePatch: true,
  idempotencyKey: true,
  ifMatch: PetProfile,
  errors: ["conflict"],
  success: { status: 200, description: "The changed profile", schema: PetProfile },
  examples: {
    params: { petId: "1" },
    body: { tags: ["calm", "only indoors"], birthDate: null },
    response: { petId: 1, breed: luna.breed, sex: luna.sex, tags: ["calm", "only indoors"], price: luna.price },
  },
});

/** The operations on profiles. */
export const profileOperations = { getProfile, updateProfile } as const;
