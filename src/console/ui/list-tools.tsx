import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { formatNumber, texts } from "../app/language.ts";
import { announce, announceFailure } from "../app/notices.ts";
import type { Exported } from "../data/export-list.ts";

interface ListToolsProps {
  /** Saves the list as a file, and returns how much of it. */
  readonly exportList: () => Promise<Exported>;
  readonly children?: ComponentChildren;
}

/** What can be done with a whole list. */
export function ListTools({ exportList, children }: ListToolsProps) {
  const { list: words } = texts.value;
  const [isBusy, setBusy] = useState(false);
  async function start() {
    if (isBusy) return;
    setBusy(true);
    try {
      const { rows, isPartial } = await exportList();
      const shown = formatNumber(rows);
      announce(isPartial ? words.exportedPart(shown) : words.exported(rows, shown));
    } catch (error) {
      announceFailure(error);
    }
    setBusy(false);
  }
  return (
    <p class="list-tools">
      <button type="button" class="quiet" aria-disabled={isBusy} onClick={start}>
        {words.exportList}
      </button>
      {children}
    </p>
  );
}
