/* Accepts an invitation: shows the shop and the rights, asks for a device name, and signs this device in. */
import { useEffect, useState } from "preact/hooks";
import type { InvitationOffer } from "../../../../client/index.ts";
import { failureOf, hasCode } from "../../../app/failure.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { formatTime } from "../../../app/formats/view-formats.ts";
import { randomName } from "../../../app/random.ts";
import { invitation, leaveInvitation, withInvitation } from "../../../app/session/invitation.ts";
import { keep } from "../../../app/session/session.ts";
import { grantText } from "../../../data/shop/people-data.ts";
import { FieldFrame } from "../../../forms/fields.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { EntryPage, RememberDevice } from "./entry-page.tsx";

/** The page of an invitation. Following another invitation link starts again. */
export function RedemptionPage() {
  return (
    <EntryPage title={allTexts.value.redemption.title}>
      <Redemption key={invitation.value} />
    </EntryPage>
  );
}

function Redemption() {
  const [offer, setOffer] = useState<InvitationOffer>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    withInvitation().invitations.get().then(setOffer, setError);
  }, []);
  return (
    <>
      {error !== undefined && <Refused error={error} />}
      {offer === undefined && error === undefined && <Skeleton lines={4} />}
      {offer !== undefined && error === undefined && <Offer offer={offer} refuse={setError} />}
    </>
  );
}

/** The invitation is used, expired, withdrawn or unknown. */
function Refused({ error }: { readonly error: unknown }) {
  const { redemption: words } = allTexts.value;
  const isOver = hasCode(error, "gone", "unauthorized");
  return (
    <>
      <p role="alert">{isOver ? words.over : failureOf(error).text}</p>
      <button type="button" onClick={isOver ? leaveInvitation : () => location.reload()}>
        {isOver ? words.signIn : allTexts.value.common.retry}
      </button>
    </>
  );
}

/** Not built on the shared form, which would store a draft. */
function Offer({ offer, refuse }: { readonly offer: InvitationOffer; readonly refuse: (error: unknown) => void }) {
  const { redemption: words } = allTexts.value;
  const { name, createdBy, expiresAt, shop = words.shopAt(location.host) } = offer;
  const [device, setDevice] = useState(matchMedia("(pointer: coarse)").matches ? words.phone : words.computer);
  const [isRemembered, setRemembered] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [idempotencyKey] = useState(randomName);
  async function accept(event: Event) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      const body = device.trim() === "" ? {} : { device: device.trim() };
      const { secret, ...key } = await withInvitation().invitations.redeem(body, { idempotencyKey });
      // A repeated request does not return the secret: the key exists, but nobody has it.
      if (secret === undefined) return refuse(new Error(words.lost));
      // The secret is never shown again, so store it before anything that can fail.
      try {
        keep(secret, { ...key, environment: offer.environment }, isRemembered);
      } finally {
        leaveInvitation();
      }
    } catch (error) {
      refuse(error);
    }
    setBusy(false);
  }
  return (
    <form onSubmit={accept} noValidate>
      <p>
        <bdi>{words.welcome(name)}</bdi>{" "}
        <bdi>{createdBy === undefined ? words.fromShop(shop) : words.from(createdBy, shop)}</bdi>
      </p>
      <p class="card">{grantText(offer)}</p>
      <FieldFrame label={words.device} hint={words.deviceHint}>
        {(control) => (
          <input
            {...control}
            type="text"
            dir="auto"
            autocomplete="off"
            maxLength={100}
            value={device}
            onInput={({ currentTarget }) => setDevice(currentTarget.value)}
          />
        )}
      </FieldFrame>
      <RememberDevice isRemembered={isRemembered} change={setRemembered} />
      <button type="submit" class="primary" aria-disabled={isBusy}>
        {words.accept}
      </button>
      <p class="hint">{words.until(formatTime(expiresAt))}</p>
    </form>
  );
}
