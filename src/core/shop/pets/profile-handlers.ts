import { notFound } from "../../../contract/errors/errors.ts";
import type { Handlers } from "../../../contract/operation.ts";
import type { profileOperations } from "../../../contract/pets/profiles.ts";
import type { Context } from "../../context.ts";
import { repeatUntilUnchanged, requireMatch } from "../../preconditions.ts";
import { recordProfileUpdate } from "../../recorded-events.ts";
import { lockPaired, pairWith } from "../orders/pairs.ts";
import { identifiersOf, requireUnusedIdentifiers } from "./identifiers.ts";
import { mergeProfile, requireRules } from "./profile-rules.ts";

export const profiles: Handlers<typeof profileOperations, Context> = {
  getProfile: async ({ params: { petId } }, { store }) => {
    const profile = (await store.profiles.find(petId)) ?? notFound("pet", petId);
    return { petId, ...profile };
  },

  updateProfile: ({ params: { petId }, body: { together, ...body } }, context) =>
    repeatUntilUnchanged(async () => {
      const { profiles } = context.store;
      await profiles.claim(
        identifiersOf({ reference: body.reference ?? undefined, microchip: body.microchip ?? undefined }),
      );
      const locked = await lockPaired(petId, together, context);
      if (locked === undefined) return undefined;
      const { together: paired, ...current } = locked.get(petId) ?? notFound("pet", petId);
      requireMatch(context, { petId, ...current, ...(paired && { together: paired }) });
      const members = mergeProfile(current, body);
      requireRules(members, context.now);
      await requireUnusedIdentifiers(profiles.owners, petId, { before: current, after: members });
      if (Object.keys(body).length > 0) await profiles.put([{ petId, ...members }]);
      const others = together === undefined ? paired : await pairWith(petId, together ?? [], locked, context);
      const profile = { ...members, ...(others && others.length > 0 && { together: others }) };
      recordProfileUpdate(context, petId, { ...current, together: paired }, profile);
      return { petId, ...profile };
    }),
};
