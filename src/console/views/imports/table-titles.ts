/* The titles of a table that the service cannot tell, so that a person can say what they mean. */

/** What may separate fields. */
const DELIMITERS = [";", ",", "\t", "|"] as const;

/** How much of a file is looked at, in bytes. */
const LOOKED_AT = 16_384;

/** The titles in the first row that has several fields; none if there is no such row. A quoted field may have no delimiter. */
export async function titlesIn(file: File): Promise<readonly string[]> {
  const text = (await file.slice(0, LOOKED_AT).text()).replace(/^\ufeff/, "");
  for (const row of text.split(/\r?\n/)) {
    const fields = DELIMITERS.map((delimiter) => row.split(delimiter)).reduce((a, b) => (b.length > a.length ? b : a));
    if (fields.length > 1) return fields.map((field) => field.trim().replace(/^"|"$/g, "")).filter(isMappable);
  }
  return [];
}

/** Whether `map` can name a title: it separates its pairs by commas. */
export function isMappable(title: string): boolean {
  return title !== "" && !/[,=]/.test(title);
}
