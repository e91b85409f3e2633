/* The commands of the documents, for the tests that run them as they are written. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** The text of a file of the repository. */
export const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

/** The blocks of a document for a shell. */
function blocksIn(text: string): readonly { readonly kind: string; readonly block: string }[] {
  return [...text.matchAll(/^```(sh|console)\n(.*?)^```$/gms)].map(([, kind = "", block = ""]) => ({ kind, block }));
}

/**
 * The commands in the blocks for a shell: of a session those after the prompt. What continues on the next line is one command; a
 * comment behind two spaces is none.
 */
export function commandsIn(text: string): readonly string[] {
  return blocksIn(text).flatMap(({ kind, block }) =>
    block
      .replaceAll("\\\n", "")
      .split("\n")
      .filter((line) => (kind === "sh" ? line !== "" : line.startsWith("$ ")))
      .map((line) => line.replace(/^\$ /, "").replace(/ {2,}#.*$/, "")),
  );
}

const GENERATORS = "docs/generators.md";

/** The languages whose clients test/generated-clients.long.ts generates by the block of the page for each. */
export const LANGUAGES = ["go", "java", "php", "python"] as const;

/** The block of docs/generators.md that generates a client in a language. */
export function generatorBlock(language: (typeof LANGUAGES)[number]): string {
  const found = blocksIn(textOf(GENERATORS)).find(({ block }) => block.includes(`generate -g ${language} `));
  return found?.block ?? "";
}

/** The commands of docs/generators.md that test/generated-clients.test.ts runs. */
export function packageCommands(): readonly string[] {
  return commandsIn(textOf(GENERATORS)).filter((command) => command.startsWith("npx "));
}
