import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { allTexts } from "../../app/formats/language.ts";
import type { Selection } from "./selection.tsx";

interface BarProps<Item> {
  readonly selection: Selection<Item>;
  readonly children: ComponentChildren;
}

/** Actions on the selected rows. Escape clears the selection. */
export function SelectionBar<Item>({ selection, children }: BarProps<Item>) {
  const { list: words } = allTexts.value;
  const count = selection.items.length;
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Escape" || document.querySelector("dialog[open], [role=menu]") !== null) return;
      event.preventDefault();
      selection.clear();
    }
    // In the capture phase, before a panel handles Escape.
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [selection.clear]);
  return (
    <div class="row wrap selection-bar" role="toolbar" aria-label={words.chosenActions}>
      <span role="status">{words.chosen(count)}</span>
      {children}
      <button type="button" class="quiet" onClick={selection.clear}>
        {words.chooseNone}
      </button>
    </div>
  );
}
