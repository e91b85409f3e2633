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
      set={(from) => choose({ ...choices, meanings: {}, answers: [], from: from as Choices["from"] })}
    />
  );
}

/** The options that have a box of their own. */
const BOXES = new Set(["update", "createCategories", "allowDuplicates"]);

/** Of many lines or ranges of lines, some are named. */
const NAMED_LINES = 3;

/** What a file leaves open: each is asked once, and stays while a person may think again. */
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

/** What a question is about: a text of the file, all of a column, or some lines. */
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

/** The first of the lines that a choice leaves out: numbers and ranges, as in `4,7-9`. */
function firstLines(choice = ""): string {
  return choice.replaceAll("-", "–").split(",").slice(0, NAMED_LINES).join(", ");
}

/** A choice in the language of the page. */
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

/** What the words of a column may mean, in the language of the page. */
function meaningsOf(column: string | undefined): Readonly<Record<string, string>> {
  const { pets, profile } = allTexts.value;
  if (column === "status") return pets.statuses;
  if (column === "sex") return profile.sexes;
  if (column === "size") return profile.sizes;
  return { true: profile.yes, false: profile.no };
}

interface ChoiceProps {
  readonly label: string;
  /** Which column has it. */
  readonly about?: string | undefined;
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
