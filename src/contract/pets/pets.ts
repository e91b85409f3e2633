import * as z from "zod";
import {
  booleanParameter,
  idParameter,
  int64,
  int64Parameter,
  oneOf,
  orderParameter,
  PAGE_MAX,
  pageOf,
  pageParameters,
  shortText,
} from "../common.ts";
import { requireOneOf } from "../json/one-of.ts";
import { operation } from "../operation.ts";
import { idsParameter } from "../parameters.ts";
import { isName, NAME, NAME_PATTERN, nameLength, newName, searchParameter, storedName } from "../values/names.ts";
import { includeParameter, PetMembers } from "./pet-members.ts";
import { petStatuses } from "./pet-status.ts";
import { NewProfile, profileFilters } from "./profiles.ts";

export const PetStatus = z
  .enum(petStatuses, { error: oneOf(petStatuses) })
  .meta({ id: "PetStatus", description: "Availability status of a pet" });
export type PetStatus = z.output<typeof PetStatus>;

const namePrefix = z
  .string({ error: `${NAME}, given once` })
  .refine(isName, { error: NAME })
  .optional()
  .meta({
    ...nameLength,
    pattern: NAME_PATTERN,
    "x-stability": "beta",
    description:
      'Only pets whose name starts with this text, ignoring case: `REX` finds "rexy" (compared after NFKC and lower-casing)',
  });

const searched = searchParameter(
  "Only pets that have words which start with these in their name, breed, color, tags, reference or microchip, in any order, " +
    'ignoring case and accents: `konig kru` finds "Krümel vom Königsforst". White space and punctuation separate words; 1 to 8 words',
);

const categoryId = int64(
  "Id of the pet's category. Every int64 is valid, even beyond 2^53, where doubles are no longer exact",
);

export const NewPet = z
  .object({
    name: newName("pet"),
    categoryId,
    // In words, because client generators require members with a `default`.
    status: PetStatus.optional().meta({ description: "Availability status; `available` if omitted" }),
  })
  .meta({ id: "NewPet", description: "A pet to add" });
export type NewPet = z.output<typeof NewPet>;

const NewPetWithProfile = NewPet.extend({
  profile: NewProfile.optional().meta({ "x-stability": "beta", description: "The pet's profile" }),
}).meta({ id: "NewPetWithProfile", description: "A pet to add, with its profile" });

export const Pet = z
  .object({
    id: int64("Unique identifier assigned by the service on creation"),
    name: storedName("pet"),
    categoryId,
    status: PetStatus,
  })
  .meta({ id: "Pet", description: "A pet" });
export type Pet = z.output<typeof Pet>;

export const PetUpdate = requireOneOf(
  z.object({
    name: newName("pet").optional(),
    categoryId: categoryId.optional(),
    status: PetStatus.optional().meta({ description: "The new availability status" }),
    note: shortText("Why, for the pet's history").optional(),
  }),
  ["name", "categoryId", "status"],
  { id: "PetUpdate", what: "a pet" },
);

const PetWithIncluded = Pet.extend(PetMembers.partial().shape).meta({
  id: "PetWithIncluded",
  description: "A pet with the members that `include` names",
});
const PetsWithIncluded = z
  .array(PetWithIncluded)
  .max(PAGE_MAX)
  .meta({ id: "PetsWithIncluded", description: "Pets with the members that `include` names" });

/** The filters of `GET /pets`, which `GET /stats` has too. */
export const petFilters = {
  status: PetStatus.optional().meta({ description: "Only pets with this availability status" }),
  categoryId: int64Parameter("Only pets of this category"),
  name: namePrefix,
  q: searched,
  ...profileFilters,
  photo: booleanParameter("`true`: only pets with a photo; `false`: only pets without one"),
  careDue: booleanParameter(
    "`true`: only pets with care that is due today, in the shop's time zone, or was due before; `false`: only the others",
  ),
  ids: idsParameter("Only pets with these ids. Unknown ids are ignored. `ids=1,2` and `ids=1&ids=2` are the same"),
};

const sorts = ["id", "name", "arrivedOn"] as const;

