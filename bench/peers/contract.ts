/** What every peer serves, without a framework: the types, the checks of input, the errors and the cursor. */

export interface NewPet {
  readonly name: string;
  readonly categoryId: number;
  readonly status: PetStatus;
}

export interface Pet extends NewPet {
  readonly id: number;
}

export interface InventoryEntry {
  readonly petId: number;
  readonly quantity: number;
  readonly status: PetStatus;
}

export type PetStatus = "available" | "pending" | "sold";
export const petStatuses: readonly PetStatus[] = ["available", "pending", "sold"];

/** What a peer reads from its environment. One key with full access is enough to measure with. */
export interface Settings {
  readonly port: number;
  readonly databasePath: string;
  readonly authorization: string;
}

/** Reads the settings with which the harness starts a peer. */
export function readSettings(): Settings {
  const { PORT, DATABASE_PATH, API_KEY } = process.env;
  if (!PORT || !DATABASE_PATH || !API_KEY) throw new Error("PORT, DATABASE_PATH and API_KEY must be set");
  return { port: Number(PORT), databasePath: DATABASE_PATH, authorization: `Bearer ${API_KEY}` };
}

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

export const unauthorized: ErrorBody = { code: "unauthorized", message: "A valid API key is required", status: 401 };
export const notFound: ErrorBody = { code: "not_found", message: "There is no such animal", status: 404 };
export const malformed: ErrorBody = { code: "malformed_json", message: "The body is not JSON", status: 400 };
export const internal: ErrorBody = { code: "internal_error", message: "Something went wrong", status: 500 };

export function invalid(message: string): ErrorBody {
  return { code: "validation_failed", message, status: 400 };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isStatus(value: unknown): value is PetStatus {
  return value === "available" || value === "pending" || value === "sold";
}

/** Checks the body of `POST /pets`; answers with what is wrong as text. */
export function readNewPet(body: unknown): NewPet | string {
  if (!isRecord(body)) return "body must be an object";
  const { name, categoryId, status = "available" } = body;
  if (typeof name !== "string" || name.length < 1 || name.length > 255) return "name must be 1 to 255 characters";
  if (typeof categoryId !== "number" || !Number.isSafeInteger(categoryId)) return "categoryId must be an integer";
  if (!isStatus(status)) return "status must be available, pending or sold";
  return { name, categoryId, status };
}

/** Checks the body of `PATCH /inventory/{petId}`; answers with what is wrong as text. */
export function readQuantity(body: unknown): number | string {
  const quantity = isRecord(body) ? body["quantity"] : undefined;
  if (typeof quantity !== "number" || !Number.isInteger(quantity) || quantity < 0 || quantity > 2_147_483_647) {
    return "quantity must be an integer from 0 to 2147483647";
  }
  return quantity;
}

export interface ListQuery {
  readonly limit: number;
  readonly status: PetStatus | undefined;
  readonly after: number;
}

/** Checks the query of `GET /pets`; answers with what is wrong as text. */
export function readListQuery(query: { limit?: unknown; status?: unknown; cursor?: unknown }): ListQuery | string {
  const limit = query.limit === undefined ? 20 : Number(query.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return "limit must be an integer from 1 to 100";
  const { status } = query;
  if (status !== undefined && !isStatus(status)) return "status must be available, pending or sold";
  const after = query.cursor === undefined ? 0 : Number(atob(String(query.cursor)));
  if (!Number.isSafeInteger(after) || after < 0) return "cursor is not one that this service made";
  return { limit, status, after };
}

/** The id in a path, or undefined where no animal can have it. */
export function readId(text: string): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The `Link` header of a page that has a next one: it repeats the filter, as the contract asks. */
export function nextLink(query: ListQuery, lastId: number): string {
  const filter = query.status === undefined ? "" : `&status=${query.status}`;
  return `</v1/pets?limit=${query.limit}${filter}&cursor=${encodeURIComponent(btoa(String(lastId)))}>; rel="next"`;
}
