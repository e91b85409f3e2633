import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { allTexts, formatNumber } from "../app/language.ts";
import { attempt, inform } from "../app/notices.ts";
import { type ExportedList, exportList } from "../data/export-list.ts";
import { chooseFormat, encodings, fileFormat, separators } from "../data/file-format.ts";
import { Menu } from "./menu.tsx";

interface ListToolsProps {
  readonly list: ExportedList;
  /** Whether there is nothing to export. */
  readonly isEmpty: boolean;
  readonly children?: ComponentChildren;
}

/** What can be done with a whole list. */
export function ListTools({ list, isEmpty, children }: ListToolsProps) {
  const { list: words } = allTexts.value;
  const [isBusy, setBusy] = useState(false);
  async function start() {
    if (isBusy) return;
    setBusy(true);
    await attempt(async () => {
      const { rows, isPartial } = await exportList(list);
      const shown = formatNumber(rows);
      inform(isPartial ? words.exportedPart(shown) : words.exported(rows, shown));
    });
    setBusy(false);
  }
  return (
    <div class="row wrap list-tools">
      {!isEmpty && (
        <>
          <button type="button" class="quiet" aria-disabled={isBusy} onClick={start}>
            {words.exportList}
          </button>
          <FormatMenu />
        </>
      )}
      {children}
    </div>
  );
}

/** How files are written on this device. */
function FormatMenu() {
  const { list: words } = allTexts.value;
  const format = fileFormat();
  const ofSeparators = separators.map((separator) => ({
    text: words.separators[separator],
    isChecked: separator === format.separator,
    choose: () => chooseFormat({ separator }),
  }));
  const ofEncodings = encodings.map((encoding, index) => ({
    text: words.encodings[encoding],
    isChecked: encoding === format.encoding,
    startsGroup: index === 0,
    choose: () => chooseFormat({ encoding }),
  }));
  return (
    <Menu label={words.format} hasText class="quiet" items={[...ofSeparators, ...ofEncodings]}>
      {words.format}
    </Menu>
  );
}
