/* Time zones. Imports nothing, so that settings can share it. */

/** What a refused time zone should have been. */
export const TIME_ZONE = "the name of an IANA time zone, such as Europe/Berlin";

/** The name of a time zone that the runtime knows. It knows offsets too, which are no names. */
export function readTimeZone(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
