import { Failure, notFound } from "../../contract/errors.ts";
import {
  type Inquiry,
  type inquiryOperations,
  type NewInquiry,
  personalInquiryMembers,
} from "../../contract/inquiries.ts";
import { withoutMembers } from "../../contract/members.ts";
import type { Handlers } from "../../contract/operation.ts";
import { after } from "../after.ts";
import { type Context, hasScope } from "../context.ts";
import { changedMembers, eventOf, record } from "../events.ts";
import { executeOnce } from "../execute.ts";
import { page } from "../pagination.ts";
import type { Store } from "../ports.ts";
import { repeatUntilUnchanged, requireMatch } from "../preconditions.ts";
import { isoTime } from "../times.ts";
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
    after(store.inquiries.find(inquiryId), (inquiry) => inquiry ?? notFound("inquiry", inquiryId)),

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

/** An inquiry as the key may see it: a visitor is for those who may read inquiries. */
function shown(inquiry: Inquiry, { principal }: Context): Inquiry {
  return hasScope(principal, "inquiries:read") ? inquiry : withoutMembers(inquiry, personalInquiryMembers);
}

/** How many inquiries the service takes on a day (UTC): nobody can read more, and a flood must not fill the disk. */
export const INQUIRIES_PER_DAY = 200;

const DAY_MS = 24 * 3_600_000;

/** An inquiry that is sent again within the hour, by a second click or after a lost response, is one. */
const SAME_MS = 3_600_000;

const DONE = { status: 204, headers: {} };

interface Parts {
  readonly store: Store;
  readonly now: number;
  readonly sha256: (text: string) => string;
}

/** Stores what a visitor asks about a pet. Throws `not_found` if there is none to ask about, and `rate_limited` after too many on a day. */
export async function createInquiry(petId: bigint, given: NewInquiry, { store, now, sha256 }: Parts): Promise<void> {
  const { name, contact, message } = given;
  const same = [Math.floor(now / SAME_MS), petId, name, contact, message];
  const request = { id: sha256(JSON.stringify(same.map(String))), fingerprint: "inquiry" };
  await executeOnce(
    {
      store,
      async work({ store: { inquiries, pets }, events }) {
        const pet = (await pets.find(petId)) ?? notFound("pet", petId);
        if (pet.status === "sold") throw new Failure("not_found", `Pet ${petId} is sold`);
        if (!(await inquiries.takePlace(isoTime(now).slice(0, 10), INQUIRIES_PER_DAY))) throw tooMany(now);
        const inquiry = await inquiries.insert({ petId, at: isoTime(now), name, contact, message, state: "new" });
        events.push(eventOf({ key: undefined, now }, "inquiry.created", inquiry, { petId }));
        return { first: DONE, repeated: () => DONE };
      },
    },
    request,
    now,
  );
}

function tooMany(now: number): Failure {
  const seconds = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
  const message = `At most ${INQUIRIES_PER_DAY} inquiries are taken on a day`;
  return new Failure("rate_limited", message, { headers: { "Retry-After": String(seconds) } });
}
