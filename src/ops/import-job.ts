/* One run of an import, for its check and its work. */
import type { Engine } from "../store/engine.ts";
import { InterruptedError, type Report } from "./command.ts";
import type { Delimiter } from "./csv.ts";
import type { Decision, Rules } from "./import-plan.ts";
import { type IgnoredColumn, ignoredColumns } from "./pet-columns.ts";
import { type OnLayout, type PetFile, type PetLine, readPets } from "./pet-file.ts";
import type { Problems } from "./problems.ts";

/** What an import did, or would do. */
export interface Imported {
  readonly pets: number;
  readonly added: number;
  readonly updated: number;
  readonly createdCategories: number;
  /** How many lines have no id. */
  readonly unnumbered: number;
  /** How many pets an interrupted import of the same file had imported already. */
  readonly resumedAfter: number;
  /** The first lines and what becomes of them. Of a finished import there are none. */
  readonly preview: readonly Decision[];
}

/** How a file is read: what the person who made it wants to know. */
export interface Layout {
  readonly encoding: PetFile["survey"]["encoding"];
  /** Undefined for NDJSON. */
  readonly delimiter: Delimiter | undefined;
  readonly ignored: readonly IgnoredColumn[];
}

/** What reading a file tells. */
interface FileObserver {
  readonly onLayout: (layout: Layout) => void;
  readonly onBytes: (read: number, of: number) => void;
}

/** What an import tells while it runs, and what stops it. */
export interface ImportObserver {
  readonly report: Report;
  readonly onLayout: (layout: Layout) => void;
  readonly signal: AbortSignal;
}

/** One run of an import. */
export interface Job {
  readonly engine: Engine;
  readonly file: PetFile;
  readonly rules: Omit<Rules, "label">;
  readonly observer: ImportObserver;
  readonly clock: () => number;
  /** How many of its pets are imported already. */
  readonly done: number;
}

/** Lines that are not imported yet, after `before` pets. */
interface OpenLines {
  readonly lines: readonly PetLine[];
  readonly before: number;
  readonly rules: Rules;
}

/** Reads the pets of a file that are not imported yet. */
export async function* readOpenPets(
  { file, rules, done }: Job,
  problems: Problems,
  { onLayout = () => {}, onBytes = () => {} }: Partial<FileObserver> = {},
): AsyncGenerator<OpenLines> {
  let label: Rules["label"] = String;
  let read = 0;
  const onOpen: OnLayout = (labelOf, header) => {
    label = labelOf;
    const ignored = header === undefined ? [] : ignoredColumns(header);
    onLayout({ encoding: file.survey.encoding, delimiter: header?.delimiter, ignored });
  };
  for await (const batch of readPets(file, problems, onOpen, onBytes)) {
    const lines = batch.slice(Math.max(0, done - read));
    read += batch.length;
    yield { lines, before: read - lines.length, rules: { ...rules, label } };
  }
}

/** The work was interrupted after so many pets. */
export function interrupted(done: number): InterruptedError {
  if (done === 0) return new InterruptedError("interrupted; nothing was imported");
  return new InterruptedError(`interrupted after ${done} pets; run the same command again to import the rest`);
}
