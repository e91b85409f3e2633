/* What visitors ask, until somebody says that it is done. */
import type { Inquiry } from "../../client/index.ts";
import { allTexts } from "../app/language.ts";
import { announce, attempt } from "../app/notices.ts";
import { can, petstore } from "../app/session.ts";
import { learnPets, petName } from "./pet-names.ts";
import { type Resource, reload, STALE, useResource } from "./resource.ts";

/** As many as the service returns at once. */
const PAGE = 100;

/** The inquiries that nobody has closed, the oldest first. */
export function useInquiries(): Resource<readonly Inquiry[]> {
  return useResource<readonly Inquiry[]>("inquiries", {
    async load(signal) {
      if (!can("inquiries:read")) return [];
      const { items } = await petstore().inquiries.list({ state: "new", limit: PAGE }, { signal });
      await learnPets(
        items.map(({ petId }) => petId),
        signal,
      );
      return items;
    },
    apply: (inquiries, { type, source }) => (source !== "pending" && type.startsWith("inquiry.") ? STALE : inquiries),
    isQuiet: true,
  });
}

/** Says how far an inquiry is. */
export async function setInquiry({ id }: Inquiry, state: Inquiry["state"]): Promise<void> {
  await petstore().inquiries.update(id, { state });
  reload("inquiries");
}

/** Says that an inquiry is done, and offers to undo that. */
export function closeInquiry(inquiry: Inquiry): Promise<void> {
  return attempt(async () => {
    await setInquiry(inquiry, "closed");
    const text = allTexts.value.today.inquiryClosed(petName(inquiry.petId));
    announce(text, () => void attempt(() => setInquiry(inquiry, "new")));
  });
}
