/* What visitors ask, until somebody says that it is done. */
import type { Inquiry } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { attempt } from "../../app/notices.ts";
import { can, petstore } from "../../app/session/session.ts";
import { run, type Step } from "../command.ts";
import { loadPets, petName } from "../pets/pet-names.ts";
import { type Resource, reload, useResource } from "../resource.ts";

/** As many as the service returns at once. */
const PAGE = 100;

/** The inquiries that nobody has closed, the oldest first. */
export function useInquiries(): Resource<readonly Inquiry[]> {
  return useResource<readonly Inquiry[]>("inquiries", {
    async load(signal) {
      if (!can("inquiries:read")) return [];
      const { items } = await petstore().inquiries.list({ state: "new", limit: PAGE }, { signal });
      await loadPets(
        items.map(({ petId }) => petId),
        signal,
      );
      return items;
    },
    topic: "inquiries",
    isQuiet: true,
  });
}

/** Says how far an inquiry is. */
export async function setInquiry({ id }: Inquiry, state: Inquiry["state"], idempotencyKey?: string): Promise<Inquiry> {
  const inquiry = await petstore().inquiries.update(id, { state }, { idempotencyKey });
  reload("inquiries");
  return inquiry;
}

/** Says that an inquiry is done, and offers to undo that. */
export function closeInquiry(inquiry: Inquiry): Promise<void> {
  const { today: words } = allTexts.value;
  const about = `inquiry ${inquiry.id}`;
  const reopening: Step<Inquiry> = { about, send: ({ key }) => setInquiry(inquiry, "new", key) };
  const closing: Step<Inquiry> = {
    about,
    send: ({ key }) => setInquiry(inquiry, "closed", key),
    undo: () => reopening,
  };
  const name = petName(inquiry.petId);
  return attempt(
    async () =>
      void (await run([closing], { done: () => words.inquiryClosed(name), undone: () => words.inquiryWaits(name) })),
  );
}