/** How a list of pets can be sorted. */
export const sortParameter = z
  .enum(sorts, { error: oneOf(sorts) })
  .optional()
  .meta({
    "x-stability": "beta",
    description:
      "What the list is sorted by, ascending or descending by `order`: `id` (the default); `name`, ignoring case, by the first 64 " +
      "characters; `arrivedOn`, where a pet without it has the day (UTC) on which it was added. Equal ones are in the order of id",
  });

const onePet = z.object({ petId: idParameter("Id of the pet") });
const rex = { id: 1, name: "Rex", categoryId: 7, status: "available" };
const mia = { id: 2, name: "Mia", categoryId: 9, status: "available" };

const listPets = operation({
  id: "listPets",
  method: "GET",
  path: "/pets",
  tag: "Pets",
  summary: "List all pets",
  description:
    "Returns the pets that match all given filters, in the order of `sort`, one page at a time. If there are more, the `Link` header " +
    'with `rel="next"` has the URL of the next page, which repeats the filters. With filters other than `status`, `categoryId` and ' +
    "`ids`, a page may have fewer pets than `limit`, or none, even if there are more: follow `Link` until there is none. So it may with " +
    "`categoryId` and a `sort` other than `id`.",
  scope: "pets:read",
  query: z.object({
    ...pageParameters,
    ...petFilters,
    sort: sortParameter,
    order: orderParameter,
    include: includeParameter,
  }),
  success: {
    ...pageOf("pets", Pet, "Pets", "Pets in ascending order of id"),
    included: PetsWithIncluded,
    timed: "careDue",
  },
  examples: { response: [rex, mia] },
});

const createPet = operation({
  id: "createPet",
  method: "POST",
  path: "/pets",
  tag: "Pets",
  summary: "Add a pet",
  description:
    "Adds a pet and its stock entry, and responds when both are on disk. Without `status`, the pet is `available`. Its stock " +
    "starts at 1, or at 0 if its status is `sold`.",
  scope: "pets:write",
  body: NewPetWithProfile,
  idempotencyKey: true,
  errors: ["conflict"],
  success: {
    status: 201,
    description: "The created pet",
    schema: Pet,
    location: "/pets/{id}",
    links: { getPet: "petId", updatePet: "petId", updateInventory: "petId" },
  },
  examples: { body: { name: "Rex", categoryId: 7 }, response: rex },
});

const getPet = operation({
  id: "getPet",
  method: "GET",
  path: "/pets/{petId}",
  tag: "Pets",
  summary: "Get a pet",
  description: "Returns one pet.",
  scope: "pets:read",
  deprecation: {
    since: "2026-11-21",
    sunset: "2030-12-05",
    successor: "/pets?ids={petId}",
    replacement: "GET /pets with the status filter, or with the ids filter for a pet whose id is known",
  },
  params: onePet,
  query: z.object({ include: includeParameter }),
  success: { status: 200, description: "The pet", schema: Pet, included: PetWithIncluded },
  examples: { params: { petId: "1" }, response: rex },
});

const updatePet = operation({
  id: "updatePet",
  method: "PATCH",
  path: "/pets/{petId}",
  tag: "Pets",
  summary: "Change a pet",
  description:
    "Changes the given members of a pet. The status may change from `available` to `pending` or `sold`, from `pending` to " +
    "`available` or `sold`, and from `sold` to `available` (a return). The stock does not change.",
  scope: "pets:write",
  stability: "beta",
  params: onePet,
  body: PetUpdate,
  mergePatch: true,
  idempotencyKey: true,
  ifMatch: Pet,
  success: { status: 200, description: "The changed pet", schema: Pet },
  errors: ["invalid_status_transition"],
  examples: {
    params: { petId: "1" },
    body: { name: "Rex II", status: "pending" },
    response: { ...rex, name: "Rex II", status: "pending" },
  },
});

const deletePet = operation({
  id: "deletePet",
  method: "DELETE",
  path: "/pets/{petId}",
  tag: "Pets",
  summary: "Remove a pet",
  description: "Removes a pet and its stock entry. If the pet has open orders, complete or cancel them first.",
  scope: "pets:write",
  stability: "beta",
  params: onePet,
  ifMatch: Pet,
  success: { status: 204, description: "The pet is removed" },
  errors: ["conflict"],
  examples: { params: { petId: "1" } },
});

/** The operations on pets. */
export const petOperations = { listPets, createPet, getPet, updatePet, deletePet } as const;
