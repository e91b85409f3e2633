/* The rules of the house that a compiler does not know: who may import whom, where the outside comes in, how long things get. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

const root = join(import.meta.dir, "..");

interface Source {
  /** Relative to the root, such as `src/http/app.ts`. */
  readonly path: string;
  readonly text: string;
}

const sources = read("src/**/*.ts");
const tests = read("test/**/*.ts");

function read(pattern: string): readonly Source[] {
  const paths = [...new Bun.Glob(pattern).scanSync(root)].filter((path) => !/node_modules|generated/.test(path)).sort();
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** What each part may import: other parts, packages, and what the runtime brings. The programs may import everything. */
const allowed: Record<string, readonly string[]> = {
  contract: ["zod", "type zod"],
  core: ["contract"],
  store: ["core", "contract", "migrations", "bun", "bun:", "node:"],
  // It knows HTTP and nothing of the service.
  http1: ["type bun"],
  http: ["http1", "core", "contract", "assets", "node:", "type zod", "prom-client", "type prom-client"],
  client: ["contract", "type zod"],
};

/** The part that a file belongs to: its folder under src, or `program`. */
function partOf(path: string): string {
  const part = /^src\/(\w+)\//.exec(path)?.[1] ?? "program";
  return part === "cli" ? "program" : part;
}

/** What a file imports: parts, other folders, `node:`, `bun:`, packages or `type` and a package for its types alone. */
function importsOf({ path, text }: Source): readonly string[] {
  const imports = text.matchAll(/^(?:import|export) (type )?(?:[\w{}*, \n]+ from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm);
  return [...imports].map(([, type = "", named = "", lazy = named]) => {
    if (!lazy.startsWith(".")) return /^(?:node|bun):/.exec(lazy)?.[0] ?? `${type}${lazy.split("/")[0]}`;
    const target = normalize(join(dirname(path), lazy));
    return target.startsWith("src/") ? partOf(target) : (target.split("/")[0] ?? target);
  });
}

/** The lines that fit, as `path:line: text`. */
function linesWith(pattern: RegExp, files: readonly Source[]): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

const except = (...paths: string[]) => sources.filter(({ path }) => !paths.includes(path));

describe("who imports whom", () => {
  for (const [part, others] of Object.entries(allowed)) {
    test(`${part} imports ${others.join(", ")}`, () => {
      const files = sources.filter(({ path }) => partOf(path) === part);
      expect(files.length).toBeGreaterThan(0);
      const forbidden = files.flatMap((file) =>
        importsOf(file)
          .filter((imported) => imported !== part && !others.includes(imported))
          .map((imported) => `${file.path} imports ${imported}`),
      );
      expect(forbidden).toEqual([]);
    });
  }

  test("core and contract use nothing of the runtime", () => {
    const inner = sources.filter(({ path }) => /^src\/(?:core|contract)\//.test(path));
    expect(linesWith(/\b(?:Bun|Buffer|process|performance)\.\w|\b(?:require|fetch)\(/, inner)).toEqual([]);
  });
});

describe("where the outside comes in", () => {
  test("only the configuration reads the environment", () => {
    expect(linesWith(/process\.env|Bun\.env/, except("src/config.ts"))).toEqual([]);
  });

  test("only the runtime has a clock and randomness", () => {
    expect(
      linesWith(
        /Date\.now|new Date\(\)|random(?:UUID|Bytes)\b|getRandomValues/,
        except("src/runtime.ts", "src/server.ts", "src/client/client.ts"),
      ),
    ).toEqual([]);
  });
});

/** A function starts on a line of these forms and ends at the closing brace of the same indentation. */
const FUNCTION =
  /^ *(?:export |async |static |get |set )*(?:function\*? |\*?#?\w+(?:<.*>)?\(|(?:const|let) \w+ = .*=> |.*=> ).*\{$/;
const NOT_A_FUNCTION = /^ *(?:\} )?(?:if|for|while|switch|catch|else|do|try|return new|class|interface)\b/;

/** The functions of a file with their own lines: those of functions inside of them are counted there. */
function functionsOf({ path, text }: Source): readonly { readonly name: string; readonly lines: number }[] {
  const lines = text.split("\n");
  const spans = lines.flatMap((line, start) => {
    if (!FUNCTION.test(line) || NOT_A_FUNCTION.test(line)) return [];
    const indent = /^ */.exec(line)?.[0] ?? "";
    const end = lines.findIndex((other, index) => index > start && other.startsWith(`${indent}}`));
    return [{ start, end }];
  });
  return spans.map((span) => {
    const inside = spans.filter(({ start, end }) => start > span.start && end <= span.end);
    const own = lines.filter(
      (_, line) =>
        line >= span.start && line <= span.end && !inside.some(({ start, end }) => line >= start && line <= end),
    );
    return { name: `${path}:${span.start + 1}: ${lines[span.start]?.trim()}`, lines: own.length };
  });
}

describe("how long things get", () => {
  test("a file has fewer than 250 lines", () => {
    const long = sources.filter(({ text }) => text.split("\n").length > 250).map(({ path }) => path);
    expect(long).toEqual([]);
  });

  test("a function has fewer than 50 lines of its own", () => {
    const functions = sources.flatMap(functionsOf);
    expect(functions.length).toBeGreaterThan(200);
    expect(functions.filter(({ lines }) => lines >= 50).map(({ name, lines }) => `${name} (${lines})`)).toEqual([]);
  });
});

describe("what things are called", () => {
  test("a file is named for what it holds", () => {
    const vague = /^(?:utils?|helpers?|types|managers?|services?|base)\b/i;
    expect([...sources, ...tests].map(({ path }) => path).filter((path) => vague.test(basename(path)))).toEqual([]);
  });
});

describe("what is not done", () => {
  test("no test is left out, and none runs alone", () => {
    const marked = /\b(?:test|describe|it)\.(?:skip|only|todo|if|skipIf|todoIf|failing)\b|\bx(?:it|test|describe)\(/;
    expect(
      linesWith(
        marked,
        tests.filter(({ path }) => path !== "test/architecture.test.ts"),
      ),
    ).toEqual([]);
  });

  test("no type is silenced", () => {
    const silenced = /\bas any\b|: any\b|<any>|@ts-ignore|@ts-nocheck/;
    expect(
      linesWith(silenced, [...sources, ...tests.filter(({ path }) => path !== "test/architecture.test.ts")]),
    ).toEqual([]);
  });
});
