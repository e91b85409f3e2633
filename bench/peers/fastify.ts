/** Fastify 5 on Node with better-sqlite3, and with schemas for requests and responses as its documentation recommends. */
import { Ajv } from "ajv";
import Fastify, { type FastifyError, type FastifyReply, type FastifySchemaValidationError } from "fastify";
import * as pets from "./pets.ts";

const integer = { type: "integer" } as const;
const text = { type: "string" } as const;
const status = { type: "string", enum: pets.statuses } as const;
const object = <Properties extends object>(properties: Properties, required = Object.keys(properties)) =>
  ({ type: "object", required, properties }) as const;

const pet = object({ id: integer, name: text, categoryId: integer, status });
const entry = object({ petId: integer, quantity: integer, status });
const details = { type: "array", items: object({ field: text, message: text }) } as const;
const failure = object({ code: text, message: text, status: integer, details }, ["code", "message", "status"]);
const failures = { "4xx": failure, "5xx": failure } as const;
const newPet = object(
  {
    name: { ...text, minLength: 1, maxLength: 255 },
    categoryId: integer,
    status: { ...status, default: "available" },
  },
  ["name", "categoryId"],
);
const stock = object({ quantity: { ...integer, minimum: 0, maximum: 2_147_483_647 } });
const listQuery = object({ limit: { ...integer, minimum: 1, maximum: 100, default: 20 }, status, cursor: text }, []);

function send(reply: FastifyReply, { status: code, body, link }: pets.Reply): FastifyReply {
  if (link !== undefined) reply.header("Link", link);
  return reply.code(code).send(body);
}

function detailOf({ instancePath, params, message = "" }: FastifySchemaValidationError): pets.Detail {
  const field = `${params["missingProperty"] ?? instancePath.slice(1)}` || "body";
  return { field, message: `${field} ${message}` };
}

// Fastify's one compiler would also accept "5" for 5 in JSON; a query is text and needs the conversion.
const forText = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true });
const forJson = new Ajv({ allErrors: true, coerceTypes: false, useDefaults: true });

const app = Fastify({
  // The documentation of fast-json-stringify recommends this for arrays of more than 20,000.
  serializerOpts: { largeArrayMechanism: "json-stringify" },
});
app.setValidatorCompiler<object>(({ schema, httpPart }) => (httpPart === "body" ? forJson : forText).compile(schema));
app.setErrorHandler((error: FastifyError, _request, reply) => {
  if (error.validation !== undefined) return send(reply, pets.invalid(error.validation.map(detailOf)));
  return send(reply, error.statusCode === 400 ? pets.malformed : pets.internal);
});
app.addHook("onRequest", (request, reply, done) => {
  if (request.headers.authorization === pets.authorization) done();
  else send(reply, pets.unauthorized);
});

app.get<{ Querystring: Parameters<typeof pets.listPets>[0] }>(
  "/v1/pets",
  { schema: { querystring: listQuery, response: { 200: { type: "array", items: pet }, ...failures } } },
  (request, reply) => send(reply, pets.listPets(request.query)),
);
app.post<{ Body: pets.NewPet }>(
  "/v1/pets",
  { schema: { body: newPet, response: { 201: pet, ...failures } } },
  (request, reply) => send(reply, pets.createPet(request.body)),
);
app.get<{ Params: { petId: string } }>(
  "/v1/pets/:petId",
  { schema: { response: { 200: pet, ...failures } } },
  (request, reply) => send(reply, pets.getPet(request.params.petId)),
);
app.get(
  "/v1/inventory",
  { schema: { response: { 200: { type: "array", items: entry }, ...failures } } },
  (_request, reply) => send(reply, pets.getInventory()),
);
app.patch<{ Params: { petId: string }; Body: { quantity: number } }>(
  "/v1/inventory/:petId",
  { schema: { body: stock, response: { 200: entry, ...failures } } },
  (request, reply) => send(reply, pets.setQuantity(request.params.petId, request.body.quantity)),
);

await app.listen({ port: pets.port, host: pets.hostname });
