/** The JSON schemas of the Fastify peer, for validation of what comes in and fast serialisation of what goes out. */
import { petStatuses } from "./contract.ts";

const status = { type: "string", enum: petStatuses } as const;

export const pet = {
  type: "object",
  required: ["id", "name", "categoryId", "status"],
  properties: { id: { type: "integer" }, name: { type: "string" }, categoryId: { type: "integer" }, status },
} as const;

export const newPet = {
  type: "object",
  required: ["name", "categoryId"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 255 },
    categoryId: { type: "integer" },
    status: { ...status, default: "available" },
  },
} as const;

export const entry = {
  type: "object",
  required: ["petId", "quantity", "status"],
  properties: { petId: { type: "integer" }, quantity: { type: "integer" }, status },
} as const;

export const stock = {
  type: "object",
  required: ["quantity"],
  properties: { quantity: { type: "integer", minimum: 0, maximum: 2_147_483_647 } },
} as const;

export const listQuery = {
  type: "object",
  properties: { limit: { type: "integer", minimum: 1, maximum: 100, default: 20 }, status, cursor: { type: "string" } },
} as const;

const failure = {
  type: "object",
  required: ["code", "message", "status"],
  properties: { code: { type: "string" }, message: { type: "string" }, status: { type: "integer" } },
} as const;

export const failures = { "4xx": failure, "5xx": failure } as const;
