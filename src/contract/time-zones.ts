/* Time zones. Imports nothing, so that settings can share it. */

/** The name of a time zone that the runtime knows. It knows offsets too, which are no names. */
export function readTimeZone(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
