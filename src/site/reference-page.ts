/** The published document, on this origin. */
const DOCUMENT = "/v1/openapi.json";

/** The document that the page shows: the published one with samples. */
export const REFERENCE_DOCUMENT = "/docs/reference.json";

/** The base address on this origin: "Test Request" calls the service that serves the page. */
const SERVER = "/v1";

/** The icon of the service: a paw. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0b7a5b"><ellipse cx="6" cy="15" rx="3.2" ry="4.2"/><ellipse cx="12.4" cy="8.4" rx="3.4" ry="4.6"/><ellipse cx="19.6" cy="8.4" rx="3.4" ry="4.6"/><ellipse cx="26" cy="15" rx="3.2" ry="4.2"/><path d="M16 14.5c-4.2 0-8.6 5.3-8.6 9.2 0 2.6 1.9 3.8 4.1 3.8 1.7 0 2.9-.8 4.5-.8s2.8.8 4.5.8c2.2 0 4.1-1.2 4.1-3.8 0-3.9-4.4-9.2-8.6-9.2z"/></svg>`;

// Scalar has no setting that hides the links to its site and the drawing in the empty response pane, narrows the gaps,
// keeps system fonts from being cut off at the bottom, or fits the dialog of a request into a narrow screen.
const CSS = `a[href^="https://www.scalar.com"], .ascii-art { display: none !important; }
.references-rendered .section { padding-block: 48px; }
.references-rendered .markdown-summary { line-height: 1.4; }
[role="dialog"] .flex-1 { min-width: 0; }`;

/** The page. The hashes are the versions of the two scripts that it loads. */
export function html(scriptHash: string, scalarHash: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Petstore API reference</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script defer src="/docs/reference.js?v=${scriptHash}"></script>
<script defer src="/docs/scalar.js?v=${scalarHash}"></script>
</head>
<body>
<noscript>This page needs JavaScript. The OpenAPI document it shows is at <a href="${DOCUMENT}">${DOCUMENT}</a>.</noscript>
<div id="reference"></div>
</body>
</html>
`;
}

/** The script that starts Scalar. It is a separate file because the policy allows no inline scripts. */
export function initScript(): string {
  const settings = {
    url: REFERENCE_DOCUMENT,
    agent: { disabled: true },
    authentication: { preferredSecurityScheme: "apiKey" },
    customCss: CSS,
    defaultOpenAllTags: true,
    documentDownloadType: "json",
    hiddenClients: true,
    hideClientButton: true,
    persistAuth: false,
    showDeveloperTools: "never",
    telemetry: false,
    withDefaultFonts: false,
  };
  // While loading, Scalar's zod tests whether it may compile code. The policy forbids that and would report a violation.
  // This script gives the same result without a report.
  return `"use strict";
const compiler = globalThis.Function;
globalThis.Function = new Proxy(compiler, { construct() { throw new EvalError("no code from strings"); } });
addEventListener("DOMContentLoaded", () => {
  globalThis.Function = compiler;
  const server = new URL(${JSON.stringify(SERVER)}, location.origin).href.replace(/\\/$/, "");
  Scalar.createApiReference("#reference", { ...${JSON.stringify(settings)}, servers: [{ url: server }] });
});
`;
}
