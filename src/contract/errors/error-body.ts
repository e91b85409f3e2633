import * as z from "zod";
import { storedText, WORD_MAX } from "../values/texts.ts";
import { failures } from "./failures.ts";

/** The longest message of an error, in UTF-16 units. Longer ones are cut. */
export const MESSAGE_MAX = 4096;

/** How many invalid fields an error names. */
export const DETAILS_MAX = 20;

/** The body of every failure. */
export const ErrorBody = z
  .object({
    code: z.string().meta({
      maxLength: WORD_MAX,
      description: "Machine-readable error code. Later versions may add codes",
      "x-extensible-enum": Object.keys(failures),
    }),
    message: storedText(MESSAGE_MAX, "Human-readable description"),
    status: z.int().meta({ description: "The HTTP status code", type: "integer", minimum: 400, maximum: 599 }),
    details: z
      .array(
        z.object({
          field: storedText(MESSAGE_MAX, "The field or parameter"),
          code: z.enum(["missing", "invalid", "unknown"]).meta({ description: "What is wrong with it" }),
          message: storedText(MESSAGE_MAX, "What was expected, and what the request had"),
        }),
      )
      .max(DETAILS_MAX)
      .meta({ description: "On status 400 each invalid field, and of a sale the item that cannot be sold" })
      .optional(),
  })
  .meta({ id: "Error", description: "The body of every response with a status of 400 or more" });
