/** The contract on Hono 4; the two entries beside it run it on Node and on Bun. */
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { validator } from "hono/validator";
import {
  internal,
  invalid,
  malformed,
  nextLink,
  notFound,
  readId,
  readListQuery,
  readNewPet,
  readQuantity,
  type Settings,
  unauthorized,
} from "./contract.ts";
import type { Shop } from "./shop.ts";

export function createApp(settings: Settings, shop: Shop): Hono {
  const app = new Hono();

  app.use("/v1/*", async (context, next) => {
    if (context.req.header("Authorization") !== settings.authorization) return context.json(unauthorized, 401);
    return next();
  });

  app.get("/v1/pets", (context) => {
    const query = readListQuery({
      limit: context.req.query("limit"),
      status: context.req.query("status"),
      cursor: context.req.query("cursor"),
    });
    if (typeof query === "string") return context.json(invalid(query), 400);
    const page = shop.list(query);
    if (page.lastId !== undefined) context.header("Link", nextLink(query, page.lastId));
    return context.json(page.pets);
  });

  const newPet = validator("json", (value, context) => {
    const pet = readNewPet(value);
    return typeof pet === "string" ? context.json(invalid(pet), 400) : pet;
  });
  app.post("/v1/pets", newPet, (context) => context.json(shop.create(context.req.valid("json")), 201));

  app.get("/v1/pets/:petId", (context) => {
    const id = readId(context.req.param("petId"));
    const pet = id === undefined ? undefined : shop.get(id);
    return pet === undefined ? context.json(notFound, 404) : context.json(pet);
  });

  app.get("/v1/inventory", (context) => context.json(shop.inventory()));

  const stock = validator("json", (value, context) => {
    const quantity = readQuantity(value);
    return typeof quantity === "string" ? context.json(invalid(quantity), 400) : { quantity };
  });
  app.patch("/v1/inventory/:petId", stock, (context) => {
    const id = readId(context.req.param("petId"));
    const entry = id === undefined ? undefined : shop.updateQuantity(id, context.req.valid("json").quantity);
    return entry === undefined ? context.json(notFound, 404) : context.json(entry);
  });

  app.onError((error, context) => {
    // Hono's validator throws this where a body is not JSON.
    if (error instanceof HTTPException && error.status === 400) return context.json(malformed, 400);
    return context.json(internal, 500);
  });
  return app;
}
