import * as z from "zod";
import { failures } from "./failures.ts";

/** The body of every failure. */
export const ErrorBody = z
  .object({
    code: z.string().meta({
      description: "Machine-readable error code. Later versions may add codes",
      "x-extensible-enum": Object.keys(failures),
    }),
    message: z.string().meta({ description: "Human-readable description" }),
    status: z.int().meta({ description: "The HTTP status code", type: "integer", minimum: 400, maximum: 599 }),
    details: z
      .array(
        z.object({
          field: z.string().meta({ description: "The field or parameter" }),
          code: z.enum(["missing", "invalid", "unknown"]).meta({ description: "What is wrong with it" }),
          message: z.string().meta({ description: "What was expected, and what the request had" }),
        }),
      )
      .meta({ description: "On status 400: each invalid field" })
      .optional(),
  })
  .meta({ id: "Error", description: "The body of every response with a status of 400 or more" });
