/* Rules that the compiler does not know: who imports whom, where the outside comes in, how long things are and what they are called. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

const root = join(import.meta.dir, "..");

interface Source {
  /** Relative to the root, such as `src/http/app.ts`. */
  readonly path: string;
  readonly text: string;
}

const sources = read("src/**/*.{ts,tsx}");
const tests = read("test/**/*.ts").filter(({ path }) => path !== "test/architecture.test.ts");

function pathsOf(pattern: string): readonly string[] {
  return [...new Bun.Glob(pattern).scanSync(root)].filter((path) => !/node_modules|generated/.test(path)).sort();
}

function read(pattern: string): readonly Source[] {
  return pathsOf(pattern).map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** What each part imports besides itself: other parts, packages, modules of the runtime. `type` allows types only. */
const allowed: Record<string, readonly string[]> = {
  contract: ["zod", "lossless-json"],
  core: ["contract", "ical-generator"],
  store: ["core", "contract", "migrations", "bun", "bun:", "node:"],
  http: ["core", "contract", "node:", "type zod"],
  files: ["core", "contract", "node:", "type zod", "csv-parse"],
  photos: ["core", "contract", "program", "node:"],
  site: ["http", "console", "core", "contract", "assets", "docs", "node:", "qr"],
  service: [
    "api",
    "program",
    "site",
    "http",
    "store",
    "files",
    "photos",
    "core",
    "contract",
    "node:",
    "zod",
    "pino",
    "pino-pretty",
    "standardwebhooks",
    "package.json",
  ],
  client: [],
  console: ["client", "core", "contract", "preact", "@preact", "qr"],
  commands: [
    "service",
    "store",
    "files",
    "photos",
    "client",
    "core",
    "contract",
    "node:",
    "zod",
    "commander",
    "@modelcontextprotocol",
    "csv-parse",
    "qr",
    "package.json",
  ],
};

/** The part of a file: its folder under src, or `program` for a file directly in src. */
function partOf(path: string): string {
  return /^src\/([\w-]+)\//.exec(path)?.[1] ?? "program";
}

/** The room of a file of the console, such as `data` or `views/pets`, whose sub-folders import each other. */
function roomOf(path: string): string {
  return /^(?:views\/)?[\w-]+/.exec(dirname(path).replace(/^src\/console\/?/, ""))?.[0] ?? "";
}

function roomsOf(folder: string): readonly string[] {
  const paths = sources.map(({ path }) => path).filter((path) => path.startsWith(folder));
  return [...new Set(paths.map(roomOf))];
}

interface Import {
  /** The text between the quotes. */
  readonly target: string;
  readonly isType: boolean;
}

function importsOf({ text }: Source): readonly Import[] {
  const imports = text.matchAll(
    /^(?:import|export) (type )?(?:([\w{}*, \n]+) from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...imports].map(([, type, names = "", fixed, target = fixed ?? ""]) => {
    return { target, isType: type !== undefined || /^\{(?:\s*type \w+,?)+\s*\}$/.test(names) };
  });
}

/** What a file imports from: parts, packages, folders, `node:` and `bun:`. That of types only starts with `type`. */
function originsOf(file: Source): readonly string[] {
  return importsOf(file).map(({ target, isType }) => `${isType ? "type " : ""}${importedFrom(file.path, target)}`);
}

/** Paths of the files that a file imports, for their types too. */
function importedFilesOf(file: Source): readonly string[] {
  const relative = importsOf(file).filter(({ target }) => target.startsWith("."));
  return relative.map(({ target }) => normalize(join(dirname(file.path), target)));
}

function importedFrom(path: string, target: string): string {
  if (!target.startsWith(".")) return /^(?:node|bun):/.exec(target)?.[0] ?? target.split("/")[0] ?? target;
  const file = normalize(join(dirname(path), target));
  return file.startsWith("src/") ? partOf(file) : (file.split("/")[0] ?? file);
}

/** Paths of the files whose values a file imports. Imports of types alone are gone at runtime. */
function valueImportsOf({ path, text }: Source): readonly string[] {
  return new Bun.Transpiler({ loader: path.endsWith("x") ? "tsx" : "ts" })
    .scanImports(text.replace(/^#!.*/, ""))
    .filter(({ path: target }) => target.startsWith("."))
    .map(({ path: target }) => normalize(join(dirname(path), target)));
}

/** The files that are in a cycle of imports, or import such files: leaves out those that import none of the others, until none is left. */
function inCycles(files: readonly Source[]): readonly string[] {
  const left = new Map(files.map((file) => [file.path, importedFilesOf(file)]));
  for (let count = 0; count !== left.size; ) {
    count = left.size;
    for (const [path, imported] of left) if (!imported.some((target) => left.has(target))) left.delete(path);
  }
  return [...left.keys()];
}

/** Matching lines as `path:line: text`. */
function linesWith(pattern: RegExp, files: readonly Source[]): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

const except = (...paths: string[]) => sources.filter(({ path }) => !paths.includes(path));

/** The same files without comments. */
const withoutComments = (files: readonly Source[]) =>
  files.map(({ path, text }) => ({
    path,
    text: text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, "")),
  }));

describe("imports", () => {
  const parts = new Set(sources.map(({ path }) => partOf(path)).filter((part) => part !== "program"));

  test("each folder of src has a rule", () => {
    expect([...parts].filter((part) => !(part in allowed))).toEqual([]);
  });

  for (const part of parts) {
    test(`${part} imports only ${allowed[part]?.join(", ") || "itself"}`, () => {
      const others = [part, `type ${part}`, ...(allowed[part] ?? [])];
      const forbidden = sources
        .filter(({ path }) => partOf(path) === part)
        .flatMap((file) => originsOf(file).map((imported) => ({ file, imported })))
        .filter(({ imported }) => !others.includes(imported) && !others.includes(imported.replace("type ", "")))
        .map(({ file, imported }) => `${file.path} imports ${imported}`);
      expect(forbidden).toEqual([]);
    });
  }

  test("the rooms of the console import only those below them", () => {
    const order = ["styles", "texts", "app", "data", "ui", "forms"];
    const below = (room: string) => (order.includes(room) ? order.slice(0, order.indexOf(room)) : order);
    const viewsOf = (room: string) => (room === "views/frame" ? roomsOf("src/console/views/") : []);
    const allowed = (room: string) => (room === "" ? [...order, "views/frame"] : [...below(room), ...viewsOf(room)]);
    const forbidden = sources
      .filter(({ path }) => partOf(path) === "console")
      .flatMap((file) => valueImportsOf(file).map((target) => ({ path: file.path, from: roomOf(file.path), target })))
      // A style sheet stands beside its component, and `styles` puts all of them in order.
      .filter(({ target }) => partOf(target) === "console" && !target.endsWith(".css"))
      .filter(({ from, target }) => from !== roomOf(target) && !allowed(from).includes(roomOf(target)))
      .map(({ path, target }) => `${path} imports ${target}`);
    expect(forbidden).toEqual([]);
    expect(pathsOf("src/console/*.*").length).toBeLessThanOrEqual(2);
  });

  test("what the console shares with the service needs no package, so that its page stays small", () => {
    const ofConsole = sources.filter(({ path }) => partOf(path) === "console");
    const shared = new Set(ofConsole.flatMap(valueImportsOf).filter((path) => /^src\/(?:core|contract)\//.test(path)));
    // A set goes on to what is added on the way.
    for (const path of shared) {
      for (const file of sources.filter((source) => source.path === path))
        for (const one of valueImportsOf(file)) shared.add(one);
    }
    const withPackages = sources
      .filter(({ path }) => shared.has(path))
      .filter((file) => importsOf(file).some(({ target }) => !target.startsWith(".")));
    expect(shared.size).toBeGreaterThan(0);
    expect(withPackages.map(({ path }) => path)).toEqual([]);
  });

  test("a start loads only the packages and the parts that most runs need", () => {
    const loaded = new Set(["src/commands/serve/serve-command.ts"]);
    const packages = new Set<string>();
    // A set goes on to what is added on the way.
    for (const path of loaded) {
      for (const { text } of sources.filter((source) => source.path === path)) {
        const imports = new Bun.Transpiler({ loader: "ts" }).scanImports(text);
        for (const { path: target, kind } of imports) {
          if (kind !== "import-statement") continue;
          if (target.startsWith(".")) loaded.add(normalize(join(dirname(path), target)));
          else if (!/^(?:node|bun)(?::|$)/.test(target)) packages.add(target);
        }
      }
    }
    expect([...packages].toSorted()).toEqual(["lossless-json", "pino", "zod"]);
    // The other driver, the pages for visitors of a shop with a name, and what is loaded with the first request for it.
    const late =
      /^src\/(?:store\/postgres|commands\/(?!serve|terminal)|console|files\/reading\/read|photos|site\/(?:reference\/page\.|visitors\/))/;
    expect([...loaded].filter((path) => late.test(path))).toEqual([]);
  });

  test("no files of src import each other in a cycle, for types neither", () => {
    expect(inCycles(sources)).toEqual([]);
  });
});

/** A sample for client developers, not code of the service. */
const withoutSample = (files: readonly Source[]) =>
  files.map(({ path, text }) => ({ path, text: text.replace("apiKey: process.env.", "") }));
const inner = sources.filter(({ path }) => /^src\/(?:core|contract)\//.test(path));
const notClient = ({ path }: Source) => partOf(path) !== "client";
const ADAPTERS = [
  "src/http/server.ts",
  "src/http/pipeline/exchange.ts",
  "src/http/requests/multipart.ts",
  "src/http/responses/responder.ts",
];
const SOURCES_OF_TIME = [
  "src/service/runtime.ts",
  "src/service/compose.ts",
  "src/console/app/formats/day.ts",
  "src/console/app/random.ts",
];

test.each([
  [
    "core and contract use nothing of the runtime",
    /\b(?:Bun|Buffer|process|performance)\.\w|\b(?:require|fetch)\(/,
    withoutComments(withoutSample(inner)),
  ],
  [
    "only the configuration reads the environment",
    // A constant of the bundle is none.
    /process\.env(?!\.NODE_ENV")|Bun\.env/,
    withoutSample(except("src/service/settings/settings.ts")),
  ],
  [
    "only the runtime has a clock and randomness",
    /Date\.now|new Date\(\)|random(?:UUID|Bytes)\b|getRandomValues/,
    except(...SOURCES_OF_TIME).filter(notClient),
  ],
  [
    "only the adapters to the runtime's server and the client know Request and Response",
    /\bnew (?:Request|Response)\b|[:<|] ?(?:Request|Response)\b|\bResponse\.\w|\bBun\.serve\b/,
    withoutComments(except(...ADAPTERS)).filter(notClient),
  ],
  [
    "no test is skipped but for a missing system tool, and none runs alone",
    /\b(?:test|describe|it)\.(?:skip|only|todo|if|skipIf|todoIf|failing)\b|\bx(?:it|test|describe)\(/,
    tests.filter(({ path }) => path !== "test/support/system-tool.ts"),
  ],
  ["no type is silenced", /\bas any\b|: any\b|<any>|@ts-ignore|@ts-nocheck/, [...sources, ...tests]],
] as const)("%s", (_, forbidden, files) => {
  expect(linesWith(forbidden, files)).toEqual([]);
});

/** The first lines of functions. A function ends at the closing brace of the same indentation. */
const FUNCTION =
  /^ *(?:export |async |static |get |set )*(?:function\*? |\*?#?\w+(?:<.*>)?\(|(?:const|let) \w+ = .*=> |.*=> ).*\{$/;
const NOT_A_FUNCTION = /^ *(?:\} )?(?:if|for|while|switch|catch|else|do|try|return new|class|interface)\b/;

/** The functions of a file and how many lines each has, without those of the functions inside it. */
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

describe("length", () => {
  test("a file has fewer than 250 lines", () => {
    // All texts of a language are in one file.
    const written = sources.filter(({ path }) => !/\.gen\.ts$|^src\/console\/texts\//.test(path));
    const long = written.filter(({ text }) => text.split("\n").length > 250).map(({ path }) => path);
    expect(long).toEqual([]);
  });

  test("a function has fewer than 50 lines of its own", () => {
    const functions = sources.flatMap(functionsOf);
    expect(functions.length).toBeGreaterThan(200);
    expect(functions.filter(({ lines }) => lines >= 50).map(({ name, lines }) => `${name} (${lines})`)).toEqual([]);
  });
});

test("the root of src has at most five files", () => {
  expect(pathsOf("src/*.ts").length).toBeLessThanOrEqual(5);
});

describe("names", () => {
  test("a file has a kebab-case name", () => {
    const names = [...pathsOf("{src,test,bench,tools}/**/*.*"), ...pathsOf("docs/**/*.md")];
    const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)+$/;
    const others = names.filter((path) => !kebab.test(basename(path)));
    expect(others.toSorted()).toEqual(["bench/README.md", "docs/decisions/README.md"]); // GitHub shows both below the lists of their folders
  });

  test("a file is named for what it holds", () => {
    const vague = /^(?:utils?|helpers?|types|managers?|services?|base)\b/i;
    expect([...sources, ...tests].map(({ path }) => path).filter((path) => vague.test(basename(path)))).toEqual([]);
  });
});

test("docs/architecture.md names only files that exist", () => {
  const text = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const named = [...text.matchAll(/(?:core|http|store|service|site)\/[\w/-]+\.ts\b/g)].map(([path]) => `src/${path}`);
  const known = sources.map(({ path }) => path);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !known.includes(path))).toEqual([]);
});

describe("comments", () => {
  const cited = (pattern: RegExp) =>
    [...sources, ...tests].flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map(([, decision = ""]) => ({ path, decision })),
    );

  test("cite only decisions on the interface that the repository has", () => {
    const text = readFileSync(join(root, "docs/decisions/interface.md"), "utf8");
    const known = new Set([...text.matchAll(/^\| (D\d+) \|/gm)].map(([, decision]) => decision));
    expect(known.size).toBeGreaterThan(20);
    const citations = cited(/\b(D\d{1,2})\b(?![^\n]*\.test\.ts)/g);
    expect(citations.length).toBeGreaterThan(5);
    expect(citations.filter(({ decision }) => !known.has(decision))).toEqual([]);
  });

  test("cite only decision records that the repository has", () => {
    const known = pathsOf("docs/decisions/*.md").map((path) => basename(path).slice(0, 3));
    const citations = cited(/\bdecisions?[ /](\d{3})\b/g);
    expect(citations.filter(({ decision }) => !known.includes(decision))).toEqual([]);
  });

  test("find every decision record in the index", () => {
    const index = readFileSync(join(root, "docs/decisions/README.md"), "utf8");
    const listed = [...index.matchAll(/\]\((\S+\.md)\)/g)].map(([, name]) => name);
    const names = pathsOf("docs/decisions/*.md").map((path) => basename(path));
    expect(listed.toSorted()).toEqual(names.filter((name) => name !== "README.md").toSorted());
  });
});
