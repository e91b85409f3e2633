/* A client with types from openapi-typescript. It calls with openapi-fetch. */
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/openapi-typescript/petstore.ts";
import { API_KEY, BASE_URL, EVERYTHING, LARGE, PHOTO, PROFILE, report } from "./round-trip.ts";

const client = createClient<paths>({ baseUrl: BASE_URL, headers: { Authorization: `Bearer ${API_KEY}` } });

const created = await client.POST("/pets", { body: { name: "Rex", categoryId: 7, profile: PROFILE } });
if (created.error) throw new Error(`${created.error.code}: ${created.error.message}`);
const pet: components["schemas"]["Pet"] = created.data;
await client.POST("/pets/{petId}/photos", {
  params: { path: { petId: pet.id }, query: { alt: "Rex" } },
  // To this generator a file is a text.
  body: { file: PHOTO as unknown as string },
  bodySerializer() {
    const form = new FormData();
    form.set("file", PHOTO);
    return form;
  },
});

await client.PATCH("/inventory/{petId}", { params: { path: { petId: pet.id } }, body: { quantity: 3 } });
const listed = await client.GET("/pets", { params: { query: { status: "available", include: [...EVERYTHING] } } });
const found = await client.GET("/pets", { params: { query: { ids: [LARGE] } } });
const ordered = await client.POST("/store/orders", { body: { petId: pet.id, quantity: 2 } });
const kept = await client.DELETE("/pets/{petId}", { params: { path: { petId: pet.id } } });
await client.DELETE("/pets/{petId}", { params: { path: { petId: LARGE } } });
const gone = await client.GET("/pets/{petId}", { params: { path: { petId: LARGE } } });

report({
  whole: listed.data?.find(({ id }) => id === pet.id),
  large: found.data?.[0]?.categoryId,
  order: ordered.data,
  conflict: kept.error?.code,
  gone: gone.error?.code,
});
