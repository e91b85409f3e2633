/* Customers and orders of the demo. */

/** A customer with made-up contact data. */
export interface DemoCustomer {
  readonly name: string;
  readonly contact: string;
}

/** An order of the demo. Days count back from today. */
export interface DemoOrder {
  readonly pet: string;
  readonly quantity: number;
  readonly customer: DemoCustomer;
  readonly daysAgo: number;
  /** Days from order to hand-over; undefined if still open. */
  readonly doneAfter?: number;
  /** The pick-up, in days from today, and its time. */
  readonly pickUp?: { readonly inDays: number; readonly at: string };
  readonly isReady?: boolean;
  readonly note?: string;
}

const names = [
  "Priya Patel",
  "Jonas Weber",
  "Beatriz Moreno",
  "Tom Becker",
  "Greta and Lars Holm",
  "Yuki Tanaka",
  "Samuel Okafor",
  "Anna Lindqvist",
  "Kindergarten Rheinpark",
  "Chloé Dubois",
  "Selin Aydın",
  "Marta Kowalska",
];

const customers: readonly DemoCustomer[] = names.map((name, index) => ({
  name,
  contact:
    index % 3 === 2 ? `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@example.com` : `0171 555 01 ${10 + 7 * index}`,
}));

const customerOf = (index: number): DemoCustomer => customers[index % customers.length] ?? { name: "", contact: "" };

/** Pets that are sold, and when. */
const homes: readonly (readonly [pet: string, daysAgo: number])[] = [
  ["Coco", 248],
  ["Lemon", 190],
  ["Pia", 170],
  ["Karlo", 138],
  ["Nougat", 126],
  ["Moritz", 112],
  ["Leo", 104],
  ["Emma", 92],
  ["Klara", 81],
  ["Sissi", 76],
  ["Oskar", 58],
  ["Charlie", 41],
  ["Frida", 12],
  ["Felix", 2],
];

/** Fish by the dozen, every week over four months. */
const fish: readonly DemoOrder[] = Array.from({ length: 26 }, (_, week) => ({
  pet: week % 2 === 0 ? "Goldfish" : "Shubunkins",
  quantity: 1 + ((week * 5) % 3),
  customer: customerOf(week * 5 + 3),
  daysAgo: 110 - 4 * week,
  doneAfter: week % 3,
}));

/** Complete orders. */
export const doneOrders: readonly DemoOrder[] = [
  ...homes.map(([pet, daysAgo], index) => ({
    pet,
    quantity: 1,
    customer: customerOf(index * 7 + 2),
    daysAgo,
    doneAfter: index % 2,
  })),
  ...fish,
];

/** Open orders. */
export const openOrders: readonly DemoOrder[] = [
  {
    pet: "Poppy",
    quantity: 1,
    customer: customerOf(0),
    daysAgo: 3,
    pickUp: { inDays: 0, at: "11:00" },
    isReady: true,
    note: "Brings her own carrier. Wants the food we use.",
  },
  { pet: "Rocky", quantity: 1, customer: customerOf(1), daysAgo: 4, pickUp: { inDays: 0, at: "14:30" }, isReady: true },
  { pet: "Goldfish", quantity: 6, customer: customerOf(8), daysAgo: 1, pickUp: { inDays: 0, at: "16:00" } },
  {
    pet: "Shadow",
    quantity: 1,
    customer: customerOf(7),
    daysAgo: 6,
    pickUp: { inDays: -2, at: "15:00" },
    isReady: true,
  },
  { pet: "Teddy", quantity: 1, customer: customerOf(4), daysAgo: 2, pickUp: { inDays: 2, at: "10:00" } },
  { pet: "Pixie", quantity: 1, customer: customerOf(2), daysAgo: 2, pickUp: { inDays: 4, at: "15:30" } },
  { pet: "Hazel", quantity: 1, customer: customerOf(6), daysAgo: 1, pickUp: { inDays: 5, at: "11:00" } },
  { pet: "Zoe", quantity: 1, customer: customerOf(5), daysAgo: 9 },
];
