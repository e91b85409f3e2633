/*
 * Asks the registry for known vulnerabilities in what is shipped: `npm run audit`. Exit codes: 0 none, 1 some, 2 the registry
 * did not answer the question, so that nothing is known.
 */
import { spawnSync } from "node:child_process";
import { shippedPackages } from "./packages.ts";

interface Report {
  readonly message?: string;
  readonly error?: { readonly summary?: string };
  readonly metadata?: { readonly vulnerabilities?: object };
  readonly vulnerabilities?: Readonly<Record<string, { name: string; severity: string; range: string }>>;
}

interface Verdict {
  readonly exitCode: 0 | 1 | 2;
  readonly lines: readonly string[];
}

/** What an answer of `npm audit --json` means, in words, and the exit code for it. */
export function verdict(text: string, shipped: readonly string[]): Verdict {
  const report = read(text);
  const found = report.metadata?.vulnerabilities;
  if (found === undefined) {
    const reason = report.message ?? report.error?.summary ?? "npm gave no answer";
    return {
      exitCode: 2,
      lines: [`NOT AUDITED: the registry did not answer (${reason}). Nothing is known about vulnerabilities.`],
    };
  }
  const lines = Object.values(report.vulnerabilities ?? {})
    .filter(({ name }) => shipped.includes(name))
    .map(({ name, severity, range }) => `${severity}: ${name} ${range}`);
  if (lines.length === 0) return { exitCode: 0, lines: ["The registry knows of no vulnerability in what is shipped."] };
  return { exitCode: 1, lines: [...lines, "`npm audit` says more."] };
}

function read(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return {};
  }
}

if (import.meta.main) {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--loglevel=silent"], { encoding: "utf8" });
  const { exitCode, lines } = verdict(
    stdout ?? "",
    shippedPackages().map(({ name }) => name),
  );
  for (const line of lines) console.log(line);
  process.exitCode = exitCode;
}
