/* The outcome of the last action, announced by screen readers, with Undo where possible. */
import { useEffect, useRef, useState } from "preact/hooks";
import { texts } from "../../app/formats/language.ts";
import { actOn, hideNotice, type Notice, notices, shownNotice } from "../../app/notices.ts";
import { icons } from "../icons.tsx";
import { FailureText } from "../states.tsx";

/** How long a success is shown. Failures stay until dismissed. */
const SHOWN_MS = 10_000;

/** What failed, and for an action its subject. */
export function FailedNotice({ text, failure, hasFailed }: Notice) {
  return (
    <div>
      {hasFailed && <p>{text}</p>}
      {failure !== undefined && <FailureText {...failure} />}
    </div>
  );
}

/** The notification over the page. It stays while the pointer or focus is on it. */
export function Toast() {
  const { common } = texts.value;
  const notice = notices.value.find(({ id }) => id === shownNotice.value);
  const dismiss = useRef<HTMLButtonElement>(null);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (notice === undefined || notice.failure !== undefined || isHeld) return;
    const timer = setTimeout(hideNotice, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  /** The button disappears, so move the focus first. */
  function act(shown: Notice) {
    dismiss.current?.focus();
    actOn(shown);
  }
  const { failure } = notice ?? {};
  return (
    <div
      class={notice === undefined ? "visually-hidden" : `row toast${failure === undefined ? "" : " failed"}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      {/* Always rendered: screen readers announce only changes inside a live region. */}
      <p role="status">{failure === undefined && notice?.text}</p>
      <div role="alert">{notice?.failure !== undefined && <FailedNotice {...notice} />}</div>
      {notice?.action !== undefined && !notice.isBusy && (
        <button type="button" class="quiet" onClick={() => act(notice)}>
          {notice.action.text}
        </button>
      )}
      {notice !== undefined && (
        <button ref={dismiss} type="button" class="quiet icon" aria-label={common.dismiss} onClick={hideNotice}>
          {icons.close}
        </button>
      )}
    </div>
  );
}
