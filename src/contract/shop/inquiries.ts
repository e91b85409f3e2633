/* Inquiries of visitors about pets, and the answers of staff (decision D66). */
import * as z from "zod";
import {
  count,
  dateTime,
  idParameter,
  int64,
  int64Parameter,
  oneOf,
  orderParameter,
  pageOf,
  pageParameters,
  shortText,
} from "../common.ts";
import { requireOneOf } from "../json/one-of.ts";
import { operation } from "../operation.ts";
import { DAY_SCHEMA } from "../values/days.ts";
import { line, lines } from "../values/texts.ts";

/** The longest name, the longest contact and the longest message of a visitor. */
const LINE_MAX = 255;
const MESSAGE_MAX = 2000;

const states = ["new", "answered", "closed"] as const;

const InquiryState = z
  .enum(states, { error: oneOf(states) })
  .meta({ id: "InquiryState", description: "What has become of an inquiry" });

const forReaders = "Omitted in responses to keys without the scope `inquiries:read`, and to repeated requests";

/** Members left out of events, of responses to keys without `inquiries:read`, and of stored responses. */
export const personalInquiryMembers = ["name", "contact", "message", "note"] as const;

export const Inquiry = z
  .object({
    id: int64("Unique identifier of the inquiry"),
    petId: int64("Id of the pet that it is about"),
    at: dateTime("When it was sent"),
    name: z
      .string()
      .optional()
      .meta({ maxLength: LINE_MAX, description: `Who asks. ${forReaders}` }),
    contact: z
      .string()
      .optional()
      .meta({
        maxLength: LINE_MAX,
        description: `How to reach them: an email address or a phone number. ${forReaders}`,
      }),
    message: z
      .string()
      .optional()
      .meta({ maxLength: MESSAGE_MAX, description: `What they ask. ${forReaders}` }),
    state: InquiryState,
    note: z.string().optional().meta({ maxLength: 500, description: "A note of the staff" }),
  })
  .meta({
    id: "Inquiry",
    description: "What a visitor asks about a pet. Events and webhooks never include the visitor",
  });
export type Inquiry = z.output<typeof Inquiry>;

/** An inquiry in an event. Events are kept and forwarded, so they have nothing of the visitor. */
export const EventInquiry = Inquiry.omit({ name: true, contact: true, message: true, note: true }).meta({
  id: "EventInquiry",
  description: "An inquiry without the visitor, the message and the note; `getInquiry` returns those",
});

/** The limits of the form for visitors. */
export const inquiryLimits = ["day", "network", "contact"] as const;

/** The data of the event when visitors have reached a limit of the form. */
export const LimitedInquiries = z
  .object({
    day: z.iso
      .date()
      .meta({ ...DAY_SCHEMA, description: "The day (UTC). The form takes inquiries again on the next one" }),
    limit: z
      .enum(inquiryLimits)
      .meta({ description: "What was reached: the limit of all inquiries, of one network or of one contact" }),
    max: count("How many inquiries the limit allows on a day"),
  })
  .meta({ id: "LimitedInquiries", description: "A limit of inquiries that was reached for the first time on a day" });

/** The form of a visitor. */
export const NewInquiry = z.object({
  name: line(LINE_MAX, "Who asks"),
  contact: line(LINE_MAX, "How to reach them").refine(isContact),
  message: lines(MESSAGE_MAX, "What they ask").refine((text) => /\S/.test(text)),
});
export type NewInquiry = z.output<typeof NewInquiry>;

/** Whether staff can answer: to an email address, or by phone. */
function isContact(text: string): boolean {
  return /[^\s@]@[^\s@]+\.[^\s@]/.test(text) || text.replace(/[^\p{Nd}]/gu, "").length >= 5;
}

const InquiryUpdate = requireOneOf(
  z.object({
    state: InquiryState.optional(),
    note: shortText("A note of the staff").nullable().optional(),
  }),
  ["state", "note"],
  { id: "InquiryUpdate", what: "an inquiry", note: ". `null` removes the note" },
);

const one = {
  id: 1,
  petId: 1,
  at: "2026-12-01T08:00:00.000Z",
  name: "Ada Krause",
  contact: "ada@example.com",
  message: "Is Rex good with cats?",
  state: "new",
};
const inquiryId = z.object({ inquiryId: idParameter("Id of the inquiry") });
const common = { tag: "Inquiries", stability: "beta" } as const;

const listInquiries = operation({
  ...common,
  id: "listInquiries",
  method: "GET",
  path: "/inquiries",
  summary: "List inquiries",
  description: "Returns the inquiries that match all given filters, in the order of id, one page at a time.",
  scope: "inquiries:read",
  query: z.object({
    ...pageParameters,
    petId: int64Parameter("Only inquiries about this pet"),
    state: InquiryState.optional().meta({ "x-stability": "beta", description: "Only inquiries in this state" }),
    order: orderParameter,
  }),
  success: pageOf("inquiries", Inquiry, "Inquiries", "Inquiries in the order of id"),
  examples: { response: [one] },
});

const getInquiry = operation({
  ...common,
  id: "getInquiry",
  method: "GET",
  path: "/inquiries/{inquiryId}",
  summary: "Get an inquiry",
  description: "Returns one inquiry.",
  scope: "inquiries:read",
  params: inquiryId,
  success: { status: 200, description: "The inquiry", schema: Inquiry },
  examples: { params: { inquiryId: "1" }, response: one },
});

const updateInquiry = operation({
  ...common,
  id: "updateInquiry",
  method: "PATCH",
  path: "/inquiries/{inquiryId}",
  summary: "Change an inquiry",
  description:
    "Changes the state of an inquiry, or its note. The service sends nothing to the visitor: answer by email or by phone, then " +
    "set the state. Inquiries are deleted `INQUIRIES_RETENTION_DAYS` after their last change.",
  scope: "inquiries:write",
  params: inquiryId,
  body: InquiryUpdate,
  mergePatch: true,
  idempotencyKey: true,
  ifMatch: Inquiry,
  success: { status: 200, description: "The changed inquiry", schema: Inquiry, notStored: personalInquiryMembers },
  examples: {
    params: { inquiryId: "1" },
    body: { state: "answered", note: "Comes on Friday" },
    response: { ...one, state: "answered", note: "Comes on Friday" },
  },
});

const deleteInquiry = operation({
  ...common,
  id: "deleteInquiry",
  method: "DELETE",
  path: "/inquiries/{inquiryId}",
  summary: "Delete an inquiry",
  description: "Erases an inquiry. Backups keep it.",
  scope: "inquiries:write",
  params: inquiryId,
  ifMatch: Inquiry,
  success: { status: 204, description: "The inquiry is deleted" },
  examples: { params: { inquiryId: "1" } },
});

/** The operations on inquiries. */
export const inquiryOperations = { listInquiries, getInquiry, updateInquiry, deleteInquiry } as const;
