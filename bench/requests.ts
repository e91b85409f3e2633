/** Requests, written out in advance. */
import { numbered, pet, quantity } from "./pets.ts";
import { apiKey } from "./servers.ts";

/** One request, written out, and the status of the only right response. */
export interface Request {
  readonly text: string;
  readonly status: number;
}

/** So many requests are written in advance where each is to differ. */
const many = 1 << 17;

// Without the port, so that all servers get the same bytes.
const host = "Host: 127.0.0.1\r\n";
/** The header of the usual client's key. */
export const authorization = `Authorization: Bearer ${apiKey}\r\n`;

/** A request of the usual client. */
export function get(path: string, headers = ""): Request {
  return { text: `GET /v1${path} HTTP/1.1\r\n${host}${authorization}${headers}\r\n`, status: 200 };
}

/** A request that changes something. */
export function send(method: "POST" | "PATCH", path: string, body: object, status: number): Request {
  const json = JSON.stringify(body);
  const content = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`;
  return { text: `${method} /v1${path} HTTP/1.1\r\n${host}${authorization}${content}\r\n${json}`, status };
}

/** Adds a pet like pet number `number`. */
export function create(number: number): Request {
  const { name, categoryId, status } = pet(number);
  return send("POST", "/pets", { name, categoryId, status }, 201);
}

/** Sets a stock. With another number it is another quantity: one that is the same already changes nothing. */
export function setQuantity(petId: number, more: number): Request {
  return send("PATCH", `/inventory/${petId}`, { quantity: quantity(petId) + 1 + more }, 200);
}

/** Orders one of a pet. */
export function placeOrder(petId: number): Request {
  return send("POST", "/store/orders", { petId }, 201);
}

/** Numbers from 0 to below `limit` that look random and are the same for a purpose in every run (xorshift32). */
export function numbersFor(purpose: string): (limit: number) => number {
  let state = Bun.hash.crc32(purpose) || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** Many requests, each made with the id of a random pet. */
export function random(
  pets: number,
  make: (id: number, random: (limit: number) => number) => Request,
  count = many,
): Request[] {
  const next = numbersFor("pets");
  return numbered(count, () => make(1 + next(pets), next));
}

/** Lists of 20 random pets. */
export function randomPage(pets: number, count?: number): Request[] {
  return random(pets, (id, next) => get(`/pets?ids=${[id, ...numbered(19, () => 1 + next(pets))]}`), count);
}
