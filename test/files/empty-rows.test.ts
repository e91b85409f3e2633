/* Rows without a value, before and between pets, and texts that look like them. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { surveyFile } from "../../src/files/reading/encoding.ts";
import { type Delimiter, type FileRecord, readRecords } from "../../src/files/reading/records.ts";

/** The records of a text, and the lines that are refused. */
async function recordsOf(text: string, delimiter: Delimiter | undefined = ",") {
  const file = new Blob([text]);
  const refused: number[] = [];
  const records: FileRecord[] = [];
  const parts = readRecords(file, await surveyFile(file, false), { delimiter, fromLine: 1 }, (line) => {
    refused.push(line);
  });
  for await (const part of parts) records.push(...part);
  return { refused, records: records.map(({ line, end, fields }) => [line, end, fields.join("|")]) };
}

for (const [row, delimiter] of [
  [",,", ","],
  [" ; ;\t", ";"],
  ["", "\t"],
  ["  ", undefined],
] as const) {
  for (const count of [1, 63, 64, 65, 1000, 100_000]) {
    test(`${count} rows of ${JSON.stringify(row)} have no records, and the rows after them keep their numbers`, async () => {
      const empty = `${row}\n`.repeat(count);
      expect(await recordsOf(`a\n${empty}b\nc\n${empty}d`, delimiter)).toEqual({
        refused: [],
        records: [
          [1, 1, "a"],
          [count + 2, count + 2, "b"],
          [count + 3, count + 3, "c"],
          [2 * count + 4, 2 * count + 4, "d"],
        ],
      });
    });
  }
}

test("inside quotes they are a part of the text", async () => {
  const text = `x\n${",,\n".repeat(30_000)}y`;
  expect(await recordsOf(`a,"${text}"\n${",\n".repeat(500)}b,1\n`)).toEqual({
    refused: [],
    records: [
      [1, 30_002, `a|${text}`],
      [30_503, 30_503, "b|1"],
    ],
  });
});

test("a misplaced quote after them spoils its own line only", async () => {
  const empty = ",\n".repeat(40_000);
  const { refused, records } = await recordsOf(`a,1\n${empty}"b"x,2\n${empty}c,3\n`);
  expect(refused).toEqual([40_002]);
  expect(records).toEqual([
    [1, 1, "a|1"],
    [80_003, 80_003, "c|3"],
  ]);
});

/** Records as RFC 4180 has them: rows end at a line feed outside quotes. */
function expectedOf(text: string): readonly unknown[] {
  let line = 1;
  return [...text.matchAll(/(?:"[^"]*"|[^"\n])*(?:\n|$)/g)].flatMap(([row]) => {
    const first = line;
    line += row.split("\n").length - 1;
    const fields = row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((field) => field.trim().replaceAll('"', ""));
    const end = row.endsWith("\n") ? line - 1 : line;
    return fields.some((field) => field !== "") ? [[first, end, fields.join("|")]] : [];
  });
}

test("any text with long runs of empty rows, also inside quotes, has the same records as without leaving any out", async () => {
  const part = fc.oneof(
    ...[",,\n", " , ,\t\n", "\n"].map((row) => fc.nat(3000).map((count) => row.repeat(count))),
    fc.nat(900).map((count) => `"a${",,\n".repeat(count)}",b\n`),
    fc.constantFrom("x,y,\n", ",,z\n"),
  );
  const property = fc.asyncProperty(fc.array(part, { maxLength: 12 }), fc.boolean(), async (parts, isOpen) => {
    const text = parts.join("") + (isOpen ? ", ," : "");
    expect(await recordsOf(text)).toEqual({ refused: [], records: expectedOf(text) } as never);
  });
  await fc.assert(property, { numRuns: 60 });
});
