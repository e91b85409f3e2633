/* Machine-readable lists: a feed, JSON, a sitemap and robots.txt. */
import { rawJson } from "../../contract/json/json.ts";
import { type Markup, markup, paragraphsOf } from "../markup.ts";
import type { Shop } from "./page/layout.ts";
import { withQuery } from "./page/page-addresses.ts";
import { pathOf } from "./pet/facts.ts";
import type { ChangedPet, ShownPage, ShownPet } from "./shop-data.ts";

/** The `updated` value of an empty feed. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** A page of the newest pets as an Atom feed (RFC 4287), with paging (RFC 5005). */
export function atomFeed({ name, origin }: Shop, { pets, page, pages }: FeedPage): string {
  const at = (nth: number) => `${origin}${withQuery("/feed.xml", { page: nth === 1 ? undefined : String(nth) })}`;
  const times = pets.map(({ changedAt = NEVER }) => changedAt).toSorted();
  return markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<title>${name}</title>
<id>${origin}/</id>
<link rel="alternate" type="text/html" href="${origin}/"/>
<link rel="self" type="application/atom+xml" href="${at(page)}"/>
${
  page < pages &&
  markup`<link rel="next" type="application/atom+xml" href="${at(page + 1)}"/>
`
}<updated>${times.at(-1) ?? NEVER}</updated>
<author><name>${name}</name></author>
${pets.map(
  (pet) => markup`<entry>
<title>${pet.name}</title>
<id>${origin}/pets/${pet.id}</id>
<link rel="alternate" type="text/html" href="${origin}${pathOf(pet)}"/>
<published>${pet.since ?? NEVER}</published>
<updated>${pet.changedAt ?? NEVER}</updated>
<content type="html">${contentOf(pet).text}</content>
${pet.photos.map(
  ({
    urls,
    alt,
  }) => markup`<media:content url="${urls.large}" medium="image" type="image/webp"><media:description type="plain">${alt ?? pet.name}</media:description></media:content>
`,
)}</entry>
`,
)}</feed>
`.text;
}

interface FeedPage extends Pick<ShownPage, "page" | "pages"> {
  readonly pets: readonly ChangedPet[];
}

/** A page of the list as JSON for other websites: what the pages show, with absolute URLs. */
export function petsJson({ name, origin }: Shop, { pets, count, page, pages }: ShownPage): string {
  const list = {
    shop: { name, url: `${origin}/` },
    count,
    page,
    pages,
    pets: pets.map(({ id, name: petName, isReserved, categoryId, category, profile, photos }) => ({
      id,
      name: petName,
      url: `${origin}${pathOf({ id, name: petName })}`,
      status: isReserved ? "pending" : "available",
      category: category === undefined ? undefined : { id: categoryId, name: category },
      ...profile,
      photos: photos.map(({ alt, width, height, urls }) => ({ alt, width, height, urls })),
    })),
  };
  return JSON.stringify(list, (_, value: unknown) => (typeof value === "bigint" ? rawJson(String(value)) : value));
}

/** The content of an entry: the first photo, and the description as paragraphs. HTML, escaped as the feed's text. */
function contentOf({ name, category, photos: [photo], profile: { breed, description } }: ShownPet): Markup {
  const text = description ?? [breed, category].filter(Boolean).join(", ");
  return markup`${photo && markup`<p><img src="${photo.urls.medium}" alt="${photo.alt ?? name}"></p>`}${paragraphsOf(text)}`;
}

/** The URLs of all pages (sitemaps.org). */
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

/** robots.txt. Excludes the API, which is for programs with a key. */
export function robots({ origin, base }: Shop): string {
  return `User-agent: *\nDisallow: ${base}/v1/\nDisallow: ${base}/console\n\nSitemap: ${origin}/sitemap.xml\n`;
}
