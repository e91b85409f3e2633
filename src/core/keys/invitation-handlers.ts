import { Failure, invalidField, notFound } from "../../contract/errors/errors.ts";
import { preview } from "../../contract/json/json.ts";
import type { Invitation, invitationOperations } from "../../contract/keys/invitations.ts";
import { grantedBy } from "../../contract/keys/roles.ts";
import type { Handlers } from "../../contract/operation.ts";
import type { Context, Principal } from "../context.ts";
import { page } from "../pagination.ts";
import { recordKey } from "../recorded-events.ts";
import type { Slice } from "../slice.ts";
import { HOUR_MS, isoTime } from "../times.ts";
import type { StoredInvitation } from "./invitation-ports.ts";
import { futureTime, withSecret } from "./key-handlers.ts";
import { lockKeys, principalOf, requireAll, storeKey } from "./key-rules.ts";
import { shownGrant, summaryOf } from "./presented-keys.ts";
import { invitationText } from "./secrets.ts";

/** Pending invitations at one time. */
export const INVITATIONS_MAX = 100;

const LIFETIME_MS = 72 * HOUR_MS;
const LIFETIME_MAX_MS = 30 * 24 * HOUR_MS;

export const invitations: Handlers<typeof invitationOperations, Context> = {
  listInvitations: async ({ query }, context) => {
    const { store, now } = context;
    const list = (slice: Slice) => store.invitations.listPending(slice, now);
    const { items, next } = await page(query, ["invitations"], context, list, ({ id }) => id);
    return { items: items.map(presented), next };
  },

  createInvitation: async ({ body: { name, expiresAt, ...grant } }, context) => {
    const { store, principal, now, consoleUrl, sha256 } = context;
    const scopes = grantedBy(grant);
    requireAll(await lockKeys(context), scopes);
    const secret = invitationText(context);
    const invitation = {
      name,
      hash: sha256(secret),
      scopes,
      createdAt: now,
      createdBy: principal.name,
      creatorId: principal.isStored ? principal.keyId : undefined,
      expiresAt: Math.min(endOf(expiresAt, now), principal.expiresAt ?? Number.POSITIVE_INFINITY),
    };
    const created = await store.invitations.insert(invitation, INVITATIONS_MAX, now);
    if (created === undefined) {
      throw new Failure("conflict", `There are already ${INVITATIONS_MAX} pending invitations: withdraw some first`);
    }
    return { ...presented(created), url: `${consoleUrl}#invitation=${secret}` };
  },

  deleteInvitation: async ({ params: { invitationId } }, context) => {
    const { store, now } = context;
    const manager = await lockKeys(context);
    const invitation = await store.invitations.find(invitationId);
    if (invitation !== undefined) requireAll(manager, invitation.scopes);
    if (!(await store.invitations.withdraw(invitationId, now))) {
      notFound("pending invitation", invitationId);
    }
  },

  getInvitation: async (_, context) => {
    const { name, scopes, createdBy, expiresAt } = await pendingOf(context);
    return {
      name,
      ...shownGrant(scopes),
      environment: context.environment,
      shop: context.shopName || undefined,
      createdBy,
      expiresAt: isoTime(expiresAt),
    };
  },

  redeemInvitation: async ({ body: { device } }, context) => {
    const { store, now } = context;
    // Revoking the creator's key takes the same lock, so one of the two comes first.
    const manager = await lockKeys(context);
    const invitation = await pendingOf(context);
    if (!(await store.invitations.use(invitation.id, now))) throw ended("was used");
    const { scopes, createdBy, creatorId } = invitation;
    // A key that expires grants nothing that lasts longer.
    const expiresAt = creatorId === undefined ? undefined : (await store.keys.find(creatorId))?.expiresAt;
    const name = device === undefined ? invitation.name : `${invitation.name}, ${device}`;
    const created = await storeKey(store.keys, { name, scopes, expiresAt, createdBy }, manager);
    recordKey({ ...manager, by: principalOf(created.key) }, "key.created", summaryOf(created.key));
    return withSecret(created);
  },
};

/** The principal of an invitation, which may accept it and nothing else. */
export function guestOf({ id, name, expiresAt }: StoredInvitation): Principal {
  const keyId = `invitation ${id}`;
  return { keyId, isStored: false, name, hint: "", scopes: new Set(), expiresAt, invitationId: id };
}

/** The invitation of the request. Throws `gone` when it has ended. */
async function pendingOf({ store, principal, now }: Context): Promise<StoredInvitation> {
  const { invitationId } = principal;
  const invitation = invitationId === undefined ? undefined : await store.invitations.find(invitationId);
  if (invitation === undefined) throw ended("is no longer known");
  if (invitation.usedAt !== undefined) throw ended("was used");
  if (invitation.withdrawnAt !== undefined) throw ended("was withdrawn");
  if (now >= invitation.expiresAt) throw ended("has expired");
  return invitation;
}

function ended(how: string): Failure {
  return new Failure("gone", `The invitation ${how}: ask for a new one`);
}

function endOf(text: string | undefined, now: number): number {
  const end = futureTime(text, now) ?? now + LIFETIME_MS;
  if (end <= now + LIFETIME_MAX_MS) return end;
  throw invalidField("validation_failed", "expiresAt", "a time within 30 days", preview(text));
}

function presented({ id, name, scopes, createdAt, createdBy, expiresAt }: StoredInvitation): Invitation {
  return {
    id,
    name,
    ...shownGrant(scopes),
    createdAt: isoTime(createdAt),
    createdBy,
    expiresAt: isoTime(expiresAt),
  };
}
