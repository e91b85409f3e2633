/* The texts of papers for customers: receipts and agreements (decision 088). */
import * as z from "zod";
import { operation } from "../operation.ts";
import { SHOP_NAME_MAX } from "../shop/shop-name.ts";
import { storedText } from "../values/texts.ts";
import { Receipt } from "./receipts.ts";

/** The most characters of the file of an agreement. */
export const AGREEMENT_MAX = 50_000;

/** As HTML, where a character of the file may take several. */
const agreement = (language: string) => storedText(10 * AGREEMENT_MAX, `In ${language}`);
const address = (language: string) => storedText(200, `In ${language}; empty if unset`);

export const Papers = z
  .object({
    shopName: storedText(SHOP_NAME_MAX, "What the shop is called; empty if unset"),
    address: z
      .object({ en: address("English"), de: address("German") })
      .meta({ id: "PaperAddress", description: "Where the shop is" }),
    taxId: storedText(200, "The tax number of the shop; empty if unset"),
    taxRate: Receipt.shape.taxRate.meta({
      ...Receipt.shape.taxRate.meta(),
      description: "The rate of the tax that prices include now, in per cent; omitted if unset",
    }),
    agreement: z.object({ en: agreement("English"), de: agreement("German") }).meta({
      id: "PaperAgreement",
      description:
        "The agreement that customers sign, as HTML made of the shop's Markdown, without links and attributes. Placeholders such as " +
        "`{{pet.name}}` stand for what it is about",
    }),
  })
  .meta({ id: "Papers", description: "What the shop prints on receipts and agreements" });
export type Papers = z.output<typeof Papers>;

const getPapers = operation({
  id: "getPapers",
  tag: "Sales",
  method: "GET",
  path: "/store/papers",
  summary: "Get the texts of papers",
  description: "Returns what the shop prints on receipts and agreements, besides what the orders say.",
  scope: "orders:read",
  stability: "beta",
  success: { status: 200, description: "The texts", schema: Papers },
  examples: {
    response: {
      shopName: "Paws and Claws",
      address: { en: "1 Market Street, Riverside", de: "Marktstraße 1, Riverside" },
      taxId: "DE123456789",
      taxRate: "19",
      agreement: { en: "<h1>Agreement for {{pet.name}}</h1>", de: "<h1>Vertrag für {{pet.name}}</h1>" },
    },
  },
});

/** The operations on papers. */
export const paperOperations = { getPapers } as const;
