import type { Invitation } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { formatTime } from "../../app/formats/view-formats.ts";
import { announce } from "../../app/notices.ts";
import { ask } from "../../app/questions.ts";
import { petstore } from "../../app/session/session.ts";
import { type Resource, reload } from "../../data/resource.ts";
import { roleName } from "../../data/shop/people-data.ts";
import { Loaded } from "../../ui/loaded.tsx";

/** Invitations that are not accepted yet. */
export function PendingInvitations({ resource }: { readonly resource: Resource<readonly Invitation[]> }) {
  const { people: words } = allTexts.value;
  if (resource.data?.length === 0) return null;
  return (
    <section class="people" aria-label={words.pending}>
      <h2>{words.pending}</h2>
      <Loaded resource={resource} lines={2}>
        {(invitations) => (
          <ul>
            {invitations.map((invitation) => (
              <li key={invitation.id} class="event">
                <p>
                  <bdi>{invitation.name}</bdi> <span class="chip">{roleName(invitation)}</span>
                  <small>{words.until(formatTime(invitation.expiresAt))}</small>
                </p>
                <button
                  type="button"
                  aria-label={words.withdrawOf(invitation.name)}
                  onClick={() => askToWithdraw(invitation)}
                >
                  {words.withdraw}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function askToWithdraw({ id, name }: Invitation): void {
  const { people: words } = allTexts.value;
  ask({
    title: words.withdrawTitle(name),
    text: words.withdrawText,
    action: words.withdraw,
    async confirm() {
      await petstore().invitations.delete(id);
      announce(words.withdrawn(name));
      reload("keys");
    },
  });
}
