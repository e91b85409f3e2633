/* Who has access to the shop, and which keys use deprecated operations. */
import { useEffect } from "preact/hooks";
import type { ApiKey } from "../../../client/index.ts";
import { now } from "../../app/formats/day.ts";
import { allTexts, formatDay, formatRecentDay } from "../../app/formats/language.ts";
import { hrefOf, route } from "../../app/routes.ts";
import { serviceAddress } from "../../app/session/page-settings.ts";
import { reload } from "../../data/resource.ts";
import { isEnded, isOwn, isPerson, roleName, useInvitations, useKeys } from "../../data/shop/people-data.ts";
import { ListView } from "../../ui/list/list-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DeprecatedCalls } from "./deprecated-calls.tsx";
import { LoopbackHint } from "./loopback-hint.tsx";
import { PendingInvitations } from "./pending-invitations.tsx";
import { PeoplePanel } from "./people-panel.tsx";

export function PeopleView() {
  const { people: words, views } = allTexts.value;
  const { open } = route.value;
  const keys = useKeys();
  useFirstUses(keys.data);
  const invitations = useInvitations();
  return (
    <ListView
      title={views.people}
      add={{ href: hrefOf("people", "new"), text: words.invite }}
      panel={open !== "" && <PeoplePanel key={open} open={open} keys={keys.data} />}
    >
      <Loaded resource={keys} lines={8}>
        {(all) => {
          const current = all.filter((key) => !isEnded(key));
          return (
            <>
              {current.length === 1 && <FirstStart />}
              <LoopbackHint address={serviceAddress} />
              <Keys title={words.people} keys={current.filter(isPerson)} empty={words.noPeople} />
              <PendingInvitations resource={invitations} />
              <Keys
                title={words.machines}
                keys={current.filter((key) => !isPerson(key))}
                empty={words.noMachines}
                canAdd
              />
              <DeprecatedCalls keys={current} />
              <Ended keys={all.filter(isEnded)} />
            </>
          );
        }}
      </Loaded>
    </ListView>
  );
}

/** How soon the first use of a key appears. */
const LOOK_MS = 5_000;

/** Polls while a key is unused: somebody may be waiting to see it work, and using a key emits no event. */
function useFirstUses(keys: readonly ApiKey[] | undefined): void {
  const isWaiting = keys?.some((key) => !isEnded(key) && key.lastUsedAt === undefined) ?? false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => document.visibilityState === "visible" && reload("keys"), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
}

/** Only the setup key exists, which everybody would share. */
function FirstStart() {
  const { people: words } = allTexts.value;
  return (
    <EmptyState title={words.firstTitle}>
      <p>{words.firstText}</p>
      <a class="button primary" href={hrefOf("people", "new")}>
        {allTexts.value.shell.inviteFirst}
      </a>
    </EmptyState>
  );
}

interface KeysProps {
  readonly title: string;
  readonly keys: readonly ApiKey[];
  readonly empty: string;
  /** Whether a key can be created here; people are invited instead. */
  readonly canAdd?: boolean;
}

function Keys({ title, keys, empty, canAdd = false }: KeysProps) {
  return (
    <section class="people" aria-label={title}>
      <div class="row wrap section-head">
        <h2>{title}</h2>
        {canAdd && (
          <a class="button" href={hrefOf("people", "machine")}>
            {allTexts.value.people.addMachine}
          </a>
        )}
      </div>
      {keys.length === 0 && <p class="muted">{empty}</p>}
      <ul>
        {keys.map((key) => (
          <KeyItem key={key.id} {...key} />
        ))}
      </ul>
    </section>
  );
}

function Ended({ keys }: { readonly keys: readonly ApiKey[] }) {
  if (keys.length === 0) return null;
  return (
    <details>
      <summary>{allTexts.value.people.ended(keys.length)}</summary>
      <ul class="people">
        {keys.map((key) => (
          <KeyItem key={key.id} {...key} />
        ))}
      </ul>
    </details>
  );
}

function KeyItem(key: ApiKey) {
  const { people: words } = allTexts.value;
  const { id, name, createdAt, createdBy, lastUsedAt, expiresAt } = key;
  // Usage is stored with a delay, but this page uses its key right now.
  const usedAt = lastUsedAt ?? (isOwn(key) ? new Date(now()).toISOString() : undefined);
  return (
    <li class={route.value.open === id ? "event open" : "event"}>
      <p>
        <a href={hrefOf("people", id)}>
          <bdi>{name}</bdi>
        </a>{" "}
        {isOwn(key) && <span class="chip available">{words.you}</span>}
        {isEnded(key) && <span class="chip failed">{words.hasEnded}</span>}
        <small>
          {words.since(formatRecentDay(createdAt))}
          {createdBy !== undefined && (
            <>
              , <bdi>{words.by(createdBy)}</bdi>
            </>
          )}
          {" · "}
          {usedAt === undefined ? words.neverUsed : words.lastUsed(formatRecentDay(usedAt))}
          {expiresAt !== undefined && ` · ${words.until(formatDay(expiresAt))}`}
        </small>
      </p>
      <span class="chip">{roleName(key)}</span>
    </li>
  );
}
