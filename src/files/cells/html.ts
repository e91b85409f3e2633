/* HTML to plain text, for product descriptions. The result is never shown as HTML, so it is not sanitized. No
   pattern reads past the next "<", so the time is linear. */

/** Named entities that editors write. Others stay as they are. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ...{ ndash: "–", mdash: "—", hellip: "…", deg: "°", euro: "€" },
  ...{ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”" },
};

/** Returns the text of HTML without tags; paragraphs and list items are on lines of their own. */
export function textOfHtml(html: string): string {
  const isMarkedUp = /<\/?[a-z][^<>]*>/i.test(html);
  const text = isMarkedUp ? html.replaceAll(/\s+/g, " ") : html;
  return text
    .replaceAll(/<(style|script)\b[^<>]*>[^<]*<\/\1\s*>|<!--[^<]*?-->/gi, "")
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|ul|ol|tr|h[1-6])\s*>/gi, "\n")
    .replaceAll(/<\/?[a-z][^<>]*>/gi, "")
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, characterOf)
    .replaceAll(/[^\S\n]*\n[^\S\n]*/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function characterOf(written: string, decimal?: string, hexadecimal?: string, name = ""): string {
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16);
  if (Number.isNaN(code)) return NAMED[name.toLowerCase()] ?? written;
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}
