/* What a person does on the page of imports: chooses a file, and answers what it leaves open. */
import type { visit } from "./page.ts";

type Page = Awaited<ReturnType<typeof visit>>;

/** Where the page is. */
export const IMPORTS = "/console/imports";

/** The text of the button that imports, once the file can be imported. */
const START = /^Import [\d,]+ pets?$/;

/** The fields of the questions. */
const QUESTIONS = ".import-columns select";

/** Chooses a file of the computer. */
export function chooseFile(page: Page, name: string, file: string | Uint8Array): Promise<void> {
  return page.setInputFiles("input[type=file]", { name, mimeType: "text/csv", buffer: Buffer.from(file) });
}

/** The button that imports the pets. */
export const startButton = (page: Page) => page.getByRole("button", { name: START });

/**
 * Answers the open questions one by one until the file can be imported. Of the choices that are offered, `choose` takes one, or none:
 * then the question stays open. Returns how many were answered.
 */
export async function answerQuestions(
  page: Page,
  choose: (choices: readonly string[]) => string | undefined,
): Promise<number> {
  const find = <Found extends Element>(selector: string) => [...page.document.querySelectorAll<Found>(selector)];
  /** The first open question with an answer, by its place. A report that arrives would change places between two looks. */
  const nextAnswer = () => {
    for (const [place, question] of find<HTMLSelectElement>(QUESTIONS).entries()) {
      const choices = [...question.options].map(({ value }) => value).filter((value) => value !== "");
      const choice = question.value === "" ? choose(choices) : undefined;
      if (choice !== undefined) return { place, choice };
    }
    return undefined;
  };
  /** A person waits for the report on the last answer. */
  const isSettled = () =>
    find('.import[aria-busy="false"]').length > 0 &&
    (find(`.import .primary[aria-disabled="false"]`).length > 0 || nextAnswer() !== undefined);
  for (let answered = 0; ; answered++) {
    await page.until(isSettled, "a question with an answer, or the button that imports");
    const next = nextAnswer();
    if (next === undefined) return answered;
    await page.locator(QUESTIONS).nth(next.place).selectOption(next.choice);
  }
}
