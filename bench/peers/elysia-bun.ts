/** The contract on Elysia, Bun and bun:sqlite, with its own schemas. */
import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import {
  internal,
  invalid,
  malformed,
  nextLink,
  notFound,
  readId,
  readListQuery,
  readSettings,
  unauthorized,
} from "./contract.ts";
import { openShop } from "./database-bun.ts";

const settings = readSettings();
const shop = openShop(settings.databasePath);

const status = t.UnionEnum(["available", "pending", "sold"]);
const newPet = t.Object({
  name: t.String({ minLength: 1, maxLength: 255 }),
  // Not `t.Integer`, which also takes "5" for 5: right in a query, wrong in JSON.
  categoryId: Type.Integer(),
  status: t.Optional(status),
});
const stock = t.Object({ quantity: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) });
const listQuery = t.Object({
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })),
  status: t.Optional(status),
  cursor: t.Optional(t.String()),
});

new Elysia({ serve: { hostname: "127.0.0.1" } })
  .onError(({ code, error, status: answer }) => {
    // Only the summary: the whole `message` lists every schema and costs a second validation.
    if (code === "VALIDATION") return answer(400, invalid(`${error.type} is not valid`));
    if (code === "PARSE") return answer(400, malformed);
    if (code === "NOT_FOUND") return answer(404, notFound);
    return answer(500, internal);
  })
  .onRequest(({ request, status: answer }) => {
    if (request.headers.get("authorization") !== settings.authorization) return answer(401, unauthorized);
    return undefined;
  })
  .get(
    "/v1/pets",
    ({ query, set, status: answer }) => {
      const read = readListQuery(query);
      if (typeof read === "string") return answer(400, invalid(read));
      const page = shop.list(read);
      if (page.lastId !== undefined) set.headers["link"] = nextLink(read, page.lastId);
      return page.pets;
    },
    { query: listQuery },
  )
  .post("/v1/pets", ({ body, status: answer }) => answer(201, shop.create({ status: "available", ...body })), {
    body: newPet,
  })
  .get("/v1/pets/:petId", ({ params, status: answer }) => {
    const id = readId(params.petId);
    return (id === undefined ? undefined : shop.get(id)) ?? answer(404, notFound);
  })
  .get("/v1/inventory", () => shop.inventory())
  .patch(
    "/v1/inventory/:petId",
    ({ params, body, status: answer }) => {
      const id = readId(params.petId);
      return (id === undefined ? undefined : shop.updateQuantity(id, body.quantity)) ?? answer(404, notFound);
    },
    { body: stock },
  )
  .listen(settings.port);
