/*
 * A client with types that openapi-typescript generated from the published document. It calls with openapi-fetch.
 * `test/contract.test.ts` generates the types, type-checks this file strictly and runs it.
 */
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/petstore.ts";

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

type Pet = components["schemas"]["Pet"];

const { BASE_URL = "", API_KEY = "" } = process.env;
const client = createClient<paths>({ baseUrl: BASE_URL, headers: { Authorization: `Bearer ${API_KEY}` } });

const created = await client.POST("/pets", { body: { name: "Rex", categoryId: 7 } });
if (created.error) throw new Error(`${created.error.code}: ${created.error.message}`);
const pet: Pet = created.data;

const listed = await client.GET("/pets", {
  params: { query: { status: "available", limit: 100, ids: [pet.id, pet.id + 1] } },
});
const stocked = await client.PATCH("/inventory/{petId}", {
  params: { path: { petId: pet.id } },
  body: { quantity: 3 },
});
const refused = await client.GET("/pets/{petId}", { params: { path: { petId: pet.id + 1 } } });

console.log(
  JSON.stringify({ pet, listed: listed.data, quantity: stocked.data?.quantity, refusal: refused.error?.code }),
);
