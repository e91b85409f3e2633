/* Reads table rows as pets, each cell according to its column (decisions 022, D89). */
import type * as z from "zod";
import { type ImportColumn, ImportLine } from "../../contract/imports/import-line.ts";
import { type Json, preview } from "../../contract/json/json.ts";
import type { NameOption, PetLine } from "../../core/imports/import-ports.ts";
import { LineError, type NameColumn, type Problem, valueProblem } from "../../core/imports/line-problems.ts";
import { ANY } from "../../core/imports/written-pairs.ts";
import { isErrorWord, isNoName, isWordColumn, meaningIn, sexAndNeutered } from "../../core/reading/written-words.ts";
import { choicesFor } from "../cells/cell-choices.ts";
import { integerRemedy, isShortened, readInteger, saysNothing, unwrapped } from "../cells/cells.ts";
import { EXPECTED_CELLS, isKnownMember, readMemberCell } from "../cells/profile-cells.ts";
import { cellTranslator, rowFilter } from "../layouts/foreign-tables.ts";
import { answerFor, cellKey, saidOfNew } from "../layouts/mapping.ts";
import { addressesIn } from "../layouts/photo-columns.ts";
import type { Header } from "../layouts/titles.ts";
import { Unclear } from "../problems/import-questions.ts";
import { type CareRow, vaccinationReader } from "./care-rows.ts";
import { brokenRuleOf, type PetFile } from "./pet-file.ts";
import type { FileRecord } from "./records.ts";

/** A row while it is read. */
interface Row {
  readonly line: number;
  /** The line named in messages, if it is not that of the pet. */
  readonly where: string;
  /** The cells as written. */
  readonly cells: Partial<Record<ImportColumn, string>>;
  readonly values: Record<string, Json | Unclear>;
  readonly problems: Problem[];
  /** Columns whose cells are mapped, so their meaning is certain. */
  readonly certain: Set<ImportColumn>;
}

/** Reads rows as pets. `read` returns undefined for a row that is not a pet to import. */
export class RowReader {
  readonly #file: PetFile;
  readonly #header: Header;
  readonly #label: NameColumn;
  readonly #option: NameOption;
  readonly #thisYear: number;
  /** Whether it is an export of ours, and whether it is the kind that no spreadsheet has saved. */
  readonly #isOwn: boolean;
  readonly #isPlain: boolean;
  readonly #schema: z.ZodObject;
  readonly #isSkipped: ((record: FileRecord) => boolean) | undefined;
  readonly #translate: ReturnType<typeof cellTranslator> | undefined;
  readonly #vaccinations: ReturnType<typeof vaccinationReader> | undefined;
  /** The fields of each column by priority. */
  readonly #fields: readonly (readonly [column: ImportColumn, indexes: readonly number[]])[];

  constructor(file: PetFile, header: Header, label: NameColumn) {
    const { mapping, warnings, now } = file;
    [this.#file, this.#header, this.#label, this.#option] = [file, header, label, mapping.option];
    this.#thisYear = new Date(now).getUTCFullYear();
    this.#fields = header.fields;
    this.#isOwn = header.titles.includes("createdAt");
    this.#isPlain = this.#isOwn && !header.titles.includes("category");
    // A schema of only these columns validates twice as fast. One title may stand for two columns.
    const columns: readonly ImportColumn[] = [...header.fields.map(([column]) => column), "neutered"];
    this.#schema = ImportLine.pick(
      Object.fromEntries(columns.map((column) => [column, true])) as { [Column in ImportColumn]?: true },
    );
    const { source } = mapping;
    this.#isSkipped = source && rowFilter(source, header.titles, warnings);
    this.#translate = source && cellTranslator(source);
    this.#vaccinations = source?.care && vaccinationReader(source.care, header.titles);
  }

