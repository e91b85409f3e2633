/* Counts and sizes for people. */

/** Formats a count: 1234567 is "1,234,567", with the noun "pet" "1,234,567 pets", with "category" "1,234,567 categories". */
export function formatCount(count: number | bigint, noun?: string): string {
  const text = count.toLocaleString("en-US");
  if (noun === undefined || Number(count) === 1) return noun === undefined ? text : `${text} ${noun}`;
  return `${text} ${noun.replace(/([^aeiou])y$/, "$1ie")}s`;
}

/** Formats a size: 1234567 is "1.2 MB". */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}
