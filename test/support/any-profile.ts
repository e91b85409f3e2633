/* Profiles of pets, for properties. */

import * as fc from "fast-check";
import { NewProfile, type Profile } from "../../src/contract/pets/profiles.ts";
import { AMOUNT_MAX } from "../../src/contract/values/money.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
  fc.constantFrom('"', ",", ' "a",b ', "é😀", "=1+1", "'x", "a\nb", "a;b\tc", "true", "1", " x "),
);

/** A text that a member accepts. */
function textOf(member: "breed" | "color" | "description" | "reference") {
  const schema = NewProfile.shape[member];
  return text.filter((value) => schema.safeParse(value).success && /\S/.test(value));
}

const tag = text.filter((value) => NewProfile.safeParse({ tags: [value] }).success);

/** Any profile. */
export const anyProfile: fc.Arbitrary<Profile> = fc
  .record(
    {
      breed: textOf("breed"),
      sex: fc.constantFrom("female", "male"),
      birthDate: fc.constantFrom("2024", "2024-05", "2024-05-17"),
      size: fc.constantFrom("small", "medium", "large", "extra_large"),
      color: textOf("color"),
      neutered: fc.boolean(),
      description: textOf("description"),
      tags: fc.uniqueArray(tag, { minLength: 1, maxLength: 5, selector: (value) => value.toLowerCase() }),
      price: fc.record({
        amount: fc.oneof(fc.bigInt({ min: 0n, max: AMOUNT_MAX }), fc.bigInt({ min: 0n, max: 2000n })),
        currency: fc.constantFrom("EUR", "JPY", "KWD", "XAU"),
      }),
      reference: textOf("reference"),
      microchip: fc.constantFrom("276098106123456", "AB1234567"),
      arrivedOn: fc.constantFrom("2024-05-17", "2026-11-20"),
    },
    { requiredKeys: [] },
  )
  .map((profile): Profile => profile);
