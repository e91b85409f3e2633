/* A shop in the middle of its business, for screenshots and for tests of all views. */
import type { TestService } from "../support/harness.ts";

const DAY_MS = 86_400_000;

const CATEGORIES = ["Dogs", "Cats", "Rabbits and other small mammals", "Birds", "Reptiles"];
const NAMES = ["Bella", "Luna", "Charlie", "Max", "Nala", "Milo", "Rocky", "Lilly", "Balu", "Emma", "Mia", "Oskar"];

const CUSTOMERS = ["Ada Krause", "Jonas Weber", "Selin Aydın", "Marta Kowalska", "Tom Lindqvist"];

/** Names that break a careless layout: from the right to the left, 255 emoji, and 255 of the widest letter. */
export const hardNames = ["רקס מלך הכלבים", "قطة صغيرة جدا", "🐶".repeat(255), "W".repeat(255)] as const;

/** Days of business up to now, by default thirty, in which pets arrive, are ordered, completed, cancelled and returned, and at last pets with these names. */
export async function openForBusiness(
  service: TestService,
  lastNames: readonly string[] = hardNames,
  days = 30,
): Promise<void> {
  const { admin } = service;
  const now = Date.now();
  service.now = now - days * DAY_MS;
  for (const name of CATEGORIES) await admin.createCategory({ body: { name } });
  for (let day = 0; day <= days; day++) {
    // The last day ends a minute ago.
    service.now = now - (days - day) * DAY_MS - 60_000;
    await workDay(service, day);
    await service.publish();
  }
  service.now = now;
  for (const name of lastNames) await admin.createPet({ body: { name, categoryId: 1n } });
  await service.publish();
}

/** More business on some days than on others, the same in each run. */
async function workDay({ admin }: TestService, day: number): Promise<void> {
  for (let index = 0; index <= (day * 7) % 4; index++) {
    const name = `${NAMES[(day * 5 + index * 3) % NAMES.length]}`;
    const created = await admin.createPet({ body: { name, categoryId: BigInt(1 + ((day + index) % 6)) } });
    if (!created.ok) throw new Error(created.body.message);
    const petId = created.body.id;
    if (index === 3) {
      await admin.changeStock({ params: { petId }, body: { delta: 2, reason: "arrival", note: "Two siblings" } });
    }
    if ((day + index) % 3 === 0) await sell({ admin }, petId, (day + index) % 2 === 0);
    else if (day % 9 === 4)
      await admin.updatePet({ params: { petId }, body: { status: "sold", note: "Sold for cash" } });
  }
}

async function sell({ admin }: Pick<TestService, "admin">, petId: bigint, isCompleted: boolean): Promise<void> {
  const nth = Number(petId);
  const customer = { name: CUSTOMERS[nth % CUSTOMERS.length] ?? "", contact: `+49 30 555 01${10 + (nth % 90)}` };
  const price = { amount: BigInt(5000 + 2500 * (nth % 9)), currency: "EUR" };
  const order = await admin.placeOrder({ body: { petId, customer, price } });
  if (order.ok && isCompleted) await admin.completeOrder({ params: { orderId: order.body.id } });
}
