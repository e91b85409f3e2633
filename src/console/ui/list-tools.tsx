import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { allTexts, formatNumber, loadViewTexts, texts } from "../app/language.ts";
import { attempt, inform } from "../app/notices.ts";
import type { ExportedList } from "../data/export-list.ts";

interface ListToolsProps {
  readonly list: ExportedList;
  /** Whether there is nothing to export. */
  readonly isEmpty: boolean;
  readonly children?: ComponentChildren;
}

/** What can be done with a whole list. */
export function ListTools({ list, isEmpty, children }: ListToolsProps) {
  const { list: words } = texts.value;
  const [isBusy, setBusy] = useState(false);
  async function start() {
    if (isBusy) return;
    setBusy(true);
    await attempt(async () => {
      const [{ exportList }] = await Promise.all([import("../data/export-list.ts"), loadViewTexts()]);
      const { rows, isPartial } = await exportList(list);
      const shown = formatNumber(rows);
      const { exported, exportedPart } = allTexts.value.list;
      inform(isPartial ? exportedPart(shown) : exported(rows, shown));
    });
    setBusy(false);
  }
  return (
    <p class="row wrap list-tools">
      {!isEmpty && (
        <button type="button" class="quiet" aria-disabled={isBusy} onClick={start}>
          {words.exportList}
        </button>
      )}
      {children}
    </p>
  );
}