  read(record: FileRecord): PetLine | undefined {
    const { warnings } = this.#file;
    const { line, fields } = record;
    const addresses = this.#file.mapping.takesPhotos ? [] : addressesIn(this.#header, record);
    if (addresses.length > 0) warnings.addRow("photo_addresses", line, addresses.length);
    if (this.#isSkipped?.(record) === true) return undefined;
    if ([...this.#header.foreign].some((index) => meaningIn("published", fields[index] ?? "") === "true")) {
      warnings.addRow("non_shelter_pets", line);
      return undefined;
    }
    this.#requireLength(record);
    const row: Row = { line, where: "", cells: {}, values: {}, problems: [], certain: new Set() };
    for (const [column, indexes] of this.#fields) this.#readColumn(row, column, indexes, fields);
    const { input, care } = this.#withCare(row, record);
    if (input.published === false) warnings.addRow("unpublished_pets", line);
    const problems = row.problems.length === 0 ? undefined : row.problems;
    return { line, input, problems, care, ifNew: saidOfNew(this.#file.mapping, row, input) };
  }

  /** Adds the care in a row and its continuation rows. */
  #withCare(row: Row, record: FileRecord): Pick<PetLine, "input" | "care"> {
    const input = this.#validated(row);
    if (this.#vaccinations === undefined) return { input };
    const { vaccinatedOn, vaccinationDueOn, ...rest } = input;
    const rows: CareRow[] = [{ record, said: { vaccinatedOn, vaccinationDueOn } }];
    for (const further of record.further ?? []) {
      const { line, fields } = further;
      if (this.#file.mapping.isSkipped(line)) continue;
      const other: Row = { ...row, line, where: ` in line ${line}`, cells: {}, values: {} };
      for (const [column, indexes] of this.#fields) {
        if (column === "vaccinatedOn" || column === "vaccinationDueOn")
          this.#readColumn(other, column, indexes, fields);
      }
      if (Object.keys(other.cells).length === 0) this.#file.warnings.addRow("continued_rows", line);
      rows.push({ record: further, said: this.#validated(other) });
    }
    return { input: rest, care: this.#vaccinations(rows) };
  }

  #requireLength({ line, fields }: FileRecord): void {
    const { titles, delimiter } = this.#header;
    if (fields.length < titles.length) this.#file.warnings.addRow("too_few_fields", line);
    if (!fields.slice(titles.length).some((field) => field !== "")) return;
    const kind = `expected ${titles.length} fields, as in the row of titles. Quote a field that contains ${preview(delimiter)}`;
    throw new LineError({ code: "too_many_fields", kind, got: `got ${fields.length}` });
  }

  #readColumn(row: Row, column: ImportColumn, indexes: readonly number[], fields: readonly string[]): void {
    for (const index of indexes) {
      const field = fields[index] ?? "";
      const written = this.#isPlain ? field : unwrapped(field);
      if (written.trim() === "") continue;
      const value = this.#readCell(row, column, written);
      if (value === undefined) continue;
      row.values[column] = this.#header.hiding.has(index) && typeof value === "boolean" ? !value : value;
      // If several columns can hide a pet, any of them does.
      if (column !== "published" || row.values[column] === false) return;
    }
  }

  /** The value of a cell; undefined if it is empty. */
  #readCell(row: Row, column: ImportColumn, written: string): Json | Unclear | undefined {
    const { mapping, warnings } = this.#file;
    row.cells[column] = written;
    const answer = answerFor(mapping, column, written);
    if (answer !== undefined) {
      warnings.found(column, cellKey(column, written));
      row.certain.add(column);
      return answer === "" || (column === "name" && answer === ANY) ? undefined : this.#valueOf(row, column, answer);
    }
    const cell = this.#translate?.(column, written) ?? written;
    if (cell === "") return undefined;
    if ((column === "reference" || column === "microchip") && isShortened(cell)) return Unclear.shortened(this.#option);
    // Our own exports are read strictly.
    if (this.#isPlain || (this.#isOwn && !isErrorWord(cell))) return this.#valueOf(row, column, cell);
    if (saysNothing(column, cell)) {
      warnings.addRow("nothing_words", row.line);
      return undefined;
    }
    if (isErrorWord(cell)) return Unclear.error(this.#option, choicesFor(column, "", this.#habits(column)));
    if (column === "name" && isNoName(cell)) {
      // The answer for pets without a name applies here too.
      row.cells[column] = "";
      return undefined;
    }
    return this.#valueOf(row, column, cell);
  }

  #valueOf(row: Row, column: ImportColumn, cell: string): Json | Unclear {
    if (column === "name") return cell;
    if (column === "category" || column === "createdAt") return cell.trim();
    if (isWordColumn(column)) return this.#wordOf(row, column, cell);
    if (isKnownMember(column))
      return readMemberCell(column, cell, {
        habits: this.#habits(column),
        option: this.#option,
        thisYear: this.#thisYear,
      });
    // A cell that is not an integer stays text, which the schema refuses.
    return readInteger(cell, this.#header.delimiter) ?? cell;
  }

  #wordOf(row: Row, column: Parameters<typeof meaningIn>[0], cell: string): Json | Unclear {
    const meaning = meaningIn(column, cell);
    if (meaning !== undefined) return meaning === "true" || meaning === "false" ? meaning === "true" : meaning;
    const both = column === "sex" || column === "neutered" ? sexAndNeutered(cell) : undefined;
    if (both === undefined) return Unclear.word(column, this.#option);
    // A separate column takes precedence.
    if (column === "sex") row.values["neutered"] ??= both.neutered;
    return column === "sex" ? both.sex : both.neutered;
  }

  /** The valid values. Others become problems, or take the value mapped for all such cells. */
  #validated(row: Row): ImportLine {
    const { values } = row;
    const replaced = new Set<string>();
    for (;;) {
      const result = this.#schema.safeParse(values);
      const broken = result.success ? brokenRuleOf(result.data as ImportLine, this.#file) : undefined;
      if (result.success && broken === undefined) return result.data as ImportLine;
      const issues = broken === undefined ? (result.error?.issues ?? []) : [];
      const refused = broken === undefined ? issues.map(({ path }) => path[0] as ImportColumn) : [broken.member];
      for (const column of new Set(refused)) {
        const other = replaced.has(column) ? undefined : this.#file.mapping.others.get(column);
        replaced.add(column);
        const message = issues.find(({ path }) => path[0] === column)?.message ?? broken?.expected ?? "";
        if (other === undefined) row.problems.push(this.#problemOf(row, column, message));
        delete values[column];
        if (other !== undefined && other !== "" && other !== ANY) values[column] = this.#valueOf(row, column, other);
      }
    }
  }

  #problemOf({ cells, values, where }: Row, column: ImportColumn, message: string): Problem {
    const cell = cells[column] ?? cells.sex ?? "";
    const got = `got ${preview(cell)}${where}`;
    const value = values[column];
    if (value instanceof Unclear) {
      const { code, expected, choices } = value;
      return valueProblem({ code, column, expected, got, cell, choices }, this.#label);
    }
    const expected = `expected ${EXPECTED_CELLS[column] ?? message}. ${this.#remedyFor(column, cell)}`;
    const choices = choicesFor(column, cell, this.#habits(column)).filter((choice) => this.#isReadable(column, choice));
    return valueProblem({ code: "invalid_value", column, expected, got, cell, choices }, this.#label);
  }

  /** A suggested answer must be valid. */
  #isReadable(column: ImportColumn, choice: string): boolean {
    if (choice === "-" || choice === ANY) return true;
    const row: Row = { line: 0, where: "", cells: {}, values: {}, problems: [], certain: new Set() };
    return ImportLine.safeParse({ [column]: this.#valueOf(row, column, choice) }).success;
  }

  #remedyFor(column: ImportColumn, cell: string): string {
    const say = `say what it stands for with ${this.#option("mapValues")}`;
    if (isKnownMember(column) || column === "createdAt") return `Correct it, leave the cell empty, or ${say}`;
    return column === "name" || column === "category"
      ? `Correct the text, or ${say}`
      : `${integerRemedy(cell)}, or ${say}`;
  }

  #habits(column: ImportColumn) {
    return this.#file.habits.get(column);
  }
}
