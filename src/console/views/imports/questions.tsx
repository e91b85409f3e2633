import type { ImportReport } from "../../../client/index.ts";
import { importSources } from "../../../contract/imports/import-sources.ts";
import { ANY, readPairs } from "../../../core/imports/written-pairs.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { type Answered, type Choices, questionKey } from "./choices.ts";
import { meanings } from "./column-meanings.ts";

interface QuestionsProps {
  readonly report: ImportReport;
  readonly choices: Choices;
  readonly choose: (choices: Choices) => void;
}

/** Which system exported the file. Its own column names and words then apply. */
export function Origin({ choices, choose }: Pick<QuestionsProps, "choices" | "choose">) {
  const { imports: words } = allTexts.value;
  return (
    <Choice
      label={words.from}
      value={choices.from}
      none={words.spreadsheet}
      options={importSources}
      // Answers for a spreadsheet may name columns and words that this system does not have.
      set={(from) => choose({ ...choices, meanings: {}, answers: [], from: from as Choices["from"] })}
    />
  );
}

/** Options shown as a checkbox. */
const BOXES = new Set(["update", "createCategories", "allowDuplicates"]);

/** How many lines or ranges of lines a question names. */
const NAMED_LINES = 3;

/** The open questions of an import. Each is asked once, and stays so that the answer can be changed. */
export function Questions({ report, choices, choose }: QuestionsProps) {
  const { imports: texts } = allTexts.value;
  const kept = choices.answers.filter(({ choice }) => choice !== "");
  const keys = new Set(kept.map(({ question }) => questionKey(question)));
  const open = report.answers
    .filter((question) => !BOXES.has(question.option) && !keys.has(questionKey(question)))
    .map((question): Answered => ({ question, choice: "" }));
  const asked = [...kept, ...open];
  if (asked.length === 0) return null;
  return (
    <fieldset class="wrap import-columns">
      <legend>{texts.words}</legend>
      {asked.map(({ question, choice }, index) => (
        <Choice
          key={questionKey(question)}
          {...labelOf(question)}
          value={choice}
          options={Object.fromEntries(question.choices.map((one) => [one, choiceText(question, one)]))}
          set={(chosen) =>
            choose({ ...choices, answers: asked.map((one, nth) => (nth === index ? { ...one, choice: chosen } : one)) })
          }
        />
      ))}
    </fieldset>
  );
}

/** What a question is about: a text in the file, a whole column, or some lines. */
function labelOf({ option, column, value, count, problem, choices }: Answered["question"]) {
  const { imports: texts, profile } = allTexts.value;
  const about = column === undefined ? undefined : meanings()[column];
  if (option === "dates") return { label: texts.dates };
  if (option === "currency") return { label: profile.currency };
  if (option === "unit") return { label: texts.unit };
  if (option === "skip") {
    const lines = texts.lines(count, formatNumber(count), firstLines(choices[0]));
    return { label: texts.skipped(texts.problemTexts[problem as "taken"] ?? problem), about: lines };
  }
  if (option === "map") return { label: texts.otherNumber, about };
  if (option === "allowOtherPets") return { label: texts.otherPets };
  return { label: value === undefined ? texts.allOf : value === "" ? texts.empty : value, about };
}

/** The first lines that a choice leaves out: numbers and ranges, as in `4,7-9`. */
function firstLines(choice = ""): string {
  return choice.replaceAll("-", "–").split(",").slice(0, NAMED_LINES).join(", ");
}

/** The label of a choice. */
function choiceText({ option, column }: Answered["question"], choice: string): string {
  const { imports: texts, profile } = allTexts.value;
  if (option === "dates") return texts.orders[choice as "dmy"];
  if (option === "skip") return texts.skip;
  if (option === "allowOtherPets") return profile.yes;
  const to = readPairs(choice)?.[0]?.to ?? choice;
  if (to === "-") return option === "map" ? texts.ignored : texts.nothing;
  if (to === ANY) return texts.named;
  if (option === "map") return `${readPairs(choice)?.[0]?.from}: ${meanings()[to as "name"]}`;
  return meaningsOf(column)[to] ?? to;
}

/** The possible meanings of a column's words, as labels. */
function meaningsOf(column: string | undefined): Readonly<Record<string, string>> {
  const { pets, profile } = allTexts.value;
  if (column === "status") return pets.statuses;
  if (column === "sex") return profile.sexes;
  if (column === "size") return profile.sizes;
  return { true: profile.yes, false: profile.no };
}

interface ChoiceProps {
  readonly label: string;
  /** The column of the word. */
  readonly about?: string | undefined;
  readonly value: string;
  /** The label of no choice; by default, "open". */
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
