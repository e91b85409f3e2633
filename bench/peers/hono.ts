/** Hono 4 on Bun with bun:sqlite. */
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { validator } from "hono/validator";
import * as pets from "./pets.ts";

function send(context: Context, { status, body, link }: pets.Reply) {
  if (link !== undefined) context.header("Link", link);
  return status === 200 ? context.json(body) : context.json(body, status);
}

const newPet = validator("json", (value, context) => {
  const pet = pets.readNewPet(value);
  return "name" in pet ? pet : send(context, pets.invalid(pet));
});

const stock = validator("json", (value, context) => {
  const quantity = pets.readQuantity(value);
  return typeof quantity === "number" ? { quantity } : send(context, pets.invalid(quantity));
});

const app = new Hono();
app.use("/v1/*", async (context, next) => {
  return context.req.header("Authorization") === pets.authorization ? next() : send(context, pets.unauthorized);
});
app.get("/v1/pets", (context) => {
  const { req } = context;
  const query = { limit: req.query("limit"), status: req.query("status"), cursor: req.query("cursor") };
  return send(context, pets.listPets(query));
});
app.post("/v1/pets", newPet, (context) => send(context, pets.createPet(context.req.valid("json"))));
app.get("/v1/pets/:petId", (context) => send(context, pets.getPet(context.req.param("petId"))));
app.get("/v1/inventory", (context) => send(context, pets.getInventory()));
app.patch("/v1/inventory/:petId", stock, (context) =>
  send(context, pets.setQuantity(context.req.param("petId"), context.req.valid("json").quantity)),
);
app.onError((error, context) => {
  // Hono's validator throws this for a body that is not JSON.
  const isMalformed = error instanceof HTTPException && error.status === 400;
  return send(context, isMalformed ? pets.malformed : pets.internal);
});

Bun.serve({ fetch: app.fetch, port: pets.port, hostname: pets.hostname });
