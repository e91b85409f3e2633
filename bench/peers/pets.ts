/** What every peer serves, whatever its framework: the five operations, the checks of input and the errors. */
import { openDatabase } from "./database.ts";
import { sql } from "./sql.ts";

const { PORT, DATABASE_URL = "", PETSTORE_API_KEY } = process.env;
export const port = Number(PORT);
export const hostname = "127.0.0.1";
export const authorization = `Bearer ${PETSTORE_API_KEY}`;

export const statuses = ["available", "pending", "sold"] as const;
type Status = (typeof statuses)[number];

export interface Pet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: Status;
}
export type NewPet = Omit<Pet, "id">;

/** A status, a body, and for a page the `Link` header to the next one. */
export interface Reply {
  readonly status: 200 | 201 | 400 | 401 | 404 | 500;
  readonly body: unknown;
  readonly link?: string;
}

/** What is wrong with one field of a request: all are named at once, as petstore does. */
export interface Detail {
  readonly field: string;
  readonly message: string;
}

function error(status: Reply["status"], code: string, message: string, details?: readonly Detail[]): Reply {
  return { status, body: { code, message, status, details } };
}
export const unauthorized = error(401, "unauthorized", "A valid API key is required");
export const notFound = error(404, "not_found", "There is no such pet");
export const malformed = error(400, "malformed_json", "The body is not JSON");
export const internal = error(500, "internal_error", "Something went wrong");
export const invalid = (details: readonly Detail[]): Reply =>
  error(400, "validation_failed", details.map(({ message }) => message).join(". "), details);
const invalidField = (field: string, expected: string): Reply => invalid([detail(field, expected)]);

const prepare = await openDatabase(DATABASE_URL.replace("sqlite://", ""));
const statements = {
  list: prepare(sql.list),
  listByStatus: prepare(sql.listByStatus),
  get: prepare(sql.get),
  create: prepare(sql.create),
  inventory: prepare(sql.inventory),
  setQuantity: prepare(sql.setQuantity),
};

/** `GET /pets`, with its query as text or as a framework has converted it. */
export function listPets(query: { limit?: unknown; status?: unknown; cursor?: unknown }): Reply {
  const limit = query.limit === undefined ? 20 : Number(query.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return invalidField("limit", "an integer from 1 to 100");
  const { status } = query;
  if (status !== undefined && !isStatus(status)) return invalidField("status", STATUS);
  const after = query.cursor === undefined ? 0 : Number(atob(String(query.cursor)));
  if (!Number.isSafeInteger(after) || after < 0) return invalidField("cursor", "one that this service made");
  const { list, listByStatus } = statements;
  // One row more than the page holds tells whether there is a next page.
  const pets = (
    status === undefined ? list.all(after, limit + 1) : listByStatus.all(status, after, limit + 1)
  ) as Pet[];
  if (pets.length <= limit) return { status: 200, body: pets };
  pets.pop();
  const filter = status === undefined ? "" : `&status=${status}`;
  const cursor = encodeURIComponent(btoa(String(pets.at(-1)?.id)));
  return { status: 200, body: pets, link: `</v1/pets?limit=${limit}${filter}&cursor=${cursor}>; rel="next"` };
}

/** `POST /pets`, with a body that was checked. */
export function createPet({ name, categoryId, status }: NewPet): Reply {
  return { status: 201, body: statements.create.get(name, categoryId, status, status === "sold" ? 0 : 1) };
}

/** `GET /pets/{petId}` */
export function getPet(petId: string): Reply {
  const id = readId(petId);
  const pet = id === undefined ? undefined : statements.get.get(id);
  return pet ? { status: 200, body: pet } : notFound;
}

/** `GET /inventory` */
export function getInventory(): Reply {
  return { status: 200, body: statements.inventory.all() };
}

/** `PATCH /inventory/{petId}`, with a quantity that was checked. */
export function setQuantity(petId: string, quantity: number): Reply {
  const id = readId(petId);
  const entry = id === undefined ? undefined : statements.setQuantity.get(quantity, id);
  return entry ? { status: 200, body: entry } : notFound;
}

const STATUS = "available, pending or sold";

/** Says what a field should have been. */
export function detail(field: string, expected: string): Detail {
  return { field, message: `${field}: expected ${expected}` };
}

/** Checks the body of `POST /pets`; a list says all that is wrong. */
export function readNewPet(body: unknown): NewPet | readonly Detail[] {
  if (!isRecord(body)) return [detail("body", "an object")];
  const { name, categoryId, status = "available" } = body;
  const isName = typeof name === "string" && name.length >= 1 && name.length <= 255;
  const isCategory = typeof categoryId === "number" && Number.isSafeInteger(categoryId);
  if (isName && isCategory && isStatus(status)) return { name, categoryId, status };
  const details: Detail[] = [];
  if (!isName) details.push(detail("name", "1 to 255 characters"));
  if (!isCategory) details.push(detail("categoryId", "an integer"));
  if (!isStatus(status)) details.push(detail("status", STATUS));
  return details;
}

/** Checks the body of `PATCH /inventory/{petId}`; a list says what is wrong. */
export function readQuantity(body: unknown): number | readonly Detail[] {
  const quantity = isRecord(body) ? body["quantity"] : undefined;
  const isQuantity =
    typeof quantity === "number" && Number.isInteger(quantity) && quantity >= 0 && quantity <= 2_147_483_647;
  return isQuantity ? quantity : [detail("quantity", "an integer from 0 to 2147483647")];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isStatus(value: unknown): value is Status {
  return value === "available" || value === "pending" || value === "sold";
}

function readId(text: string): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
