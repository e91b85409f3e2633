import { Failure, notFound } from "../../../contract/errors/errors.ts";
import { withoutMembers } from "../../../contract/json/members.ts";
import type { Handlers } from "../../../contract/operation.ts";
import {
  type Inquiry,
  type inquiryOperations,
  type NewInquiry,
  personalInquiryMembers,
} from "../../../contract/shop/inquiries.ts";
import { chain } from "../../concurrency/maybe-promise.ts";
import { type Context, hasScope } from "../../context.ts";
import { executeOnce, NO_CONTENT } from "../../idempotency.ts";
import { page } from "../../pagination.ts";
import type { Store } from "../../ports.ts";
import { repeatUntilUnchanged, requireMatch } from "../../preconditions.ts";
import { changedMembers, eventOf, record } from "../../recorded-events.ts";
import { HOUR_MS, isoTime } from "../../times.ts";
import { INQUIRIES_PER_DAY, INQUIRY_MAXIMA, type InquiryLimit, limitDayOf } from "./inquiry-limits.ts";
import type { StoredInquiry } from "./inquiry-ports.ts";

export const inquiries: Handlers<typeof inquiryOperations, Context> = {
  listInquiries: ({ query: { petId, state, ...query } }, context) =>
    page(
      query,
      ["inquiries", petId, state],
      context,
      (slice) => context.store.inquiries.list({ petId, state }, slice),
      ({ id }) => id,
    ),

  getInquiry: ({ params: { inquiryId } }, { store }) =>
    chain(store.inquiries.find(inquiryId), (inquiry) => inquiry ?? notFound("inquiry", inquiryId)),

  updateInquiry: ({ params: { inquiryId }, body }, context) =>
    repeatUntilUnchanged(async () => {
      const { inquiries } = context.store;
      const current = (await inquiries.find(inquiryId)) ?? notFound("inquiry", inquiryId);
      requireMatch(context, shown(current, context));
      const { state = current.state, note = current.note } = body;
      const inquiry: StoredInquiry = { ...current, state, note: note ?? undefined };
      if (!(await inquiries.replace(current, inquiry, context.now))) return undefined;
      if (changedMembers(current, inquiry, ["state", "note"]) !== undefined) {
        const previous = changedMembers(current, inquiry, ["state"]) ?? {};
        record(context, "inquiry.updated", inquiry, { petId: inquiry.petId, previous });
      }
      return shown(inquiry, context);
    }),

  deleteInquiry: async ({ params: { inquiryId } }, context) => {
    const inquiry = (await context.store.inquiries.delete(inquiryId)) ?? notFound("inquiry", inquiryId);
    requireMatch(context, shown(inquiry, context));
    record(context, "inquiry.deleted", inquiry, { petId: inquiry.petId });
  },
};

/** An inquiry as the key may see it: with the visitor only for keys that may read inquiries. */
function shown(inquiry: Inquiry, { principal }: Context): Inquiry {
  return hasScope(principal, "inquiries:read") ? inquiry : withoutMembers(inquiry, personalInquiryMembers);
}

/** The same inquiry again within an hour, by a double click or after a lost response, is not stored twice. */
const SAME_MS = HOUR_MS;

interface Parts {
  readonly store: Store;
  readonly now: number;
  readonly sha256: (text: string) => string;
}

/**
 * Stores a visitor's inquiry about a pet, if fewer than `max` were stored on its day. Returns whether the same one was stored within the
 * hour before. Throws `not_found` if there is no such pet for visitors, and `rate_limited` after too many on the day.
 */
export async function createInquiry(
  petId: bigint,
  given: NewInquiry,
  { store, now, sha256 }: Parts,
  max = INQUIRIES_PER_DAY,
): Promise<{ readonly isRepeated: boolean }> {
  const { name, contact, message } = given;
  const request = { id: sha256(JSON.stringify([`${petId}`, name, contact, message])), fingerprint: "inquiry" };
  const { isReplayed } = await executeOnce(
    {
      store,
      async work({ store: { inquiries, pets }, events }) {
        const pet = (await pets.find(petId)) ?? notFound("pet", petId);
        if (pet.status === "sold") throw new Failure("not_found", `Pet ${petId} is sold`);
        if (!(await inquiries.countForDay(limitDayOf(now).day, max)))
          throw new Failure("rate_limited", `At most ${max} inquiries are accepted per day`);
        const inquiry = await inquiries.insert({ petId, at: isoTime(now), name, contact, message, state: "new" });
        events.push(eventOf({ key: undefined, now }, "inquiry.created", inquiry, { petId }));
        return NO_CONTENT;
      },
    },
    request,
    now,
    now - SAME_MS,
  );
  return { isRepeated: isReplayed };
}

/** Tells staff that a limit of the form was reached, once a day for each limit. */
export async function recordInquiryLimit(limit: InquiryLimit, { store, now, sha256 }: Parts): Promise<void> {
  const { day } = limitDayOf(now);
  const data = { day, limit, max: INQUIRY_MAXIMA[limit] };
  await executeOnce(
    {
      store,
      async work({ events }) {
        events.push(eventOf({ key: undefined, now }, "inquiry.limited", data));
        return NO_CONTENT;
      },
    },
    { id: sha256(`inquiry.limited ${day} ${limit}`), fingerprint: "inquiry.limited" },
    now,
  );
}
