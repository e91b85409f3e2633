/** Elysia on Bun with bun:sqlite, and with schemas of its own. */
import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import {
  authorization,
  createPet,
  getInventory,
  getPet,
  hostname,
  internal,
  invalid,
  listPets,
  malformed,
  notFound,
  port,
  type Reply,
  setQuantity,
  statuses,
  unauthorized,
} from "./pets.ts";

// Without the option, a missing status becomes the first of the list.
const status = t.UnionEnum([...statuses], { default: undefined });
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

interface Setter {
  readonly headers: Record<string, string | number>;
  status?: number | string;
}

function send(set: Setter, { status, body, link }: Reply): unknown {
  if (link !== undefined) set.headers["link"] = link;
  set.status = status;
  return body;
}

new Elysia({ serve: { hostname } })
  .onError(({ code, error, set }) => {
    // The whole message lists every schema and costs a second validation.
    if (code === "VALIDATION") return send(set, invalid(`${error.type} is not valid`));
    if (code === "PARSE") return send(set, malformed);
    return send(set, code === "NOT_FOUND" ? notFound : internal);
  })
  .onRequest(({ request, set }) => {
    return request.headers.get("authorization") === authorization ? undefined : send(set, unauthorized);
  })
  .get("/v1/pets", ({ query, set }) => send(set, listPets(query)), { query: listQuery })
  .post("/v1/pets", ({ body, set }) => send(set, createPet({ status: "available", ...body })), { body: newPet })
  .get("/v1/pets/:petId", ({ params, set }) => send(set, getPet(params.petId)))
  .get("/v1/inventory", ({ set }) => send(set, getInventory()))
  .patch("/v1/inventory/:petId", ({ params, body, set }) => send(set, setQuantity(params.petId, body.quantity)), {
    body: stock,
  })
  .listen(port);
