import conventions from "../../docs/api-conventions.md" with { type: "file" };
import assistants from "../../docs/assistants.md" with { type: "file" };
import client from "../../docs/client.md" with { type: "file" };
import errors from "../../docs/errors.md" with { type: "file" };
import events from "../../docs/events.md" with { type: "file" };
import generators from "../../docs/generators.md" with { type: "file" };
import imports from "../../docs/imports.md" with { type: "file" };
import noCode from "../../docs/no-code.md" with { type: "file" };
import integrations from "../../docs/pictures/integrations.webp" with { type: "file" };
import orders from "../../docs/pictures/orders.webp" with { type: "file" };
import pets from "../../docs/pictures/pets.webp" with { type: "file" };
import petsPhone from "../../docs/pictures/pets-phone.webp" with { type: "file" };
import today from "../../docs/pictures/today.webp" with { type: "file" };
import todayPhone from "../../docs/pictures/today-phone.webp" with { type: "file" };
import staff from "../../docs/staff.md" with { type: "file" };
import staffDe from "../../docs/staff-de.md" with { type: "file" };
import walkthrough from "../../docs/walkthrough.md" with { type: "file" };
import websites from "../../docs/websites.md" with { type: "file" };
import { type Guide, guides, llmsText } from "../contract/openapi/document-guides.ts";
import { once } from "../core/caches/once.ts";
import { bytesFile, type StaticFile, textFile } from "../http/responses/static-files.ts";
import { htmlOf } from "./markdown.ts";

/** The Markdown file of each guide. Links between guides are relative and end in `.md`. */
const markdownFiles: Readonly<Record<Guide, string>> = {
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

const pictures: Readonly<Record<string, string>> = {
  integrations,
  orders,
  pets,
  "pets-phone": petsPhone,
  today,
  "today-phone": todayPhone,
};

/**
 * The guides as HTML and Markdown, and their index for language models, by path. `base` prefixes URLs of the service.
 */
export function guideFiles(stylePath: () => Promise<string>, base: string): Record<string, () => Promise<StaticFile>> {
  const names = Object.keys(guides) as Guide[];
  const llms = once(async () => textFile("text/plain", llmsText(base)));
  return Object.fromEntries([
    ...names.map((name) => [
      `/docs/${name}`,
      once(async () => textFile("text/html", page(name, await textOf(name), await stylePath(), base))),
    ]),
    ...names.map((name) => [`/docs/${name}.md`, once(async () => textFile("text/markdown", await textOf(name)))]),
    ...Object.entries(pictures).map(([name, path]) => [
      `/docs/pictures/${name}.webp`,
      once(async () => bytesFile("image/webp", await Bun.file(path).bytes())),
    ]),
    ["/docs/llms.txt", llms],
    ["/llms.txt", llms],
  ]);
}

function textOf(name: Guide): Promise<string> {
  return Bun.file(markdownFiles[name]).text();
}

function page(name: Guide, markdown: string, stylePath: string, base: string): string {
  return `<!doctype html>
<html lang="${name.endsWith("-de") ? "de" : "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Petstore: ${guides[name].title}</title>
<link rel="icon" href="${base}/favicon.svg" type="image/svg+xml">
<link rel="alternate" href="${base}/docs/${name}.md" type="text/markdown">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<nav>${navigation(name, base)}</nav>
<main>
${htmlOf(markdown, base)}</main>
</body>
</html>
`;
}

function navigation(current: Guide, base: string): string {
  const links = Object.entries(guides).map(
    ([name, { title }]) =>
      `<a href="${base}/docs/${name}"${name === current ? ' aria-current="page"' : ""}>${title}</a>`,
  );
  return [`<a href="${base}/docs">API reference</a>`, ...links].join(" · ");
}
