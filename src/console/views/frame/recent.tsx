import { allTexts } from "../../app/language.ts";
import { actOn, notices } from "../../app/notices.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState, FailureText } from "../../ui/states.tsx";

/** The latest outcomes, each with its Undo. */
export function Recent({ close }: { readonly close: () => void }) {
  const { common, shell } = allTexts.value;
  return (
    <Dialog title={shell.recent} close={close}>
      {notices.value.length === 0 && <EmptyState title={shell.nothingRecent} />}
      <ul class="events">
        {notices.value.map((notice) => (
          <li key={notice.id} class="event">
            {notice.failure === undefined ? <p>{notice.text}</p> : <FailureText {...notice.failure} />}
            {notice.action !== undefined && (
              <button type="button" onClick={() => actOn(notice)}>
                {notice.action.text}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" onClick={close}>
          {common.close}
        </button>
      </div>
    </Dialog>
  );
}
