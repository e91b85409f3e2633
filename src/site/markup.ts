/* HTML and XML that escape by construction: every value of a template is text, unless a template made it. */

/** Markup that a template made. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template accepts. Nothing is written for undefined and false. */
type Part = Markup | string | number | bigint | undefined | false | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Characters that XML does not have, not even escaped. */
const NOT_IN_XML = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Makes markup: values are escaped, for elements and for attributes in quotes. */
export function markup(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: template }, ...parts.map(textOf)));
}

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (part === undefined || part === false) return "";
  if (typeof part === "object") return part.map(textOf).join("");
  return String(part)
    .replaceAll(NOT_IN_XML, "")
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

/** Data for machines inside a page. It cannot end the element that it is in. */
export function jsonData(value: unknown): Markup {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return new Markup(`<script type="application/ld+json">${json}</script>`);
}

/** A text of several paragraphs. Each has the direction of its first letter. */
export function paragraphsOf(text: string): readonly Markup[] {
  return text.split(/\n\s*\n/).map((paragraph) => markup`<p dir="auto">${paragraph}</p>`);
}
