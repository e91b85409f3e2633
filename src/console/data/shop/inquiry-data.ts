/* Inquiries of visitors, until they are closed. */
import type { Inquiry } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { attempt } from "../../app/notices.ts";
import { can, petstore } from "../../app/session/session.ts";
import { run, type Step } from "../command.ts";
import { loadPets, petName } from "../pets/pet-names.ts";
import { type Resource, reload, useResource } from "../resource.ts";

/** The most that the service returns at once. */
const PAGE = 100;

/** The open inquiries, the oldest first. */
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

/** Sets the state of an inquiry. */
export async function setInquiry({ id }: Inquiry, state: Inquiry["state"], idempotencyKey?: string): Promise<Inquiry> {
  const inquiry = await petstore().inquiries.update(id, { state }, { idempotencyKey });
  reload("inquiries");
  return inquiry;
}

/** Closes an inquiry, with Undo. */
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
