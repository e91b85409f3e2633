import * as z from "zod";
import { dateTime } from "../common.ts";
import { WORD_MAX } from "../values/texts.ts";

const webhookStates = ["active", "failing", "off"] as const;
export type WebhookState = (typeof webhookStates)[number];

/** The members of a webhook that its deliveries determine. Clients cannot change them. */
export const health = {
  state: z.enum(webhookStates).meta({
    description: "`failing` if the last attempt failed, `off` if no messages are sent, otherwise `active`",
  }),
  since: dateTime("When it entered this state"),
  reason: z
    .string()
    .optional()
    .meta({
      maxLength: WORD_MAX,
      description:
        "Why the service switched it off: `gone` if the receiver returned 410, `failing` after 5 days without a success. " +
        "Later versions may add reasons",
    }),
  lastSuccessAt: dateTime("When a message was last delivered, to the second").optional(),
};
