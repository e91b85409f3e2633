/* HTML and XML templates that escape every value, except markup made by another template. */

/** Escaped markup. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value of a template. Undefined and false render nothing. */
type Part = Markup | string | number | bigint | undefined | false | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Characters that XML forbids, even escaped. */
const NOT_IN_XML = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Template tag. Escapes values for element content and quoted attributes. */
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

/** JSON for a script element, escaped so that it cannot end the element. */
export function jsonData(value: unknown): Markup {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return new Markup(`<script type="application/ld+json">${json}</script>`);
}

/** Renders a text as paragraphs, each with the direction of its first letter. */
export function paragraphsOf(text: string): readonly Markup[] {
  return text.split(/\n\s*\n/).map((paragraph) => markup`<p dir="auto">${paragraph}</p>`);
}
