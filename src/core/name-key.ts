/** What names are compared by: "REX" and "rex" are the same, and so are the forms that NFKC unites (decision D28). */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
