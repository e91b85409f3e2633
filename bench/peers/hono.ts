/** Hono 4, on Node with better-sqlite3 and on Bun with bun:sqlite. */
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { validator } from "hono/validator";
import { isBun } from "./database.ts";
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
  port,
  type Reply,
  readNewPet,
  readQuantity,
  setQuantity,
  unauthorized,
} from "./pets.ts";

function send(context: Context, { status, body, link }: Reply) {
  if (link !== undefined) context.header("Link", link);
  return context.json(body, status);
}

const newPet = validator("json", (value, context) => {
  const pet = readNewPet(value);
  return typeof pet === "string" ? send(context, invalid(pet)) : pet;
});

const stock = validator("json", (value, context) => {
  const quantity = readQuantity(value);
  return typeof quantity === "string" ? send(context, invalid(quantity)) : { quantity };
});

const app = new Hono();
app.use("/v1/*", async (context, next) => {
  return context.req.header("Authorization") === authorization ? next() : send(context, unauthorized);
});
app.get("/v1/pets", (context) => {
  const { req } = context;
  const query = { limit: req.query("limit"), status: req.query("status"), cursor: req.query("cursor") };
  return send(context, listPets(query));
});
app.post("/v1/pets", newPet, (context) => send(context, createPet(context.req.valid("json"))));
app.get("/v1/pets/:petId", (context) => send(context, getPet(context.req.param("petId"))));
app.get("/v1/inventory", (context) => send(context, getInventory()));
app.patch("/v1/inventory/:petId", stock, (context) =>
  send(context, setQuantity(context.req.param("petId"), context.req.valid("json").quantity)),
);
app.onError((error, context) => {
  // Hono's validator throws this for a body that is not JSON.
  const isMalformed = error instanceof HTTPException && error.status === 400;
  return send(context, isMalformed ? malformed : internal);
});

if (isBun) {
  Bun.serve({ fetch: app.fetch, port, hostname });
} else {
  const { serve } = await import("@hono/node-server");
  serve({ fetch: app.fetch, port, hostname });
}
