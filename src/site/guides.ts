import conventions from "../../docs/api-conventions.md" with { type: "text" };
import assistants from "../../docs/assistants.md" with { type: "text" };
import client from "../../docs/client.md" with { type: "text" };
import errors from "../../docs/errors.md" with { type: "text" };
import events from "../../docs/events.md" with { type: "text" };
import generators from "../../docs/generators.md" with { type: "text" };
import imports from "../../docs/imports.md" with { type: "text" };
import noCode from "../../docs/no-code.md" with { type: "text" };
import integrations from "../../docs/pictures/integrations.webp" with { type: "file" };
import orders from "../../docs/pictures/orders.webp" with { type: "file" };
import pets from "../../docs/pictures/pets.webp" with { type: "file" };
import petsPhone from "../../docs/pictures/pets-phone.webp" with { type: "file" };
import today from "../../docs/pictures/today.webp" with { type: "file" };
import todayPhone from "../../docs/pictures/today-phone.webp" with { type: "file" };
import staff from "../../docs/staff.md" with { type: "text" };
import staffDe from "../../docs/staff-de.md" with { type: "text" };
import walkthrough from "../../docs/walkthrough.md" with { type: "text" };
import websites from "../../docs/websites.md" with { type: "text" };
import { type Guide, guides, llmsText } from "../contract/openapi/guides.ts";
import { once } from "../core/once.ts";
import { bytesFile, type StaticFile, textFile } from "./static-files.ts";

const CSS = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
h2 { margin-top: 2.5rem; }
code, pre { font: 0.9em ui-monospace, monospace; }
pre { padding: 0.75rem; overflow-x: auto; border: 1px solid; border-radius: 6px; }
pre code { font-size: 1em; }
img { max-width: 100%; height: auto; }
table { border-collapse: collapse; } td, th { padding: 0.2rem 1rem 0.2rem 0; text-align: start; vertical-align: top; }
@media (max-width: 30rem) { td { min-width: 5rem; } td:not(:first-child) { overflow-wrap: anywhere; } }`;

/** The Markdown of each guide. Links between guides are relative, and end in `.md`. */
const texts: Readonly<Record<Guide, string>> = {
  walkthrough,
  "api-conventions": conventions,
  events,
  errors,
  client,
  generators,
  "no-code": noCode,
  websites,
  imports,
  staff,
  "staff-de": staffDe,
  assistants,
};

/** The pictures of the guides. */
const pictures: Readonly<Record<string, string>> = {
  integrations,
  orders,
  pets,
  "pets-phone": petsPhone,
  today,
  "today-phone": todayPhone,
};

/** The guides as pages and in Markdown, and the list of them for language models, by path. */
export function guideFiles(): Record<string, () => Promise<StaticFile>> {
  const names = Object.keys(guides) as Guide[];
  const llms = once(async () => textFile("text/plain", llmsText()));
  return Object.fromEntries([
    ...names.map((name) => [`/docs/${name}`, once(async () => textFile("text/html", page(name)))]),
    ...names.map((name) => [`/docs/${name}.md`, once(async () => textFile("text/markdown", texts[name]))]),
    ...Object.entries(pictures).map(([name, path]) => [
      `/docs/pictures/${name}.webp`,
      once(async () => bytesFile("image/webp", await Bun.file(path).bytes())),
    ]),
    ["/docs/llms.txt", llms],
    ["/llms.txt", llms],
  ]);
}

function page(name: Guide): string {
  return `<!doctype html>
<html lang="${name.endsWith("-de") ? "de" : "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Petstore: ${guides[name].title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="alternate" href="/docs/${name}.md" type="text/markdown">
<style>${CSS}</style>
</head>
<body>
<nav>${navigation(name)}</nav>
<main>
${render(texts[name])}</main>
</body>
</html>
`;
}

function navigation(current: Guide): string {
  const links = Object.entries(guides).map(
    ([name, { title }]) => `<a href="/docs/${name}"${name === current ? ' aria-current="page"' : ""}>${title}</a>`,
  );
  return ['<a href="/docs">API reference</a>', ...links].join(" · ");
}

/** Markdown as HTML. The runtime's own ids of headings lack underscores, which the names of errors have. */
function render(markdown: string): string {
  return Bun.markdown
    .html(markdown, { noHtmlSpans: true })
    .replace(/<(h[23])>(.*)<\/\1>/g, (_, tag, title) => `<${tag} id="${fragment(title)}">${title}</${tag}>`)
    .replace(/href="([\w-]+)\.md/g, 'href="/docs/$1')
    .replaceAll("<pre>", '<pre tabindex="0">');
}

/** The fragment that leads to a heading, as GitHub makes it. */
function fragment(title: string): string {
  return title
    .replace(/<[^>]*>/g, "")
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");
}
