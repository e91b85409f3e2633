import { exampleBody } from "../contract/error-reference.ts";
import { type FailureCode, failures } from "../contract/errors.ts";

const CSS = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
h2 { margin-top: 2.5rem; }
code, pre { font: 0.9em ui-monospace, monospace; }
pre { padding: 0.75rem; overflow-x: auto; overflow-wrap: anywhere; border: 1px solid; border-radius: 6px; }
table { border-collapse: collapse; } td, th { padding: 0.2rem 1rem 0.2rem 0; text-align: start; vertical-align: top; }
th, td:nth-child(-n + 2) { white-space: nowrap; }`;

const codes = Object.keys(failures) as FailureCode[];

/** The page of all error codes, with the code as the fragment of each: docs/errors.md for browsers. */
export function errorPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Petstore error codes</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${CSS}</style>
</head>
<body>
<main>
<p><a href="/docs">API reference</a></p>
<h1>Error codes</h1>
<p>Every response with a status of 400 or more has a body with a <code>code</code>. Codes do not change; later versions may
add some. Programs should decide by <code>code</code>, and by <code>status</code> for a code they do not know.</p>
<table>
<thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>
${codes.map(row).join("\n")}
</tbody>
</table>
${codes.map(section).join("\n")}
</main>
</body>
</html>
`;
}

function row(code: FailureCode): string {
  const { status, description } = failures[code];
  return `<tr><td>${status}</td><td><a href="#${code}"><code>${code}</code></a></td><td>${inline(description)}</td></tr>`;
}

function section(code: FailureCode): string {
  const { status, description, cause, remedy } = failures[code];
  return `<section id="${code}">
<h2><code>${code}</code></h2>
<p>${inline(description)}. HTTP status ${status}.</p>
<p><strong>Cause.</strong> ${inline(cause)}</p>
<p><strong>Remedy.</strong> ${inline(remedy)}</p>
<pre tabindex="0" aria-label="Example of ${code}">${escaped(JSON.stringify(exampleBody(code), null, 2))}</pre>
</section>`;
}

/** The only Markdown in the texts is code between backticks. */
function inline(text: string): string {
  return escaped(text).replace(/`([^`]*)`/g, "<code>$1</code>");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
