import { allTexts } from "../../app/formats/language.ts";
import { areLettersOn, type KeyName, keys, keyText, switchLetters } from "../../app/keyboard/shortcut-keys.ts";
import { Dialog } from "../../ui/panels/dialog.tsx";

/** Keyboard shortcuts and the meaning of the console's words. */
export function Help({ close }: { readonly close: () => void }) {
  const { help: words, common } = allTexts.value;
  return (
    <Dialog title={words.title} close={close}>
      <dl class="stack keys">
        {Object.entries(keys).map(([name, shown]) => (
          <div key={name}>
            <dt>
              {shown.map((key) => (
                <kbd key={key}>{keyText(key)}</kbd>
              ))}
            </dt>
            <dd>{words.keys[name as KeyName]}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={areLettersOn.value}
          onChange={({ currentTarget }) => switchLetters(currentTarget.checked)}
        />
        <span>
          {words.letters}
          <small>{words.lettersHint}</small>
        </span>
      </label>
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
