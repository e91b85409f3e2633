import type { ComponentChildren } from "preact";
import type { ImportColumn, ImportReport } from "../../../client/index.ts";
import { importSources } from "../../../contract/imports/import-sources.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import type { Choices } from "./choices.ts";
import { meanings } from "./column-meanings.ts";
import { type PreviewProps, PreviewTable } from "./preview-table.tsx";
import { Origin, Questions } from "./questions.tsx";

/** The preview of an import: its columns, first pets and problems. */
export function Report({ report, rows, choices, choose }: PreviewProps) {
  const { imports: words } = allTexts.value;
  const { pets, added, updated, createdCategories } = report;
  const counts = [pets, added, updated, createdCategories].map(formatNumber);
  const wasImported = choices.allowDuplicates || report.problems.some(({ code }) => code === "imported_before");
  const options = ["update", "createCategories", ...(wasImported ? (["allowDuplicates"] as const) : [])] as const;
  return (
    <>
      <p role="status">{words.counts(counts[0] ?? "", counts[1] ?? "", counts[2] ?? "", counts[3] ?? "")}</p>
      <Problems report={report} from={choices.from} />
      <fieldset class="wrap choices">
        <legend class="visually-hidden">{words.choices}</legend>
        {options.map((name) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={choices[name]}
              onChange={({ currentTarget }) => choose({ ...choices, [name]: currentTarget.checked })}
            />{" "}
            {words.options[name]}
          </label>
        ))}
      </fieldset>
      {rows.titles.length > 0 && <Origin choices={choices} choose={choose} />}
      <Questions report={report} choices={choices} choose={choose} />
      <PreviewTable report={report} rows={rows} choices={choices} choose={choose} />
    </>
  );
}

/** Errors to correct, and possible mistakes. */
function Problems({ report, from }: Pick<PreviewProps, "report"> & Pick<Choices, "from">) {
  const { imports: words } = allTexts.value;
  const { problems, warnings } = report;
  return (
    <>
      {problems.length > 0 && (
        <div class="notice">
          <p>{words.problems}</p>
          <ul>
            {problems.map((problem) => (
              <li key={problem.message}>
                {problem.column !== undefined && (
                  <>
                    <bdi>{titleOf(problem.column, report)}</bdi>:{" "}
                  </>
                )}
                {problemText(problem, from)}{" "}
                <small>
                  {words.lines(
                    problem.count,
                    formatNumber(problem.count),
                    problem.examples.map(({ line }) => formatNumber(line)).join(", "),
                  )}
                </small>
              </li>
            ))}
          </ul>
        </div>
      )}
      {warnings.map(({ code, message, count }) => (
        <p key={code} class="hint">
          {knownText(words.warnings, code) ?? <bdi lang="en">{message}</bdi>}
          {count !== undefined && (
            <>
              {" "}
              <small>{(code === "photo_addresses" ? words.addresses : words.rows)(count, formatNumber(count))}</small>
            </>
          )}
        </p>
      ))}
    </>
  );
}

type Problem = ImportReport["problems"][number];

/** A text by code or column; the name itself if a newer service sends an unknown one. */
function knownText(known: Readonly<Record<string, string>>, name: string): string | undefined {
  return known[name];
}

/** The message for a problem code. */
function problemText({ code, column = "name", message }: Problem, from: Choices["from"]): ComponentChildren {
  const { imports: words, fields } = allTexts.value;
  if (code === "missing_columns" && from !== "") return words.noExport(importSources[from]);
  if (code !== "invalid_value") return knownText(words.problemTexts, code) ?? <bdi lang="en">{message}</bdi>;
  return knownText(words.expected, column) ?? knownText(fields.invalid, column) ?? fields.refused;
}

/** The title of a column in the file; without one, the label of its meaning. */
function titleOf(column: ImportColumn, { columns }: ImportReport): string {
  // Two columns may contain the category; a file has one of them.
  const names = column === "categoryId" ? ["categoryId", "category"] : [column];
  return columns.find((one) => names.includes(one.column ?? ""))?.title ?? meanings()[column];
}
