import { allTexts } from "../../../app/formats/language.ts";
import { actOn, dismiss, notices } from "../../../app/notices.ts";
import { Dialog } from "../../../ui/panels/dialog.tsx";
import { FailedNotice } from "../../../ui/panels/toast.tsx";
import { EmptyState } from "../../../ui/states.tsx";

/** Recent notifications, each with its Undo. */
export function Recent({ close }: { readonly close: () => void }) {
  const { common, shell } = allTexts.value;
  return (
    <Dialog title={shell.recent} close={close}>
      {notices.value.length === 0 && <EmptyState title={shell.nothingRecent} />}
      <ul class="events">
        {notices.value.map((notice) => (
          <li key={notice.id} class="event">
            {notice.failure === undefined ? <p>{notice.text}</p> : <FailedNotice {...notice} />}
            {notice.action !== undefined && !notice.isBusy && (
              <button type="button" onClick={() => actOn(notice)}>
                {notice.action.text}
              </button>
            )}
            {notice.hasFailed && (
              <button type="button" class="quiet" onClick={() => dismiss(notice)}>
                {common.dismiss}
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
