import europePath from "../../assets/inter/europe.woff2" with { type: "file" };
import latinPath from "../../assets/inter/latin.woff2" with { type: "file" };
import { once } from "../core/caches/once.ts";
import { type Page, shared } from "../http/pipeline/exchange.ts";
import { bytesFile, contentPolicy, OWN_ORIGIN, sendFile } from "../http/responses/static-files.ts";

/**
 * The font of all pages, split so that browsers fetch only the ranges they need. One part covers English and German.
 * Ranges do not overlap: Chromium would fetch both. The URL changes with the version. Keep in step with the console's
 * tokens.css.
 */
const PARTS = [
  {
    path: "/fonts/inter-europe-4.1.1.woff2",
    file: europePath,
    range:
      "U+A1-A8, U+AA, U+AC-B6, U+B8-BA, U+BC-C3, U+C5-C8, U+CA-D5, U+D8-DB, U+DD-DE, U+E0-E3, U+E5-E8, U+EA-F5, U+F7-FB, U+FD-17F",
  },
  {
    path: "/fonts/inter-latin-4.1.1.woff2",
    file: latinPath,
    range:
      "U+0-7F, U+A0, U+A9, U+AB, U+B7, U+BB, U+C4, U+C9, U+D6-D7, U+DC, U+DF, U+E4, U+E9, U+F6, U+FC, U+2013-203A, U+20AC, U+2190-2193, U+2212, U+2640-2642, U+2713",
  },
];

/** The `@font-face` rules. `font-display: optional`: a late font appears on the next visit, so nothing moves. */
export const FONT_FACES = PARTS.map(
  ({ path, range }) =>
    `@font-face { font-family: Inter; src: url("${path.slice(1)}") format("woff2"); font-weight: 400 700; font-display: optional; unicode-range: ${range}; }`,
).join("\n");

/** The font files, shared by the console and the public pages. */
export function fontPages(): Record<string, Page> {
  const headers = { ...contentPolicy(), ...OWN_ORIGIN };
  const page = (file: string): Page => {
    const load = once(async () => bytesFile("font/woff2", await Bun.file(file).bytes()));
    return { respond: async (request) => shared(sendFile(await load(), request, { headers, isImmutable: true })) };
  };
  return Object.fromEntries(PARTS.map(({ path, file }) => [path, page(file)]));
}
