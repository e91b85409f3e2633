import * as z from "zod";
import { idParameter, idsParameter, int64, pageParameters } from "./common.ts";
import { operation } from "./operation.ts";

const NAME_MAX_CODE_POINTS = 255;
const NAME = `a string of 1 to ${NAME_MAX_CODE_POINTS} characters, not only white space, without control characters`;

/** Decision D15: kept byte for byte. U+0000 would also be more than PostgreSQL can store. */
function isName(text: string): boolean {
  return (
    // A code point is at most two UTF-16 units: this bounds the work before the exact count.
    text.length <= 2 * NAME_MAX_CODE_POINTS &&
    [...text].length <= NAME_MAX_CODE_POINTS &&
    text.isWellFormed() &&
    /\S/u.test(text) &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    !/[\u0000-\u001f\u007f]/.test(text)
  );
}

const statuses = ["available", "pending", "sold"] as const;

export const PetStatus = z
  .enum(statuses, { error: `one of ${statuses.map((status) => `"${status}"`).join(", ")}` })
  .meta({ id: "PetStatus", description: "Availability status of an animal" });
export type PetStatus = z.output<typeof PetStatus>;

const name = z
  .string({ error: NAME })
  .refine(isName, { error: NAME })
  .meta({ minLength: 1, maxLength: NAME_MAX_CODE_POINTS, description: "The animal's name" });
const categoryId = int64("Id of the category the animal belongs to; any id is taken (there is no list of categories)");

export const NewPet = z
  .object({
    name,
    categoryId,
    // Said in words: generators of clients make a member with a `default` one that must be given.
    status: PetStatus.optional().meta({ description: "Availability status; `available` when it is not given" }),
  })
  .meta({ id: "NewPet", description: "An animal to add" });
export type NewPet = z.output<typeof NewPet>;

export const Pet = z
  .object({
    id: int64("Unique identifier assigned by the service on creation"),
    name,
    categoryId,
    status: PetStatus,
  })
  .meta({ id: "Pet", description: "An animal" });
export type Pet = z.output<typeof Pet>;

export const Pets = z.array(Pet).meta({ id: "Pets", description: "Animals in ascending order of id" });

const rex = { id: 1, name: "Rex", categoryId: 7, status: "available" };
const mia = { id: 2, name: "Mia", categoryId: 9, status: "available" };

export const listPets = operation({
  id: "listPets",
  method: "GET",
  path: "/pets",
  tag: "Animals",
  summary: "List all animals",
  description:
    'Answers animals in ascending order of id, a page at a time. While there are more, a `Link` header with `rel="next"` ' +
    "has the address of the next page; it repeats every filter.",
  scope: "pets:read",
  query: z.object({
    ...pageParameters,
    status: PetStatus.optional().meta({ description: "Only animals with this availability status" }),
    ids: idsParameter("Only the animals with these ids; those that do not exist are left out"),
  }),
  success: { status: 200, description: "A page of animals", schema: Pets, paged: true },
  errors: ["invalid_cursor"],
  examples: { response: [rex, mia] },
});

export const createPet = operation({
  id: "createPet",
  method: "POST",
  path: "/pets",
  tag: "Animals",
  summary: "Add an animal",
  description:
    "Adds an animal and its stock entry. The answer is sent when both are durable. Without `status` the animal is " +
    "`available`. Stock starts at 1, or at 0 for an animal that is added as sold.",
  scope: "pets:write",
  body: NewPet,
  idempotencyKey: true,
  success: { status: 201, description: "The created animal", schema: Pet, location: "/pets/{id}" },
  errors: [],
  examples: { body: { name: "Rex", categoryId: 7 }, response: rex },
});

export const getPet = operation({
  id: "getPet",
  method: "GET",
  path: "/pets/{petId}",
  tag: "Animals",
  summary: "Get an animal",
  description: "Answers one animal.",
  scope: "pets:read",
  deprecation: {
    since: "2026-11-21",
    sunset: "2030-12-05",
    successor: "/pets?ids={petId}",
    replacement: "GET /pets with the status filter, or with ids for animals whose id is known",
  },
  params: z.object({ petId: idParameter("Id of the animal") }),
  success: { status: 200, description: "The animal", schema: Pet },
  errors: [],
  examples: { params: { petId: "1" }, response: rex },
});
