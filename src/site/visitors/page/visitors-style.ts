/* The style sheet of the public pages: light, dark and print. Uses no images. */
import { FONT_FACES } from "../../font.ts";

/** Background tones for pets without a photo, chosen by id. */
export const TONES = 6;

export const STYLE = `${FONT_FACES}
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf6, #14150f); --card: light-dark(#fff, #1e1f18); --ink: light-dark(#1d1f1a, #f1f0e9);
  --muted: light-dark(#5f6258, #aeb1a3); --line: light-dark(#e4e0d5, #35372c); --brand: light-dark(#0b6b4f, #62d6ab);
  --on-brand: light-dark(#fff, #06281c); --amber: light-dark(#7c5000, #f4c267);
  --amber-soft: light-dark(#fdf1d8, #3a2c0d); --fill: light-dark(#f2f0eb, #2a2b24); --wrong: light-dark(#b3261e, #ffb4ab);
  --edge: clamp(16px, 4vw, 48px); --display: clamp(2rem, 4vw, 2.75rem);
}
* { box-sizing: border-box; margin: 0; }
html { -webkit-text-size-adjust: 100%; }
body { background: var(--paper); color: var(--ink); font: 400 1rem/1.55 Inter, system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere; min-height: 100vh; display: flex; flex-direction: column; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 3px; border-radius: 8px; }
.wide { width: 100%; max-width: 1216px; margin-inline: auto; padding-inline: var(--edge); }
main { flex: 1; }
.top { display: flex; align-items: center; gap: 12px 24px; padding-block: clamp(6px, 1.3vw, 16px); }
.top a { text-decoration: none; }
.brand { display: inline-flex; align-items: center; gap: 10px; font-weight: 700; font-size: 1.0625rem; margin-inline-end: auto; padding-block: 8px; }
.brand bdi { hyphens: auto; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.brand svg { width: 22px; height: 22px; flex: none; color: var(--brand); }
.top .place { white-space: nowrap; font-weight: 500; padding-block: 8px; }
.top .place:hover { text-decoration: underline; text-underline-offset: 4px; }
h1 { font-size: var(--display); line-height: 1.06; letter-spacing: -.035em; text-wrap: balance; font-weight: 700; }
h1.long { font-size: clamp(1.5rem, 3vw, 2rem); line-height: 1.2; letter-spacing: -.01em; }
.hero { padding-block: clamp(12px, 2vw, 24px) 12px; display: grid; gap: 16px; }
.hero h1 { max-width: 40ch; }
.lead { color: var(--muted); font-size: 1.1875rem; max-width: 58ch; white-space: pre-line; }
.sign { width: 20px; height: 20px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.fact { display: inline-flex; align-items: center; gap: 8px; }
footer .sign, .ways .sign { width: 16px; height: 16px; }
.visits { color: var(--muted); display: flex; flex-wrap: wrap; gap: 4px 32px; }
.bar { position: sticky; z-index: 2; top: 0; display: flex; flex-wrap: wrap; align-items: start; gap: 8px; padding-block: 12px; background: var(--paper); }
.bar input, .bar select, .bar button { font: inherit; color: inherit; min-height: 44px; border-radius: 999px; border: 1px solid transparent; background: var(--fill); padding-inline: 16px; }
.bar details { display: contents; }
.bar details::details-content { display: contents; content-visibility: visible; }
.bar summary { display: none; }
@supports not selector(::details-content) { .bar summary { display: inline-flex; } }
.bar summary { align-items: center; gap: 8px; min-height: 44px; padding-inline: 16px; border-radius: 10px; background: var(--fill); font-weight: 600; cursor: pointer; list-style: none; }
.words { position: relative; display: flex; flex: 0 1 280px; }
.words .sign { position: absolute; inset-block: 0; margin-block: auto; inset-inline-start: 14px; color: var(--muted); pointer-events: none; }
.bar input { flex: 1; border-radius: 10px; min-width: 0; width: 100%; padding-inline-start: 42px; }
.bar input::placeholder { color: var(--muted); opacity: 1; }
.pick { position: relative; display: inline-flex; max-width: 16rem; }
.pick select { padding-inline: 12px; font-weight: 600; width: 100%; text-overflow: ellipsis; field-sizing: content; }
.pick option { background: var(--card); color: var(--ink); }
.pick span { position: absolute; inset-block: 0; inset-inline-start: 14px; display: grid; align-items: center; color: var(--paper); pointer-events: none; }
.pick.chosen select { background: var(--ink); color: var(--paper); padding-inline-start: 32px; }
.sort { margin-inline-start: auto; }
.bar button { background: var(--brand); color: var(--on-brand); font-weight: 650; cursor: pointer; }
.notice { background: var(--amber-soft); color: var(--amber); padding: 10px 16px; border-radius: 10px; }
.found { display: flex; flex-wrap: wrap; gap: 4px 24px; justify-content: space-between; align-items: center; border-bottom: 1px solid var(--line); margin-bottom: 16px; }
.found nav { min-width: 0; }
.kinds { display: flex; flex-wrap: wrap; gap: 0 24px; list-style: none; padding: 0; }
.kinds a { display: block; padding-block: 10px; margin-bottom: -1px; color: var(--muted); text-decoration: none; border-bottom: 2px solid transparent; }
.kinds a:hover { color: var(--ink); }
.kinds a[aria-current] { color: var(--ink); font-weight: 650; border-color: var(--ink); }
.kinds .tick { display: none; }
small { font-size: .8125rem; }
.count { font-size: .875rem; color: var(--muted); padding-block: 8px; }
.count a { color: var(--ink); margin-inline-start: 8px; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr)); gap: 32px 24px; list-style: none; padding: 0; margin-block: 8px 56px; }
.cards:not(:has(> :nth-child(4))) { grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); }
.cards:not(:has(> :nth-child(2))) { grid-template-columns: minmax(0, 480px); }
.card { position: relative; display: grid; grid-template-rows: auto 1fr; gap: 12px; height: 100%; }
.card a { text-decoration: none; }
.card a::after { content: ""; position: absolute; inset: 0; border-radius: 20px; }
.card:hover h2 { color: var(--brand); }
.frame { display: block; position: relative; overflow: hidden; border-radius: 20px; aspect-ratio: 4 / 5; background: var(--tone, var(--line)); isolation: isolate; }
.frame img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; display: block; }
.frame img.rough { filter: blur(14px); transform: scale(1.12); z-index: -1; }
.card .frame img:not(.rough) { transition: transform .5s cubic-bezier(.2, .7, .2, 1); }
.card:hover .frame img:not(.rough) { transform: scale(1.035); }
.frame svg { position: absolute; inset: 0; width: 100%; height: 100%; fill: color-mix(in srgb, var(--tone), light-dark(#000, #fff) 14%); }
.frame .near { fill: color-mix(in srgb, var(--tone), light-dark(#000, #fff) 24%); }
.frame .ground { fill: var(--tone); }
.tone-0 { --tone: light-dark(#dcc7a3, #6d5f44); } .tone-1 { --tone: light-dark(#b9cbb4, #4e5f4a); } .tone-2 { --tone: light-dark(#d3bccd, #64505f); }
.tone-3 { --tone: light-dark(#aec4d3, #465867); } .tone-4 { --tone: light-dark(#e3bda0, #735643); } .tone-5 { --tone: light-dark(#c8cba6, #5b5e42); }
.text { display: grid; align-content: start; }
h2 { font-size: 1.25rem; letter-spacing: -.015em; line-height: 1.25; font-weight: 700; }
h2, .line { overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.line { color: var(--muted); font-size: .9375rem; -webkit-line-clamp: 1; }
.line::first-letter { text-transform: uppercase; }
.named { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; }
.price { white-space: nowrap; }
.flag.new { background: var(--ink); color: var(--paper); }
.flag { position: absolute; inset-block-start: 10px; inset-inline-start: 10px; background: var(--amber-soft); color: var(--amber); font-weight: 650; font-size: .8125rem; padding: 2px 10px; border-radius: 999px; }
.pages { display: flex; gap: 12px; justify-content: center; align-items: center; padding-block: 8px 56px; }
.button { display: inline-block; text-decoration: none; font-weight: 650; padding: 12px 26px; border-radius: 999px; border: 1.5px solid var(--line); background: var(--card); }
.pages .button { white-space: nowrap; padding-inline: 20px; }
.button:hover { border-color: var(--brand); color: var(--brand); }
.back { display: inline-block; color: var(--muted); text-decoration: none; padding-block: 8px; }
.back:hover { color: var(--ink); text-decoration: underline; }
.pet { --display: clamp(2.5rem, 5vw, 3.5rem); display: grid; grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr); gap: clamp(28px, 5vw, 64px); align-items: start; padding-block: 16px 72px; }
.pictures { display: grid; gap: 12px; grid-template-columns: repeat(4, minmax(0, 1fr)); scroll-margin-top: 16px; }
.pictures .frame { aspect-ratio: 4 / 3; border-radius: 10px; }
.pictures img { object-position: 50% 30%; }
.pictures .frame:first-child { grid-column: 1 / -1; aspect-ratio: 5 / 4; border-radius: 20px; }
.about { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; }
.about .flag { position: static; display: inline-block; margin-bottom: 12px; }
.sub { color: var(--muted); font-size: 1.1875rem; margin-top: 10px; }
.tags { display: flex; flex-wrap: wrap; gap: 8px; list-style: none; padding: 0; }
.tags a { display: block; background: var(--fill); padding: 5px 14px; border-radius: 999px; font-size: .9375rem; font-weight: 600; text-decoration: none; }
.tags a:hover { text-decoration: underline; }
.full { display: none; }
.full:target { display: grid; grid-template-rows: minmax(0, 1fr) auto; justify-items: center; position: fixed; inset: 0; z-index: 9; background: #000; color: #fff; padding: 12px; outline: none; }
body:has(.full:target) { overflow: hidden; }
.full img { width: 100%; height: 100%; object-fit: contain; }
.full p { display: flex; gap: 8px; align-items: center; }
.full a { display: grid; place-items: center; width: 48px; height: 48px; border-radius: 50%; background: #333; font-size: 1.5rem; text-decoration: none; }
.full, .full:focus-visible { border-radius: 0; }
.full :focus-visible { outline-color: #fff; }
.full span { min-width: 4ch; text-align: center; }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: 12px 16px; padding-block: 16px; border-block: 1px solid var(--line); }
dt { color: var(--muted); font-size: .8125rem; }
.address { display: none; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; }
.action { flex: 1 1 200px; min-width: 0; }
.other { display: inline-flex; align-items: center; gap: 8px; padding: 12px 18px; border-radius: 14px; background: var(--fill); font-weight: 650; text-decoration: none; }
.other:hover { color: var(--brand); }
.ask { display: block; text-align: center; text-decoration: none; background: var(--brand); color: var(--on-brand); font-weight: 700; font-size: 1.0625rem; padding: 13px 24px; border: 1px solid transparent; border-radius: 14px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.ask:hover { filter: brightness(1.08); }
.number { color: var(--muted); font-size: .9375rem; }
.story { max-width: 64ch; font-size: 1.0625rem; line-height: 1.65; display: grid; gap: 1em; }
.story p { white-space: pre-line; }
.adopted { display: flex; flex-wrap: wrap; gap: 24px 48px; align-items: center; padding-block: 24px 40px; }
.frame.round { width: min(280px, 60vw); aspect-ratio: 1; border-radius: 50%; }
.moved { position: relative; }
.moved > .sign { position: absolute; inset-block-end: 12px; inset-inline-end: 4px; box-sizing: border-box; width: 64px; height: 64px; padding: 18px; border-radius: 50%; background: var(--card); color: var(--wrong); box-shadow: 0 1px 8px #0003; stroke-width: 1.4; }
.adopted .note { flex: 1 1 300px; padding-block: 0; }
.asking { display: grid; grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr); gap: clamp(28px, 5vw, 64px); align-items: start; padding-block-end: 56px; scroll-margin-top: 16px; }
.sheet { background: var(--card); border: 1px solid var(--line); border-radius: 20px; padding: clamp(16px, 3vw, 28px); display: grid; gap: 14px; }
.sheet h2, .ways h2, section > h2 { font-size: 1.5rem; overflow: visible; display: block; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 14px 16px; }
.fields label { display: grid; gap: 4px; align-content: start; font-size: .875rem; font-weight: 600; }
.fields .message { grid-column: 1 / -1; }
.fields input, .fields textarea { font: inherit; font-size: 1rem; font-weight: 400; color: inherit; width: 100%; padding: 11px 14px; border: 1px solid var(--muted); border-radius: 10px; background: var(--paper); }
.fields textarea { resize: vertical; min-height: 6em; }
.fields [aria-invalid] { border: 2px solid var(--wrong); }
.wrong { color: var(--wrong); font-weight: 550; }
.trap { position: absolute; inset-inline-start: -9999px; }
.hint, .send small { color: var(--muted); }
.send { display: flex; flex-wrap: wrap; gap: 12px 16px; align-items: center; }
.send small { flex: 1 1 200px; }
.sheet button { font: inherit; font-weight: 700; background: var(--brand); color: var(--on-brand); border: 1px solid transparent; border-radius: 14px; padding: 14px 36px; cursor: pointer; }
.ways { display: grid; gap: 20px; padding-block-start: 28px; }
#adopting { padding-block: 28px 56px; } #adopting h2 { margin: 0; }
.ways .fact { margin-inline-end: 20px; }
.steps { list-style: none; padding: 0; display: grid; gap: 24px; counter-reset: step; }
.steps li { position: relative; display: grid; gap: 4px; align-content: start; padding-inline-start: 52px; min-height: 36px; color: var(--muted); counter-increment: step; }
.steps li::before { content: counter(step); position: absolute; inset-inline-start: 0; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%; background: var(--fill); color: var(--ink); font-size: .875rem; font-weight: 700; }
.steps b { color: var(--ink); font-size: 1.0625rem; }
section > h2 { margin-bottom: 16px; }
.note { padding-block: clamp(40px, 10vw, 120px); display: grid; gap: 20px; justify-items: start; }
footer { border-top: 1px solid var(--line); color: var(--muted); padding-block: 28px; }
footer div { display: flex; gap: 8px 28px; flex-wrap: wrap; }
footer > div > bdi { flex: 1 1 100%; }
@media (min-width: 641px) { #adopting .steps { grid-template-columns: repeat(3, minmax(0, 1fr)); } footer > div > bdi { flex: 1 1 0; } .ask[href="#ask"] { background: var(--card); color: var(--ink); border-color: var(--muted); } }
@media (max-width: 640px) {
  .top .place:not([hreflang], [href="#visit"]) { display: none; }
  html { scroll-padding-bottom: 100px; }
  body:has(.action) { padding-bottom: calc(90px + env(safe-area-inset-bottom)); }
  body:has(#ask:target, #ask :focus, #ask [aria-invalid]) .action { display: none; }
  .pet { grid-template-columns: minmax(0, 1fr); padding-block: 4px 40px; }
  .pictures { display: flex; gap: 10px; overflow-x: auto; scroll-snap-type: x mandatory; scrollbar-width: none; margin-inline: calc(-1 * var(--edge)); padding-inline: var(--edge); scroll-padding-inline: var(--edge); }
  .pictures .frame, .pictures .frame:first-child { flex: 0 0 100%; aspect-ratio: 1; border-radius: 20px; scroll-snap-align: start; }
  .pictures:has(> :nth-child(2)) .frame { flex-basis: 90%; }
  .action { position: fixed; z-index: 1; inset: auto 0 0; padding: 12px var(--edge) calc(12px + env(safe-area-inset-bottom)); background: var(--paper); border-top: 1px solid var(--line); }
  .asking, .fields { grid-template-columns: minmax(0, 1fr); } .ways { padding-block-start: 0; }
}
@media (max-width: 560px) {
  .bar { position: static; } .visits a { display: none; }
  .words { flex: 1 1 60%; } .bar summary { display: inline-flex; } .bar details { display: flex; flex-wrap: wrap; gap: 8px; } .bar details[open] { flex: 1 0 100%; order: 1; } .bar details[open] summary { display: none; }
  .bar details:not([open])::details-content { display: none; } .bar details:not([open]) + button { position: absolute; inset-inline-start: -9999px; } .bar details[open] + button { order: 2; flex: 1 0 100%; }
  .pick { flex: 1 1 40%; min-width: 0; max-width: none; } .sort { margin: 0; }
  .kinds a, .kinds a[aria-current] { padding: 9px 18px; margin: 0 0 8px; border: 0; border-radius: 999px; background: var(--fill); color: var(--ink); font-weight: 600; }
  .kinds a[aria-current] { background: var(--ink); color: var(--paper); } .kinds .tick { display: inline; } .kinds { gap: 8px; } .found { border: 0; }
  .found nav { overflow-x: auto; scrollbar-width: none; margin-inline: calc(-1 * var(--edge)); padding-inline: var(--edge); }
  .kinds { flex-wrap: nowrap; white-space: nowrap; }
  .cards, .cards:not(:has(> :nth-child(4))) { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 28px 14px; }
  .cards:not(:has(> :nth-child(3))) { grid-template-columns: minmax(0, 1fr); }
  .card { gap: 8px; } .frame { border-radius: 16px; } h2 { font-size: 1.125rem; } .line { font-size: .8125rem; } .line span { display: none; }
}
@media (forced-colors: active) { .pick span { color: CanvasText; } .kinds .tick { display: inline; } .flag, .flag.new, .pick select, .pick.chosen select { color: CanvasText; background: Canvas; } .flag, .bar select, .bar button { border: 1px solid; } }
@media (prefers-reduced-motion: reduce) { .card .frame img:not(.rough) { transition: none; } .card:hover .frame img:not(.rough) { transform: none; } }
@media print { body { background: #fff; color: #000; } .top .place, .bar, form.sheet, .ways, .other, .asking, section, .found, .pages, footer, .back, .rough { display: none; } .cards { grid-template-columns: repeat(3, 1fr); } .card, .frame { break-inside: avoid; } .action, .pictures { max-width: 15cm; margin-inline: auto; } .pictures .frame:not(:first-child) { display: none; } .pet h1 { font-size: 44pt; } .address { display: block; text-align: center; } .full { display: none !important; } .pet { display: block; } .pet > * + * { margin-top: 16px; } .ask { background: none; color: #000; border: 1px solid; } .ask::after { content: attr(data-contact); display: block; font-weight: 400; font-size: .875rem; } }
`;

