import type { ImportReport } from "../../../client/index.ts";
import { importSources } from "../../../contract/import-sources.ts";
import { allTexts } from "../../app/language.ts";
import type { Choices } from "./choices.ts";
import { meanings } from "./column-meanings.ts";
import { isMappable } from "./file-rows.ts";

interface QuestionsProps {
  readonly report: ImportReport;
  readonly choices: Choices;
  readonly choose: (choices: Choices) => void;
}

/** Which system has exported the file. Its titles and words are then those that count. */
export function Origin({ choices, choose }: Pick<QuestionsProps, "choices" | "choose">) {
  const { imports: words } = allTexts.value;
  return (
    <Choice
      label={words.from}
      value={choices.from}
      none={words.spreadsheet}
      options={importSources}
      // What was said about the file as a spreadsheet may name titles and words that no longer count.
      set={(from) => choose({ ...choices, meanings: {}, words: [], from: from as Choices["from"] })}
    />
  );
}

/** Currencies that prices without one may have. */
const CURRENCIES = ["EUR", "USD", "GBP", "CHF", "PLN", "JPY"];

/** What a file leaves open: each is asked once, and stays while a person may think again. */
export function Questions({ report, choices, choose }: QuestionsProps) {
  const { imports: words, profile } = allTexts.value;
  const asks = (code: string) => report.problems.some((problem) => problem.code === code);
  return (
    <>
      <Words report={report} choices={choices} choose={choose} />
      {(choices.dates !== "" || asks("ambiguous_dates")) && (
        <Choice
          label={words.dates}
          value={choices.dates}
          options={words.orders}
          set={(dates) => choose({ ...choices, dates })}
        />
      )}
      {(choices.currency !== "" || asks("missing_currency")) && (
        <Choice
          label={profile.currency}
          value={choices.currency}
          options={Object.fromEntries(CURRENCIES.map((code) => [code, code]))}
          set={(currency) => choose({ ...choices, currency })}
        />
      )}
    </>
  );
}

/** The words that the service does not know, with what they may mean. */
function Words({ report, choices, choose }: QuestionsProps) {
  const { imports: texts } = allTexts.value;
  const open = report.unknownWords.map(({ column, word }) => ({ column, word, meaning: "" }));
  const words = [...choices.words, ...open].filter(({ word }) => isMappable(word));
  if (words.length === 0) return null;
  return (
    <fieldset class="wrap import-columns">
      <legend>{texts.words}</legend>
      {words.map(({ column, word, meaning }, index) => (
        <Choice
          key={`${column} ${word}`}
          label={word}
          about={meanings()[column]}
          value={meaning}
          options={{ ...meaningsOf(column), "-": texts.nothing }}
          set={(chosen) =>
            choose({ ...choices, words: words.map((one, nth) => (nth === index ? { ...one, meaning: chosen } : one)) })
          }
        />
      ))}
    </fieldset>
  );
}

/** What the words of a column may mean, in the language of the page. */
function meaningsOf(column: string): Readonly<Record<string, string>> {
  const { pets, profile } = allTexts.value;
  if (column === "status") return pets.statuses;
  if (column === "sex") return profile.sexes;
  if (column === "size") return profile.sizes;
  return { true: profile.yes, false: profile.no };
}

interface ChoiceProps {
  readonly label: string;
  /** Which column has it. */
  readonly about?: string;
  readonly value: string;
  /** What it is if nobody chooses; by default that is open. */
  readonly none?: string;
  readonly options: Readonly<Record<string, string>>;
  readonly set: (value: string) => void;
}

function Choice({ label, about, value, none = allTexts.value.imports.unanswered, options, set }: ChoiceProps) {
  return (
    <label>
      <span>
        <bdi>{label}</bdi> {about !== undefined && <small>{about}</small>}
      </span>{" "}
      <select value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        <option value="">{none}</option>
        {Object.entries(options).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
