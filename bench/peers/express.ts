/** Express 5 on Node with better-sqlite3. */
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from "express";
import * as pets from "./pets.ts";

function send(response: Response, { status, body, link }: pets.Reply): void {
  if (link !== undefined) response.set("Link", link);
  response.status(status).json(body);
}

const requireKey: RequestHandler = (request, response, next) => {
  if (request.headers.authorization === pets.authorization) next();
  else send(response, pets.unauthorized);
};

// Express knows an error handler by its four parameters.
const onError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  send(response, error instanceof SyntaxError ? pets.malformed : pets.internal);
};

const app = express();
app.disable("x-powered-by");
// It would hash every body; no peer sends an ETag.
app.disable("etag");

const v1 = express.Router();
v1.use(requireKey);
v1.use(express.json());
v1.get("/pets", (request, response) => send(response, pets.listPets(request.query)));
v1.post("/pets", (request, response) => {
  const pet = pets.readNewPet(request.body);
  send(response, typeof pet === "string" ? pets.invalid(pet) : pets.createPet(pet));
});
v1.get("/pets/:petId", (request, response) => send(response, pets.getPet(request.params.petId)));
v1.get("/inventory", (_request, response) => send(response, pets.getInventory()));
v1.patch("/inventory/:petId", (request, response) => {
  const quantity = pets.readQuantity(request.body);
  send(
    response,
    typeof quantity === "string" ? pets.invalid(quantity) : pets.setQuantity(request.params.petId, quantity),
  );
});

app.use("/v1", v1);
app.use(onError);
app.listen(pets.port, pets.hostname);
