import * as z from "zod";
import { count, dateTime, listParameter } from "../common.ts";
import { readChoices } from "../json/parsing.ts";
import { PHOTOS_MAX, Photo } from "./photos.ts";
import { PetProfile } from "./profiles.ts";

/** The members that `include` adds to a pet (decision D42). `core/shop/pets/included-members.ts` reads them. */
export const PetMembers = z.object({
  profile: PetProfile,
  quantity: count("The stock of the pet, with `include=quantity`"),
  createdAt: dateTime("When the pet was added, with `include=createdAt`"),
  photos: z
    .array(Photo)
    .max(PHOTOS_MAX)
    .meta({ description: "The pet's photos in the order of position, with `include=photos`" }),
});
export type PetMembers = z.output<typeof PetMembers>;

/** The name of a member that `include` adds. */
export type PetMember = keyof PetMembers;

const names = Object.keys(PetMembers.shape) as readonly PetMember[];

/** The members to add to each pet. An unknown one is refused. */
export const includeParameter = listParameter(
  `one or more of ${names.join(", ")}, separated by commas`,
  readChoices(names),
  {
    items: { type: "string", enum: names },
    maxItems: names.length,
    "x-stability": "beta",
    description:
      "Members to add to each pet, as in `PetWithIncluded`. A pet that is removed during the request lacks them",
  },
);
