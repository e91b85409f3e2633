/** The contract on Express 5, Node and better-sqlite3. */
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
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
  readSettings,
  unauthorized,
} from "./contract.ts";
import { openShop } from "./database-node.ts";

const settings = readSettings();
const shop = openShop(settings.databasePath);

const requireKey: RequestHandler = (request, response, next) => {
  if (request.headers.authorization === settings.authorization) next();
  else response.status(401).json(unauthorized);
};

// Express calls a handler an error handler by its four parameters.
const onError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  if (error instanceof SyntaxError) response.status(400).json(malformed);
  else response.status(500).json(internal);
};

const app = express();
app.disable("x-powered-by");
// The default ETag hashes every body; no peer sends one.
app.disable("etag");

const v1 = express.Router();
v1.use(requireKey);
v1.use(express.json());

v1.get("/pets", (request, response) => {
  const query = readListQuery(request.query);
  if (typeof query === "string") {
    response.status(400).json(invalid(query));
    return;
  }
  const page = shop.list(query);
  if (page.lastId !== undefined) response.set("Link", nextLink(query, page.lastId));
  response.json(page.pets);
});

v1.post("/pets", (request, response) => {
  const pet = readNewPet(request.body);
  if (typeof pet === "string") response.status(400).json(invalid(pet));
  else response.status(201).json(shop.create(pet));
});

v1.get("/pets/:petId", (request, response) => {
  const id = readId(request.params.petId);
  const pet = id === undefined ? undefined : shop.get(id);
  if (pet === undefined) response.status(404).json(notFound);
  else response.json(pet);
});

v1.get("/inventory", (_request, response) => {
  response.json(shop.inventory());
});

v1.patch("/inventory/:petId", (request, response) => {
  const id = readId(request.params.petId);
  const quantity = readQuantity(request.body);
  if (typeof quantity === "string") {
    response.status(400).json(invalid(quantity));
    return;
  }
  const entry = id === undefined ? undefined : shop.updateQuantity(id, quantity);
  if (entry === undefined) response.status(404).json(notFound);
  else response.json(entry);
});

app.use("/v1", v1);
app.use(onError);
app.listen(settings.port, "127.0.0.1");
