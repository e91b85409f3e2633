/* The pets for programs: a feed, a map for search engines, and what those may read. */
import { pathOf } from "./facts.ts";
import type { Shop } from "./layout.ts";
import { type Markup, markup, paragraphsOf } from "./markup.ts";
import type { ChangedPet, ShownPet } from "./shop-data.ts";

/** When a feed has no entry, it never changed. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** The newest pets as an Atom feed (RFC 4287). */
export function atomFeed({ name, origin }: Shop, pets: readonly ChangedPet[]): string {
  const times = pets.map(({ changedAt = NEVER }) => changedAt).toSorted();
  return markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${name}</title>
<id>${origin}/</id>
<link rel="alternate" type="text/html" href="${origin}/"/>
<link rel="self" type="application/atom+xml" href="${origin}/feed.xml"/>
<updated>${times.at(-1) ?? NEVER}</updated>
<author><name>${name}</name></author>
${pets.map(
  (pet) => markup`<entry>
<title>${pet.name}</title>
<id>${origin}/pets/${pet.id}</id>
<link rel="alternate" type="text/html" href="${origin}${pathOf(pet)}"/>
<published>${pet.since ?? NEVER}</published>
<updated>${pet.changedAt ?? NEVER}</updated>
<content type="html">${contentOf(pet).text}</content>
</entry>
`,
)}</feed>
`.text;
}

/** What feed readers show: the first photo, and the description as paragraphs. It is text in the feed, which they read as HTML. */
function contentOf({ name, category, photos: [photo], profile: { breed, description } }: ShownPet): Markup {
  const text = description ?? [breed, category].filter(Boolean).join(", ");
  return markup`${photo && markup`<p><img src="${photo.urls.medium}" alt="${photo.alt ?? name}"></p>`}${paragraphsOf(text)}`;
}

/** The addresses of all pages (sitemaps.org). */
export function sitemap({ origin }: Shop, pets: readonly { readonly id: bigint; readonly name: string }[]): string {
  const paths = ["/", ...pets.map(pathOf)];
  return markup`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map(
  (path) => markup`<url><loc>${origin}${path}</loc></url>
`,
)}</urlset>
`.text;
}

/** What robots may read. The interface is for programs with a key. */
export function robots({ origin }: Shop): string {
  return `User-agent: *\nDisallow: /v1/\nDisallow: /console\n\nSitemap: ${origin}/sitemap.xml\n`;
}