/** Additional rules for posters, kept out of other pages. */
export const POSTER_STYLE = `.screen { display: flex; flex-wrap: wrap; gap: 0 24px; align-items: center; color: var(--muted); padding-block-end: 16px; }
.poster { color-scheme: light; background: #fff; color: var(--ink); font-size: min(16px, 1.85vw); max-width: 794px; aspect-ratio: 210 / 297; margin: 0 auto 56px; padding: 2.4em 2.4em 0; display: flex; flex-direction: column; gap: 1.5em; border: 1px solid var(--line); overflow: hidden; page: poster; }
.poster .frame { flex: 1 0 33em; aspect-ratio: auto; border-radius: 1em; }
.poster img { object-position: 50% 30%; }
.poster .told { min-height: 0; display: flex; justify-content: space-between; gap: 2em; overflow: hidden; }
.poster h1 { font-size: 5.5em; letter-spacing: -.04em; line-height: 1; margin-block: .05em .1em; }
.poster .told > div { min-width: 0; } .poster .told > div p { font-size: 1.1875em; line-height: 1.45; }
.poster .told .call { color: var(--brand); font-size: 1.375em; font-weight: 600; }
.poster figure { margin: auto 0 0; flex: none; font-size: .8125em; text-align: center; color: var(--muted); }
.qr-code { display: block; width: 12em; background: #fff; fill: #000; forced-color-adjust: none; }
.poster .shop { display: flex; flex-wrap: wrap; gap: .25em 1.5em; align-items: center; font-size: .875em; font-weight: 500; }
.poster .brand { margin: 0; padding: 0; font-size: inherit; } .poster .shop strong { margin-inline-start: auto; } .poster .sign, .poster .brand svg { width: 1.15em; height: 1.15em; }
.slips { flex: none; list-style: none; padding: 0; display: grid; grid-template-columns: repeat(9, minmax(0, 1fr)); height: 11em; margin-inline: -2.4em; border-top: 1px dashed #8b8d84; }
.slips li { writing-mode: vertical-rl; rotate: 180deg; display: flex; flex-direction: column; justify-content: center; padding-inline: 1em; overflow: hidden; white-space: nowrap; font-size: .75em; line-height: 1.5; border-left: 1px dashed #8b8d84; } .slips li:last-child { border: 0; } .slips strong { font-size: 1.333em; }
@page poster { size: A4; margin: 0; }
@media print { .top, .screen { display: none; } .wide { max-width: none; padding: 0; } .poster { font-size: 12pt; width: 210mm; height: 296mm; max-width: none; margin: 0; border: 0; } }
`;
