/* The languages of the public pages, and which one a visitor prefers. */
import { weightsIn } from "../../../http/requests/accept-weights.ts";
import { remembering } from "./remembering.ts";

/** The languages; the first is the default. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** Whether a text is a language code of the pages. */
export function isLanguage(text: string | null): text is Language {
  return languages.some((language) => language === text);
}

/** The longest Accept-Language header that is read. */
const ACCEPT_MAX = 200;

/** `preferredLanguage` with a cache. */
export function languageReader(): (accept?: string) => Language {
  const read = remembering(preferredLanguage, ACCEPT_MAX);
  return (accept = "") => read(accept.slice(0, ACCEPT_MAX));
}

/** The preferred language (RFC 9110 12.5.4). */
export function preferredLanguage(accept = ""): Language {
  const wanted = weightsIn(accept)
    .filter(([, weight]) => weight > 0)
    .sort(([, one], [, other]) => other - one);
  const found = wanted.map(([name]) => name.split("-")[0] ?? "").find(isLanguage);
  return found ?? languages[0];
}
