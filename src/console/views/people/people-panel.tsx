import type { ApiKey } from "../../../client/index.ts";
import { type Failure, failureOf, hasCode } from "../../app/failure.ts";
import { allTexts } from "../../app/formats/language.ts";
import { formatTime } from "../../app/formats/view-formats.ts";
import { announce } from "../../app/notices.ts";
import { ask } from "../../app/questions.ts";
import { hrefOf, navigate } from "../../app/routes.ts";
import { petstore, signOut } from "../../app/session/session.ts";
import { shownOnce, showOnce } from "../../app/shown-once.ts";
import { reload } from "../../data/resource.ts";
import { grantText, INVITATION, isEnded, isOwn, isPerson, managesKeys, roleName } from "../../data/shop/people-data.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { ShownOnce } from "../../ui/panels/shown-once.tsx";
import { FactList, SidePanel } from "../../ui/panels/side-panel.tsx";
import { EmptyState, Skeleton } from "../../ui/states.tsx";
import { InviteForm, KeyForm, MachineForm } from "./key-forms.tsx";
import { LoopbackHint } from "./loopback-hint.tsx";

const QrCode = lazyView(async () => (await import("../../ui/qr-code.tsx")).QrCode);

const close = () => navigate(hrefOf("people"));

interface PeoplePanelProps {
  /** The id of a key, `new` for an invitation, `machine` for a program's key. */
  readonly open: string;
  /** Undefined while loading. */
  readonly keys: readonly ApiKey[] | undefined;
}

/** The side panel: a key, an invitation, or a form. */
export function PeoplePanel({ open, keys }: PeoplePanelProps) {
  const { people: words } = allTexts.value;
  if (open === "new") {
    return (
      <SidePanel title={words.inviteTitle} close={close} isForm>
        <InvitationLink />
        <InviteForm cancel={close} />
      </SidePanel>
    );
  }
  if (open === "machine") {
    return (
      <SidePanel title={words.addMachine} close={close} isForm>
        <MachineForm cancel={close} />
      </SidePanel>
    );
  }
  const key = keys?.find(({ id }) => id === open);
  return (
    <SidePanel title={key === undefined ? words.key : <bdi>{key.name}</bdi>} close={close}>
      {keys === undefined && <Skeleton lines={5} />}
      {keys !== undefined && key === undefined && <EmptyState title={words.notFound} />}
      {key !== undefined && <OpenKey apiKey={key} />}
    </SidePanel>
  );
}

/** The link of an invitation, as text to send and as a QR code. */
function InvitationLink() {
  const { people: words } = allTexts.value;
  const about = shownOnce.value?.about ?? "";
  const isLink = about.startsWith(INVITATION);
  return (
    <ShownOnce about={isLink ? about : INVITATION} words={words.link}>
      {({ value }) => (
        <>
          <LoopbackHint address={value} />
          <QrCode text={value} label={words.qrCode} />
        </>
      )}
    </ShownOnce>
  );
}

function OpenKey({ apiKey }: { readonly apiKey: ApiKey }) {
  const { people: words } = allTexts.value;
  const { id, hint, createdAt, createdBy, lastUsedAt, expiresAt, revokedAt } = apiKey;
  return (
    <>
      <ShownOnce about={`key ${id}`} words={words.secret} />
      <FactList
        facts={[
          [words.role, roleName(apiKey)],
          [words.allowed, grantText(apiKey)],
          [words.created, formatTime(createdAt)],
          [words.createdBy, createdBy ?? words.operator],
          [words.used, lastUsedAt === undefined ? words.neverUsed : formatTime(lastUsedAt)],
          [words.expires, expiresAt && formatTime(expiresAt)],
          [words.revokedOn, revokedAt && formatTime(revokedAt)],
          [words.hint, `…${hint}`],
        ]}
      />
      {!isEnded(apiKey) && (
        <>
          <section aria-label={words.change}>
            <h3>{words.change}</h3>
            <KeyForm apiKey={apiKey} />
          </section>
          <Actions apiKey={apiKey} />
        </>
      )}
    </>
  );
}

/** Why a key cannot be revoked or rotated: it is the last that manages keys, or has more rights than one's own. */
function explain(error: unknown): Failure {
  const { people: words } = allTexts.value;
  const failure = failureOf(error);
  if (hasCode(error, "conflict")) return { ...failure, text: words.lastKey };
  return hasCode(error, "insufficient_scope") ? { ...failure, text: words.moreThanOwn } : failure;
}

function revocationText(apiKey: ApiKey): string {
  const { people: words } = allTexts.value;
  const text = isOwn(apiKey) ? words.revokeOwnText : words.revokeText(isPerson(apiKey));
  return managesKeys(apiKey) ? `${text} ${words.revokeInvitations}` : text;
}

function Actions({ apiKey }: { readonly apiKey: ApiKey }) {
  const { people: words } = allTexts.value;
  const { id, name } = apiKey;
  const rotation = {
    title: words.rotateTitle(name),
    text: words.rotateText,
    action: words.rotate,
    isDangerous: false,
    explain,
    async confirm() {
      const { id: newId, secret } = await petstore().keys.rotate(id);
      showOnce(`key ${newId}`, secret);
      announce(words.rotated(name));
      reload("keys");
      navigate(hrefOf("people", newId), { isReplacing: true });
    },
  };
  const revocation = {
    title: words.revokeTitle(name),
    text: revocationText(apiKey),
    action: words.revoke,
    explain,
    async confirm() {
      await petstore().keys.delete(id);
      announce(words.revoked(name));
      if (isOwn(apiKey)) signOut();
      else reload("keys");
    },
  };
  return (
    <div class="buttons start">
      <button type="button" onClick={() => ask(rotation)}>
        {words.rotate}
      </button>
      <button type="button" class="quiet danger" onClick={() => ask(revocation)}>
        {words.revoke}
      </button>
    </div>
  );
}
