/* The first pets of a file below its titles, each column with a choice of its meaning. */
import { type ComponentChildren, Fragment } from "preact";
import type { ImportColumn, ImportReport } from "../../../client/index.ts";
import { allTexts, formatNumber, formatPlainDate } from "../../app/formats/language.ts";
import { profileText } from "../../app/formats/profile-members.ts";
import { categoryName } from "../../data/pets/category-data.ts";
import { StatusChip } from "../../ui/shop/status.tsx";
import type { Choices, Meaning } from "./choices.ts";
import { meanings } from "./column-meanings.ts";
import type { FileRows } from "./file-rows.ts";

/** How many rows are shown if none can be imported. */
const SHOWN = 3;

type Stored = ImportReport["preview"][number];

/** A column of the file. `column` is undefined if it is ignored. */
interface Column {
  readonly title: string;
  readonly index: number;
  readonly column: ImportColumn | undefined;
  readonly isChosen: boolean;
}

/** The preview and the choices made for it. */
export interface PreviewProps {
  readonly report: ImportReport;
  /** The first rows, as in the file. */
  readonly rows: FileRows;
  readonly choices: Choices;
  readonly choose: (choices: Choices) => void;
}

/**
 * The meaning of each column above the first pets as they would be stored. Ignored columns show the text of the file.
 */
export function PreviewTable({ report, rows, choices, choose }: PreviewProps) {
  const { imports: words } = allTexts.value;
  const { preview } = report;
  const columns = columnsOf(report, rows);
  if (columns.length === 0) return null;
  const isStored = preview.length > 0;
  const title = isStored ? words.preview : words.firstLines;
  return (
    <>
      <h3>{title}</h3>
      {columns.some(({ isChosen }) => isChosen) && <p class="hint">{words.columnsHint}</p>}
      <Ignored columns={columns} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than a phone */}
      <section class="scrolled" aria-label={title} tabIndex={0}>
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">{words.line}</th>
              {isStored && <th scope="col">{words.action}</th>}
              {columns.map((column) => (
                <th key={column.index} scope="col">
                  <Title {...column} choices={choices} choose={choose} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {isStored
              ? preview.map((stored) => (
                  <StoredRow key={stored.line} stored={stored} columns={columns} cells={rows.cells.get(stored.line)} />
                ))
              : [...rows.cells].slice(0, SHOWN).map(([line, cells]) => (
                  <tr key={line}>
                    <td>{formatNumber(line)}</td>
                    {columns.map(({ index }) => (
                      <td key={index}>
                        <bdi>{cells[index]}</bdi>
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** Names the ignored columns: in a wide table, some are out of sight. */
function Ignored({ columns }: { readonly columns: readonly Column[] }) {
  const ignored = columns.filter(({ column, isChosen }) => isChosen && column === undefined);
  if (ignored.length === 0) return null;
  return (
    <p>
      {allTexts.value.imports.ignoredColumns(ignored.length)}{" "}
      {ignored.map(({ title, index }, nth) => (
        <Fragment key={index}>
          {nth > 0 && ", "}
          <bdi>{title}</bdi>
        </Fragment>
      ))}
    </p>
  );
}

/** The columns of a table; without titles, the members of the previewed pets. */
function columnsOf({ columns, preview }: ImportReport, { titles }: FileRows): readonly Column[] {
  const known = columns.length > 0 ? columns : titles.map((title) => ({ title, column: undefined }));
  const ofTable = known.map(({ title, column }, index) => ({ title, index, column, isChosen: true }));
  // Spreadsheets may have blank columns at the end.
  if (ofTable.length > 0) return ofTable.filter(({ title, column }) => title !== "" || column !== undefined);
  return Object.entries(meanings())
    .map(([name, title], index) => ({ title, index, column: name as ImportColumn, isChosen: false }))
    .filter(({ column }) => preview.some((stored) => hasColumn(stored, column)));
}

function hasColumn(stored: Stored, column: ImportColumn): boolean {
  if (column === "createdAt") return false;
  const { profile, care } = stored;
  const known = { ...profile, ...care, ...stored };
  return known[column as keyof typeof known] !== undefined;
}

type TitleProps = Column & Pick<PreviewProps, "choices" | "choose">;

/** The title of a column and its meaning. */
function Title({ title, column, isChosen, choices, choose }: TitleProps) {
  const { imports: words } = allTexts.value;
  if (!isChosen) return <>{title}</>;
  return (
    <label>
      <bdi>{title}</bdi>
      <select
        aria-label={title}
        value={choices.meanings[title] || column || "-"}
        disabled={title === ""}
        onChange={({ currentTarget }) =>
          choose({ ...choices, meanings: { ...choices.meanings, [title]: currentTarget.value as Meaning } })
        }
      >
        <option value="-">{words.ignored}</option>
        {Object.entries(meanings()).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface StoredRowProps {
  readonly stored: Stored;
  readonly columns: readonly Column[];
  /** The cells of this line, if it is among the first rows. */
  readonly cells: readonly string[] | undefined;
}

function StoredRow({ stored, columns, cells = [] }: StoredRowProps) {
  return (
    <tr>
      <td>{formatNumber(stored.line)}</td>
      <td>{allTexts.value.imports.actions[stored.action]}</td>
      {columns.map(({ index, column }) => (
        <td key={index} class={column === undefined ? "ignored" : undefined}>
          {column === undefined || column === "createdAt" ? <bdi>{cells[index]}</bdi> : storedValue(stored, column)}
        </td>
      ))}
    </tr>
  );
}

/** Formats a value as it would be stored. */
function storedValue(stored: Stored, column: Exclude<ImportColumn, "createdAt">): ComponentChildren {
  const { id, name, category, categoryId, status, quantity, profile = {}, care = {} } = stored;
  switch (column) {
    case "id":
      return id?.toString();
    case "status":
      return <StatusChip status={status} />;
    case "quantity":
      return formatNumber(quantity);
    case "name":
      return <bdi>{name}</bdi>;
    case "category":
    case "categoryId":
      return <bdi>{category ?? (categoryId === undefined ? "" : categoryName(categoryId))}</bdi>;
    case "grams":
      return care.grams === undefined ? "" : allTexts.value.care.grams(formatNumber(care.grams));
    case "vaccinatedOn":
    case "vaccinationDueOn":
    case "dewormedOn":
    case "weighedOn":
      return care[column] === undefined ? "" : formatPlainDate(care[column]);
    default:
      return <bdi>{profileText(profile, column)}</bdi>;
  }
}
