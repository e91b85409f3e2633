/** A guide for client developers: docs/NAME.md, which the service has as a page at /docs/NAME. */
export const guides = {
  walkthrough: { title: "The API in ten minutes", about: "a pet from its category to its return, with `curl`" },
  "api-conventions": {
    title: "API conventions",
    about: "keys, integers, lists, stock, orders, retries, conditional requests and versions",
  },
  events: { title: "Events", about: "the feed, the stream and webhooks, with the signature of a message" },
  errors: { title: "Error codes", about: "what causes each code, and how to fix it" },
  client: { title: "Client package", about: "the typed client for JavaScript and TypeScript" },
  generators: { title: "Generated clients", about: "the command for each language, and what each client keeps" },
  "no-code": {
    title: "Zapier, Make and n8n",
    about: "webhooks and requests without code",
  },
  websites: { title: "Your website", about: "the pets on another website: `/pets.json`, the feed and a frame" },
  imports: { title: "Import and export", about: "files of pets: how spreadsheets are read, and what an export has" },
  staff: { title: "A day with the console", about: "the guide for the people in the shop" },
  "staff-de": { title: "Ein Tag mit der Konsole", about: "die Anleitung für die Leute im Laden, auf Deutsch" },
  assistants: { title: "Assistants", about: "`petstore mcp`: the interface as tools of the Model Context Protocol" },
} as const;

export type Guide = keyof typeof guides;

/** The guides as a list in Markdown, with addresses that start with a path and end in an extension. */
export function guideList(extension: "" | ".md", base = ""): string {
  const items = Object.entries(guides).map(
    ([name, { title, about }]) => `- [${title}](${base}/docs/${name}${extension}): ${about}\n`,
  );
  return items.join("");
}

/** The index of the documentation for language models (https://llmstxt.org). */
export function llmsText(base: string): string {
  return `# Petstore

> An HTTP/JSON service for a pet shop or shelter. It lists pets, tracks their stock, takes orders, and reports every change
> as an event.

Requests need an API key, sent as \`Authorization: Bearer <API_KEY>\`. Ids are 64-bit integers. The OpenAPI document is the
reference of every operation, schema and scope; the guides explain what operations have in common.

## Reference

- [OpenAPI 3.1 document](${base}/v1/openapi.json): all operations with their parameters, bodies, errors and examples

## Guides

${guideList(".md", base)}`;
}
