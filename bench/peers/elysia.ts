/** Elysia on Bun with bun:sqlite, and with schemas of its own. */
import { Type } from "@sinclair/typebox";
import { status as answer, Elysia, t } from "elysia";
import * as pets from "./pets.ts";

// Without the option, a missing status becomes the first of the list.
const status = t.UnionEnum([...pets.statuses], { default: undefined });
const newPet = t.Object({
  name: t.String({ minLength: 1, maxLength: 255 }),
  // `t.Integer` would also accept "5": right in a query, wrong in JSON.
  categoryId: Type.Integer(),
  status: t.Optional(status),
});
const stock = t.Object({ quantity: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) });
const listQuery = t.Object({
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })),
  status: t.Optional(status),
  cursor: t.Optional(t.String()),
});

function send({ status: code, body }: pets.Reply) {
  return code === 200 ? body : answer(code, body);
}

function detailOf({ path, summary = "a valid value" }: { path?: string; summary?: string | undefined }) {
  return { field: path?.slice(1) || "body", message: summary };
}

new Elysia({ serve: { hostname: pets.hostname } })
  .onError(({ code, error }) => {
    if (code === "VALIDATION") return send(pets.invalid(error.all.map(detailOf)));
    if (code === "PARSE") return send(pets.malformed);
    return send(code === "NOT_FOUND" ? pets.notFound : pets.internal);
  })
  .onRequest(({ request }) => {
    return request.headers.get("authorization") === pets.authorization ? undefined : send(pets.unauthorized);
  })
  .get(
    "/v1/pets",
    ({ query, set }) => {
      const page = pets.listPets(query);
      if (page.link !== undefined) set.headers["link"] = page.link;
      return send(page);
    },
    { query: listQuery },
  )
  .post("/v1/pets", ({ body }) => send(pets.createPet({ status: "available", ...body })), { body: newPet })
  .get("/v1/pets/:petId", ({ params }) => send(pets.getPet(params.petId)))
  .get("/v1/inventory", () => send(pets.getInventory()))
  .patch("/v1/inventory/:petId", ({ params, body }) => send(pets.setQuantity(params.petId, body.quantity)), {
    body: stock,
  })
  .listen(pets.port);
