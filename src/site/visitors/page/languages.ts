/* The languages of the page for visitors, and which one a visitor prefers. */
import { weightsIn } from "../../../http/requests/accept-weights.ts";
import { remembering } from "./remembering.ts";

/** The languages of the page. The first is that of visitors who prefer none of them. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** Whether a text names a language of the page. */
export function isLanguage(text: string | null): text is Language {
  return languages.some((language) => language === text);
}

/** The longest Accept-Language that is read. */
const ACCEPT_MAX = 200;

/** Returns `preferredLanguage` with a memory. */
export function languageReader(): (accept?: string) => Language {
  const read = remembering(preferredLanguage, ACCEPT_MAX);
  return (accept = "") => read(accept.slice(0, ACCEPT_MAX));
}

/** The language that a visitor prefers (RFC 9110 12.5.4). */
export function preferredLanguage(accept = ""): Language {
  const wanted = weightsIn(accept)
    .filter(([, weight]) => weight > 0)
    .sort(([, one], [, other]) => other - one);
  const found = wanted.map(([name]) => name.split("-")[0] ?? "").find(isLanguage);
  return found ?? languages[0];
}
