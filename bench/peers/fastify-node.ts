/** The contract on Fastify 5, Node and better-sqlite3, with schemas for both directions as its documentation recommends. */
import { Ajv } from "ajv";
import Fastify, { type FastifyError } from "fastify";
import {
  internal,
  invalid,
  malformed,
  type NewPet,
  nextLink,
  notFound,
  readId,
  readListQuery,
  readSettings,
  unauthorized,
} from "./contract.ts";
import { openShop } from "./database-node.ts";
import { entry, failures, listQuery, newPet, pet, stock } from "./fastify-schemas.ts";

const settings = readSettings();
const shop = openShop(settings.databasePath);

// Fastify's one compiler would also take "5" for 5 in a body; a query is text and needs the coercion.
const forText = new Ajv({ coerceTypes: true, useDefaults: true });
const forJson = new Ajv({ coerceTypes: false, useDefaults: true });

const app = Fastify({
  // The documentation of fast-json-stringify recommends this for arrays of more than 20,000.
  serializerOpts: { largeArrayMechanism: "json-stringify" },
});
app.setValidatorCompiler<object>(({ schema, httpPart }) => (httpPart === "body" ? forJson : forText).compile(schema));

app.setErrorHandler((error: FastifyError, _request, reply) => {
  if (error.validation !== undefined) return reply.code(400).send(invalid(error.message));
  if (error.statusCode === 400) return reply.code(400).send(malformed);
  return reply.code(500).send(internal);
});

app.addHook("onRequest", (request, reply, done) => {
  if (request.headers.authorization === settings.authorization) done();
  else reply.code(401).send(unauthorized);
});

app.get<{ Querystring: { limit?: number; status?: string; cursor?: string } }>(
  "/v1/pets",
  { schema: { querystring: listQuery, response: { 200: { type: "array", items: pet }, ...failures } } },
  (request, reply) => {
    const query = readListQuery(request.query);
    if (typeof query === "string") return reply.code(400).send(invalid(query));
    const page = shop.list(query);
    if (page.lastId !== undefined) reply.header("Link", nextLink(query, page.lastId));
    return reply.send(page.pets);
  },
);

app.post<{ Body: NewPet }>(
  "/v1/pets",
  { schema: { body: newPet, response: { 201: pet, ...failures } } },
  (request, reply) => reply.code(201).send(shop.create(request.body)),
);

app.get<{ Params: { petId: string } }>(
  "/v1/pets/:petId",
  { schema: { response: { 200: pet, ...failures } } },
  (request, reply) => {
    const id = readId(request.params.petId);
    const found = id === undefined ? undefined : shop.get(id);
    return found === undefined ? reply.code(404).send(notFound) : reply.send(found);
  },
);

app.get(
  "/v1/inventory",
  { schema: { response: { 200: { type: "array", items: entry }, ...failures } } },
  (_request, reply) => reply.send(shop.inventory()),
);

app.patch<{ Params: { petId: string }; Body: { quantity: number } }>(
  "/v1/inventory/:petId",
  { schema: { body: stock, response: { 200: entry, ...failures } } },
  (request, reply) => {
    const id = readId(request.params.petId);
    const updated = id === undefined ? undefined : shop.updateQuantity(id, request.body.quantity);
    return updated === undefined ? reply.code(404).send(notFound) : reply.send(updated);
  },
);

await app.listen({ port: settings.port, host: "127.0.0.1" });
