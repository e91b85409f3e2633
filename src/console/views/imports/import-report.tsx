import type { ComponentChildren } from "preact";
import type { ImportColumn, ImportReport } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/language.ts";
import { categoryName } from "../../data/categories.ts";
import { StatusChip } from "../../ui/status.tsx";
import type { Choices, Meaning } from "./choices.ts";
import { Questions } from "./questions.tsx";
import { isMappable } from "./table-titles.ts";

interface ReportProps {
  readonly report: ImportReport;
  /** The titles of a table whose columns the service cannot tell. */
  readonly titles: readonly string[];
  readonly choices: Choices;
  readonly choose: (choices: Choices) => void;
}

/** What an import would do: its columns, its first pets and its problems. */
export function Report({ report, titles, choices, choose }: ReportProps) {
  const { imports: words } = allTexts.value;
  const { pets, added, updated, createdCategories, columns } = report;
  const counts = [pets, added, updated, createdCategories].map(formatNumber);
  const wasImported = choices.allowDuplicates || report.problems.some(({ code }) => code === "imported_before");
  const options = ["update", "createCategories", ...(wasImported ? (["allowDuplicates"] as const) : [])] as const;
  const known = columns.length > 0 ? columns : titles.map((title) => ({ title }));
  return (
    <>
      <p role="status">{words.counts(counts[0] ?? "", counts[1] ?? "", counts[2] ?? "", counts[3] ?? "")}</p>
      <Problems report={report} />
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
      {known.length > 0 && <Columns columns={known} choices={choices} choose={choose} />}
      <Questions report={report} choices={choices} choose={choose} />
      <Preview report={report} />
    </>
  );
}

/** What has to be corrected, and what may be a mistake. */
function Problems({ report }: Pick<ReportProps, "report">) {
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
                {problemText(problem)}{" "}
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
      {warnings.map(({ code, message }) => (
        <p key={code} class="hint">
          {knownText(words.warnings, code) ?? <bdi lang="en">{message}</bdi>}
        </p>
      ))}
    </>
  );
}

type Problem = ImportReport["problems"][number];

/** A text by a code or a column, some of which a newer service may have alone. */
function knownText(known: Readonly<Record<string, string>>, name: string): string | undefined {
  return known[name];
}

/** What is wrong, by the code of the problem. */
function problemText({ code, column = "name", message }: Problem): ComponentChildren {
  const { imports: words, fields } = allTexts.value;
  if (code !== "invalid_value") return knownText(words.problemTexts, code) ?? <bdi lang="en">{message}</bdi>;
  return knownText(words.expected, column) ?? knownText(fields.invalid, column) ?? fields.refused;
}

/** What the file calls a column, or else what it means. */
function titleOf(column: ImportColumn, { columns }: ImportReport): string {
  // Two columns say the category, and a file has one of them.
  const names = column === "categoryId" ? ["categoryId", "category"] : [column];
  return columns.find((one) => names.includes(one.column ?? ""))?.title ?? meanings()[column];
}

interface ColumnsProps extends Pick<ReportProps, "choices" | "choose"> {
  readonly columns: readonly { readonly title: string; readonly column?: ImportColumn }[];
}

/** What a column may say about a pet, in words. */
function meanings(): Readonly<Record<ImportColumn, string>> {
  const { imports, profile } = allTexts.value;
  const { breed, sex, birthDate, size, color, neutered, description, tags, price, reference, microchip, arrivedOn } =
    profile;
  const known = {
    breed,
    sex,
    birthDate,
    size,
    color,
    neutered,
    description,
    tags,
    price,
    reference,
    microchip,
    arrivedOn,
  };
  return { ...imports.meanings, ...known };
}

function Columns({ columns, choices, choose }: ColumnsProps) {
  const { imports: words } = allTexts.value;
  return (
    <fieldset class="wrap import-columns">
      <legend>{words.columns}</legend>
      {columns.map(({ title, column }, index) => (
        <label key={`${index} ${title}`}>
          <bdi>{title}</bdi>
          <select
            aria-label={title}
            value={choices.meanings[title] || column || "-"}
            disabled={!isMappable(title)}
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
      ))}
    </fieldset>
  );
}

function Preview({ report: { preview } }: Pick<ReportProps, "report">) {
  const { imports: words, pets } = allTexts.value;
  if (preview.length === 0) return null;
  return (
    <>
      <h3>{words.preview}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than a phone */}
      <section class="scrolled" aria-label={words.preview} tabIndex={0}>
        <table class="plain">
          <thead>
            <tr>
              {[words.line, words.action, pets.name, pets.category, pets.status, pets.stock].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map(({ line, action, name, category, categoryId, status, quantity }) => (
              <tr key={line}>
                <td>{formatNumber(line)}</td>
                <td>{words.actions[action]}</td>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td>
                  <bdi>{category ?? (categoryId === undefined ? "" : categoryName(categoryId))}</bdi>
                </td>
                <td>
                  <StatusChip status={status} />
                </td>
                <td>{formatNumber(quantity)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
