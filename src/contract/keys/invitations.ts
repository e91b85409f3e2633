import * as z from "zod";
import { dateTime, givenDateTime, idParameter, int64, listParameters, pageOf, SHOWN_ONCE } from "../common.ts";
import { requireOneOf } from "../json/one-of.ts";
import { operation } from "../operation.ts";
import { SHOP_NAME_MAX } from "../shop/shop-name.ts";
import { storedText, URL_MAX } from "../values/texts.ts";
import {
  ApiKeySummary,
  CreatedKey,
  createdBy,
  EXCLUSIVE,
  environment,
  givenGrant,
  keyName,
  shownGrant,
} from "./key-schemas.ts";

const PERSON_MAX = 100;

const members = {
  id: int64("Unique identifier of the invitation"),
  name: storedText(PERSON_MAX, "Who is invited"),
  ...shownGrant,
  createdAt: dateTime("When the invitation was created"),
  createdBy,
  expiresAt: dateTime("When the invitation expires"),
};

export const Invitation = z
  .object(members)
  .meta({ id: "Invitation", description: "An invitation that nobody has accepted yet" });
export type Invitation = z.output<typeof Invitation>;

export const CreatedInvitation = z
  .object({
    ...members,
    url: z
      .string()
      .optional()
      .meta({
        format: "uri",
        maxLength: URL_MAX,
        description: `The URL to send to that person, for one use. ${SHOWN_ONCE}`,
      }),
  })
  .meta({ id: "CreatedInvitation", description: "An invitation with its URL" });

export const InvitationOffer = z
  .object({
    name: members.name,
    ...shownGrant,
    environment,
    shop: storedText(SHOP_NAME_MAX, "The name of the shop, if the service has one").optional(),
    createdBy,
    expiresAt: members.expiresAt,
  })
  .meta({ id: "InvitationOffer", description: "An invitation as the invited person sees it" });

export const NewInvitation = requireOneOf(
  z.object({
    name: keyName("Who is invited", PERSON_MAX),
    ...givenGrant,
    expiresAt: givenDateTime(
      "When the invitation expires: after 72 hours if omitted, after at most 30 days, and not after the key of the request",
    ).optional(),
  }),
  EXCLUSIVE,
  { id: "InvitationInput", description: "An invitation to create", note: ", and not both", apart: EXCLUSIVE },
);

export const Redemption = z
  .object({
    device: keyName("The device that will use the key, such as `phone`: part of the key's name", PERSON_MAX).optional(),
  })
  .meta({ id: "Redemption", description: "The acceptance of an invitation" });

const ben = {
  id: 3,
  name: "Ben",
  scopes: ["pets:read", "orders:read"],
  createdAt: "2026-12-01T08:00:00.000Z",
  createdBy: "Maria",
  expiresAt: "2026-12-04T08:00:00.000Z",
};
const SECRET = "pets_invite_7fK2mQ9xVb4Tn8Lc3Rw6Yh1Zs5Jd0g1cQx7Qz";
const common = { tag: "Invitations", stability: "beta" } as const;

const listInvitations = operation({
  ...common,
  id: "listInvitations",
  method: "GET",
  path: "/invitations",
  summary: "List invitations",
  description: "Returns the pending invitations in the order of id, one page at a time. URLs are never included.",
  scope: "keys:manage",
  query: listParameters,
  success: { ...pageOf("invitations", Invitation, "Invitations", "Invitations in the order of id"), timed: true },
  examples: { response: [ben] },
});

const createInvitation = operation({
  ...common,
  id: "createInvitation",
  method: "POST",
  path: "/invitations",
  summary: "Invite a person",
  description:
    "Creates a URL for one person and one use. The person who opens it gets a key with these scopes, or with the scopes of the " +
    "role. The secret is in the fragment of the URL, which browsers do not send. A key cannot grant scopes that it lacks: 403. " +
    "The person's key expires with the key that created the invitation, if that expires. " +
    "At most 100 invitations may be pending: 409.",
  scope: "keys:manage",
  body: NewInvitation,
  idempotencyKey: true,
  success: {
    status: 201,
    description: "The created invitation, with its URL",
    schema: CreatedInvitation,
    shownOnce: "url",
    links: { deleteInvitation: "invitationId" },
  },
  errors: ["conflict"],
  examples: {
    body: { name: ben.name, scopes: ben.scopes },
    response: { ...ben, url: `https://pets.example/console#invitation=${SECRET}` },
  },
});

const deleteInvitation = operation({
  ...common,
  id: "deleteInvitation",
  method: "DELETE",
  path: "/invitations/{invitationId}",
  summary: "Withdraw an invitation",
  description:
    "Withdraws an invitation that nobody has accepted yet. A key cannot withdraw an invitation to scopes that it lacks: 403.",
  scope: "keys:manage",
  params: z.object({ invitationId: idParameter("Id of the invitation") }),
  success: { status: 204, description: "The invitation is withdrawn" },
  examples: { params: { invitationId: "3" } },
});

const ENDED = "If it was used, has expired or was withdrawn, the response is 410.";

const getInvitation = operation({
  ...common,
  id: "getInvitation",
  method: "GET",
  path: "/invitations/redemption",
  summary: "Get the invitation of the request",
  description: `Returns what the invitation is for, without accepting it. ${ENDED}`,
  credential: "invitation",
  success: { status: 200, description: "The invitation", schema: InvitationOffer },
  errors: ["gone"],
  examples: {
    response: {
      name: ben.name,
      scopes: ben.scopes,
      environment: "production",
      shop: "Paws and Claws",
      createdBy: ben.createdBy,
      expiresAt: ben.expiresAt,
    },
  },
});

const redeemInvitation = operation({
  ...common,
  id: "redeemInvitation",
  method: "POST",
  path: "/invitations/redemption",
  summary: "Accept an invitation",
  description: `Creates a key named after the person and the device. An invitation can be accepted once. ${ENDED}`,
  credential: "invitation",
  body: Redemption,
  idempotencyKey: true,
  settings: ApiKeySummary,
  success: {
    status: 201,
    description: "The created key, with its secret",
    schema: CreatedKey,
    shownOnce: "secret",
    location: "/keys/{id}",
  },
  errors: ["gone", "conflict"],
  examples: {
    body: { device: "phone" },
    response: {
      id: "4Hx2bLq9",
      name: "Ben, phone",
      hint: "x7Qz",
      scopes: ben.scopes,
      createdAt: "2026-12-01T09:00:00.000Z",
      createdBy: "Maria",
      deprecatedCalls: [],
      secret: "pets_live_7fK2mQ9xVb4Tn8Lc3Rw6Yh1Zs5Jd0g1cQx7Qz",
    },
  },
});

/** The operations on invitations. */
export const invitationOperations = {
  listInvitations,
  createInvitation,
  deleteInvitation,
  getInvitation,
  redeemInvitation,
} as const;
