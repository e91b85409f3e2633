import * as z from "zod";
import { dateTime } from "./common.ts";
import { ALL_SCOPES, operation } from "./operation.ts";

export const ApiKey = z
  .object({
    name: z.string().meta({ description: "What the key is for" }),
    hint: z.string().meta({ description: "The last characters of the key" }),
    scopes: z.array(z.string()).meta({ description: `What the key may do; \`${ALL_SCOPES}\` is everything` }),
    environment: z.enum(["production", "staging"]).meta({ description: "The environment that the key belongs to" }),
    expiresAt: dateTime("When the key expires; omitted if never").optional(),
  })
  .meta({ id: "ApiKey", description: "The API key of the request" });

const getKey = operation({
  id: "getKey",
  method: "GET",
  path: "/key",
  tag: "Keys",
  summary: "Get the API key of the request",
  description: "Returns what the key of this request may do. Every valid key may ask.",
  stability: "beta",
  success: { status: 200, description: "The key", schema: ApiKey },
  errors: [],
  examples: {
    response: {
      name: "kiosk",
      hint: "x7Qz",
      scopes: ["pets:read"],
      environment: "production",
      expiresAt: "2027-01-01T00:00:00.000Z",
    },
  },
});

/** The operations on API keys. */
export const keyOperations = { getKey } as const;
