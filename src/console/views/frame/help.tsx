import { allTexts } from "../../app/language.ts";
import { Dialog } from "../../ui/dialog.tsx";

/** The keys that work everywhere. */
const keys = {
  find: ["Ctrl K"],
  search: ["/"],
  add: ["n"],
  rows: ["↑", "↓"],
  open: ["Enter"],
  choose: ["Space"],
  undo: ["Ctrl Z"],
  close: ["Esc"],
  help: ["?"],
} as const;

/** What the keys do, and how the shop's words are meant. */
export function Help({ close }: { readonly close: () => void }) {
  const { help: words, common } = allTexts.value;
  return (
    <Dialog title={words.title} close={close}>
      <dl class="stack keys">
        {Object.entries(keys).map(([name, shown]) => (
          <div key={name}>
            <dt>
              {shown.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words.keys[name as keyof typeof keys]}</dd>
          </div>
        ))}
      </dl>
      {words.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <div class="buttons">
        <button type="button" class="primary" onClick={close}>
          {common.close}
        </button>
      </div>
    </Dialog>
  );
}
