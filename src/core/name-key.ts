/** What names are compared by: "REX" and "rex" are the same, and so are the forms that NFKC unites (decision D28). */
export function nameKey(name: string): string {
  // A capital sigma becomes another letter at the end of a word, but a prefix may end anywhere.
  const lower = name.normalize("NFKC").toLowerCase().replaceAll("ς", "σ");
  // Some letters have a composed form in lower case only.
  return lower.normalize("NFKC");
}
