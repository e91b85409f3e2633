import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { attempt, inform } from "../../app/notices.ts";
import { type ExportedList, exportList } from "../../data/files/export-list.ts";
import { chooseFormat, encodings, fileFormat, separators } from "../../data/files/file-format.ts";
import { Menu } from "../panels/menu.tsx";

interface ListToolsProps {
  readonly list: ExportedList;
  /** Whether there is nothing to export. */
  readonly isEmpty: boolean;
  readonly children?: ComponentChildren;
}

/** Actions on a whole list. */
export function ListTools({ list, isEmpty, children }: ListToolsProps) {
  const { list: words, common } = allTexts.value;
  const [exporting, setExporting] = useState<AbortController>();
  const [rows, setRows] = useState(0);
  // Leaving the list aborts the export.
  useEffect(() => () => exporting?.abort(), [exporting]);
  async function start() {
    if (exporting !== undefined) return;
    const ending = new AbortController();
    const { signal } = ending;
    setExporting(ending);
    setRows(0);
    await attempt(async () => {
      try {
        const exported = await exportList(list, { signal, onProgress: setRows });
        const shown = formatNumber(exported.rows);
        inform(exported.isPartial ? words.exportedPart(shown) : words.exported(exported.rows, shown));
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
    setExporting(undefined);
  }
  return (
    <div class="row wrap list-tools">
      {!isEmpty && (
        <>
          <button type="button" class="quiet" aria-disabled={exporting !== undefined} onClick={start}>
            {words.exportList}
          </button>
          {exporting !== undefined && (
            <>
              <label class="row">
                {words.exporting(formatNumber(rows))}
                <progress />
              </label>
              <button type="button" class="quiet" onClick={() => exporting.abort()}>
                {common.cancel}
              </button>
            </>
          )}
          <FormatMenu />
        </>
      )}
      {children}
    </div>
  );
}

/** The file format of exports on this device. */
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
