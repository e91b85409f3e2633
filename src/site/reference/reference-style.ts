/** The style sheet of the reference and the guides, light and dark. */
export const DOCS_STYLE = `:root {
  color-scheme: light dark; font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --ground: light-dark(#fbfaf6, #14150f); --card: light-dark(#fff, #1d1e18); --fill: light-dark(#f2f0eb, #2a2b24);
  --text: light-dark(#1b1d1a, #ecebe4); --muted: light-dark(#5e625b, #a9aaa0); --line: light-dark(#e6e3dc, #32332b);
  --accent: light-dark(#0b6b4f, #63d2ad); --on-accent: light-dark(#fff, #06281c); --danger: light-dark(#b3261e, #f2b8b5); --wait: light-dark(#7a4f00, #f2be5c);
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; background: var(--ground); color: var(--text); overflow-wrap: break-word; }
body:not(.reference) { max-width: 48rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.375rem; letter-spacing: -.01em; }
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .75rem 1rem; overflow-x: auto; background: var(--fill); border-radius: 8px; }
pre code { font-size: 1em; overflow-wrap: normal; }
img { max-width: 100%; height: auto; }
table { border-collapse: collapse; } td, th { padding: .25rem 1rem .25rem 0; text-align: start; vertical-align: top; }
@media (max-width: 30rem) { td { min-width: 5rem; } td:not(:first-child) { overflow-wrap: anywhere; } }
.reference { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 3rem; max-width: 84rem; }
nav ul { list-style: none; margin: .25rem 0 1rem; padding: 0; display: flex; flex-wrap: wrap; gap: 0 1rem; }
.reference nav a { display: inline-block; padding: .2rem 0; text-decoration: none; }
.reference nav a:hover { text-decoration: underline; }
.reference main { min-width: 0; }
.reference summary { cursor: pointer; padding: .6rem .25rem; }
.reference summary > * { display: inline; }
.reference summary h2 { font-size: 1.0625rem; }
.reference h3 { margin: 0; font-size: 1rem; font-weight: 500; }
.reference h3 b { display: inline-block; min-width: 3.75rem; font-size: .75rem; letter-spacing: .04em; color: var(--accent); }
.reference h3 .delete { color: var(--danger); } .reference h3 .patch, .reference h3 .put { color: var(--wait); }
.reference h3 code { margin-inline-end: .75rem; font-weight: 600; }
.reference summary i { color: var(--muted); font-size: .875rem; }
.reference main > details, .reference section > details { border-block-end: 1px solid var(--line); }
.reference section > details > div, .reference main > details > div { padding: 0 .25rem 1.5rem; scroll-margin-top: 4rem; }
.reference h4 { margin: 1.25rem 0 .25rem; font-size: .9375rem; } h4 a { font-weight: 400; }
.reference p { margin: .5rem 0; max-width: 46rem; }
dl { margin: .5rem 0; } dt { padding-block-start: .5rem; color: var(--muted); font-size: .9375rem; } dt code { color: var(--text); font-weight: 600; font-size: 1em; }
dd { margin: 0; padding-block-end: .5rem; border-block-end: 1px solid var(--line); max-width: 46rem; } dt b { color: var(--danger); font-weight: 500; }
:target { scroll-margin-top: 4rem; } dt:target { background: var(--fill); }
.op > div > div + div > details { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin-block: .5rem; padding-inline: .75rem; }
.op > div > div + div pre { background: none; padding: 0 0 .5rem; }
form { display: grid; gap: .6rem; padding-block-end: .75rem; }
form label, #key label { display: grid; gap: .2rem; font-size: .875rem; }
input, textarea, select { font: inherit; width: 100%; min-height: 2.5rem; padding: .4rem .6rem; color: inherit; background: var(--ground); border: 1px solid var(--muted); border-radius: 6px; }
textarea { font-family: ui-monospace, monospace; font-size: .875rem; }
.secret { -webkit-text-security: disc; }
#key { max-width: 30rem; margin-block: 1rem; } #key small { color: var(--muted); }
button { justify-self: start; font: inherit; font-weight: 600; min-height: 2.75rem; padding: .4rem 1.25rem; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
output { display: block; } output pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 32rem; overflow-y: auto; }
@media (min-width: 64rem) {
  .reference { grid-template-columns: 13rem minmax(0, 1fr); }
  .reference nav { position: sticky; inset-block-start: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding-block: 1rem; }
  .reference nav ul { display: block; } .reference nav a { display: block; }
  .op > div { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 2.5rem; align-items: start; }
}
@media print { .reference nav, form { display: none; } }
`;
