/* The outcome of the last action, read aloud by screen readers, with Undo where there is a way back. */
import { useEffect, useRef, useState } from "preact/hooks";
import { texts } from "../../app/formats/language.ts";
import { actOn, hideNotice, type Notice, notices, shownNotice } from "../../app/notices.ts";
import { icons } from "../icons.tsx";
import { FailureText } from "../states.tsx";

/** How long an outcome is shown. Failures stay until somebody has seen them. */
const SHOWN_MS = 10_000;

/** What failed: of an action also what it was about. */
export function FailedNotice({ text, failure, hasFailed }: Notice) {
  return (
    <div>
      {hasFailed && <p>{text}</p>}
      {failure !== undefined && <FailureText {...failure} />}
    </div>
  );
}

/** The outcome over the page. It waits while the pointer or the focus is on it. */
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
  /** Its button goes, and the focus must not go with it. */
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
      {/* The regions are always there: screen readers announce only what changes in them. */}
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
