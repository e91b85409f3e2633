/* Subscribes a calendar to what is due: creates a key that can read nothing else, and shows the address that
   contains it. */
import { useState } from "preact/hooks";
import { allTexts } from "../../app/formats/language.ts";
import { announce, announceFailure } from "../../app/notices.ts";
import { BASE_URL, can, petstore } from "../../app/session/session.ts";
import { showOnce } from "../../app/shown-once.ts";
import { sendOnce } from "../../data/care/care-requests.ts";
import { reload } from "../../data/resource.ts";
import { ShownOnce } from "../../ui/panels/shown-once.tsx";

const CALENDAR = "calendar";

/**
 * The button, for people who may create keys. If the response is lost, the next press repeats the request and creates
 * no second key.
 */
export function CalendarButton() {
  const { care: words, people } = allTexts.value;
  const [isSending, setSending] = useState(false);
  if (!can("keys:manage") || !can("calendar:read")) return null;
  async function subscribe() {
    if (isSending) return;
    setSending(true);
    try {
      const key = { name: words.calendar, scopes: ["calendar:read" as const] };
      const { secret } = await sendOnce(CALENDAR, (idempotencyKey) => petstore().keys.create(key, { idempotencyKey }));
      showOnce(CALENDAR, secret && `${BASE_URL}/care.ics?token=${secret}`);
      announce(secret === undefined ? people.secretLost(key.name) : people.added(key.name));
      reload("keys");
    } catch (error) {
      announceFailure(error);
    }
    setSending(false);
  }
  return (
    <button type="button" class="quiet" aria-disabled={isSending} onClick={subscribe}>
      {words.calendar}
    </button>
  );
}

/** The new address, shown until the person closes it. */
export function CalendarAddress() {
  return <ShownOnce about={CALENDAR} words={allTexts.value.care.calendarAddress} />;
}
