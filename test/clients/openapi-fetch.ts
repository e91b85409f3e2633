/* A client with types from openapi-typescript. It calls with openapi-fetch. */
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/openapi-fetch/petstore.ts";
import { API_KEY, BASE_URL, report } from "./round-trip.ts";

const client = createClient<paths>({ baseUrl: BASE_URL, headers: { Authorization: `Bearer ${API_KEY}` } });

const created = await client.POST("/pets", { body: { name: "Rex", categoryId: 7 } });
if (created.error) throw new Error(`${created.error.code}: ${created.error.message}`);
const pet: components["schemas"]["Pet"] = created.data;

const listed = await client.GET("/pets", { params: { query: { status: "available", limit: 100 } } });
const found = await client.GET("/pets", { params: { query: { ids: [pet.id, pet.id + 1] } } });
const stocked = await client.PATCH("/inventory/{petId}", {
  params: { path: { petId: pet.id } },
  body: { quantity: 3 },
});
const ordered = await client.POST("/store/orders", { body: { petId: pet.id, quantity: 2 } });
const refused = await client.GET("/pets/{petId}", { params: { path: { petId: pet.id + 1 } } });

report({
  pet,
  listed: listed.data,
  found: found.data,
  quantity: stocked.data?.quantity,
  order: ordered.data,
  refusal: refused.error?.code,
});
