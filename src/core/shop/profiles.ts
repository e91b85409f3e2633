import { notFound } from "../../contract/errors.ts";
import type { Handlers } from "../../contract/operation.ts";
import type { profileOperations } from "../../contract/profiles.ts";
import type { Context } from "../context.ts";
import { recordProfileUpdate } from "../events.ts";
import { requireMatch } from "../preconditions.ts";
import { marksOf, requireFree } from "./marks.ts";
import { mergeProfile, requireRules } from "./profile-rules.ts";

export const profiles: Handlers<typeof profileOperations, Context> = {
  getProfile: async ({ params: { petId } }, { store }) => {
    const profile = (await store.profiles.find(petId)) ?? notFound("pet", petId);
    return { petId, ...profile };
  },

  updateProfile: async ({ params: { petId }, body }, context) => {
    const { profiles } = context.store;
    await profiles.claim(marksOf({ reference: body.reference ?? undefined, microchip: body.microchip ?? undefined }));
    const current = (await profiles.lock(petId)) ?? notFound("pet", petId);
    requireMatch(context, { petId, ...current });
    const profile = mergeProfile(current, body);
    requireRules(profile, context.now);
    await requireFree(profiles.owners, petId, { before: current, after: profile });
    await profiles.put([{ petId, ...profile }]);
    recordProfileUpdate(context, petId, current, profile);
    return { petId, ...profile };
  },
};
