/* A shop whose pages for visitors have everything that they can have. */
import { openService, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { untilTestEnds } from "../support/shops.ts";

/** Its pets: the second one has three photos. */
export const PETS = [
  { name: "Krümel", profile: { breed: "Holland Lop", birthDate: "2026-03", sex: "male", tags: ["lives in a pair"] } },
  {
    name: "Luna",
    profile: {
      breed: "European Shorthair",
      birthDate: "2024",
      sex: "female",
      size: "medium",
      neutered: true,
      tags: ["calm", "good with children"],
      price: { amount: 15_000n, currency: "EUR" },
      description: "Luna came to us with an old collar.\n\nShe would love a quiet home.",
    },
  },
  { name: "Balou", status: "pending", profile: { breed: "Leonberger", size: "large", tags: ["calm"] } },
  { name: "Otto", status: "sold", profile: { tags: [] } },
  { name: "W".repeat(200), profile: { breed: "B".repeat(100), tags: ["t".repeat(50)], arrivedOn: "2020-01-01" } },
] as const;

/** Its pages, with filters that find nothing, a question that was sent, and posters. */
export const visitorPaths = [
  "/",
  "/?category=2&tag=calm&sex=female&page=7",
  "/?search=nothing&age=x",
  "/pets/2-luna",
  "/pets/2-luna?sent=1",
  "/pets/2-luna?poster=1",
  "/pets/5?poster=1",
  "/pets/4-otto",
] as const;

/** Opens it until the test ends. */
export async function openVisitorsShop(): Promise<TestService> {
  const settings = {
    shopName: "Riverside Pets",
    shopContact: "tel:+492215550142",
    shopInquiries: 1,
    shopHours: "Mon to Sat, 10:00 to 18:00",
    shopAddress: "Rheinufer 12, Cologne",
  };
  const service = untilTestEnds(await openService({}, undefined, settings));
  for (const name of ["Dogs", "Cats"]) await service.admin.createCategory({ body: { name } });
  for (const [nth, pet] of PETS.entries()) {
    const profile = { ...pet.profile, tags: [...pet.profile.tags] };
    await service.admin.createPet({ body: { ...pet, categoryId: BigInt((nth % 2) + 1), profile } });
  }
  const file = await jpeg(800, 600);
  for (let count = 0; count < 3; count++) await service.admin.addPhoto({ params: { petId: 2n }, file });
  return service;
}
