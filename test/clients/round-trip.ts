/* What every generated client does, and what it reports: `test/generated-clients.test.ts` runs them. */

const { env } = process;

/** The base address of the service, and a key with every scope. */
export const { BASE_URL = "", API_KEY = "" } = env;

/** The id of a pet whose `categoryId` is no double. */
export const LARGE = Number(env["LARGE"]);

/** A photo, as a program has it that does not know where it came from. */
export const PHOTO = new File([Uint8Array.from(atob(env["PHOTO"] ?? ""), (byte) => byte.charCodeAt(0))], "rex.jpg", {
  type: "image/jpeg",
});

/** The profile of the pet that is added. */
export const PROFILE = { breed: "Beagle", price: { amount: 15_000, currency: "EUR" } };

/** What a list can have of each pet. */
export const EVERYTHING = ["profile", "photos", "quantity", "createdAt"] as const;

/** What the calls of a client returned. The types are those of the client, so that a wrong one does not compile. */
export interface Report {
  /** The pet that was added, as a list with everything has it. */
  readonly whole:
    | {
        readonly name: string;
        readonly status: "available" | "pending" | "sold";
        readonly profile?: { readonly breed?: string; readonly price?: { readonly amount: number | bigint } };
        readonly photos?: readonly { readonly alt?: string; readonly width: number }[];
        readonly quantity?: number;
        readonly createdAt?: string;
      }
    | undefined;
  /** The `categoryId` beyond 2^53. */
  readonly large: number | bigint | undefined;
  readonly order:
    | { readonly petId: number | bigint; readonly quantity: number; readonly complete: boolean }
    | undefined;
  /** The code of the failure to remove the pet that is ordered, and that of a call for one that was removed. */
  readonly conflict: string | undefined;
  readonly gone: string | undefined;
}

/** Prints what the calls returned. */
export function report({ whole, large, order, ...codes }: Report): void {
  const { name, status, profile, photos, quantity, createdAt } = whole ?? {};
  const printed = {
    pet: [name, status, profile?.breed, Number(profile?.price?.amount), photos?.map(({ alt }) => alt), quantity],
    isDated: !Number.isNaN(Date.parse(createdAt ?? "")),
    large: String(large),
    order: order && [order.quantity, order.complete],
    ...codes,
  };
  console.log(JSON.stringify(printed));
}
