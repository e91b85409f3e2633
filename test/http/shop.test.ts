/* The page for visitors: what it shows, to whom, in which language, and what it never shows. */

import { describe, expect, test as plainTest } from "bun:test";
import { AMOUNT_MAX } from "../../src/contract/values/money.ts";
import { readConfig } from "../../src/service/settings/settings.ts";
import { markup } from "../../src/site/markup.ts";
import { preferredLanguage } from "../../src/site/visitors/page/languages.ts";
import { ageOf, contactFor, pathOf, priceOf } from "../../src/site/visitors/pet/facts.ts";
import { openDatabase, test } from "../support/databases.ts";
import { bodyOf, NOON, openService, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { until } from "../support/program.ts";

const SETTINGS = { shopName: "Tierheim <Nord>", shopContact: "mailto:hallo@nord.example", shopAbout: "Kommt & schaut" };

type NewPet = Partial<Parameters<TestService["admin"]["createPet"]>[0]["body"]> & { readonly name: string };

/** Opens a service with a page for visitors, and adds these pets. */
async function openShop(...pets: readonly NewPet[]): Promise<TestService> {
  const service = await openService({}, undefined, SETTINGS);
  for (const pet of pets) await add(service, pet);
  return service;
}

async function visit(service: TestService, path: string, headers: Record<string, string> = {}) {
  const response = await service.fetch(new Request(`http://shop.test${path}`, { headers }));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const add = (service: TestService, pet: NewPet) => service.admin.createPet({ body: { categoryId: 7n, ...pet } });

/** What a page says about itself. */
const valuesOf = (headers: Headers) =>
  ["Content-Type", "Cache-Control", "Retry-After"].map((name) => headers.get(name));

test("without SHOP_NAME there is no page for visitors", async () => {
  await using service = await openService();
  expect((await visit(service, "/")).status).toBe(302);
  for (const path of ["/feed.xml", "/sitemap.xml", "/robots.txt", "/pets/1"]) {
    expect((await visit(service, path)).status).toBe(404);
  }
});

test("the list has available and reserved pets, the newest first, without a key", async () => {
  await using service = await openShop(
    { name: "Luna" },
    { name: "Balou", status: "pending" },
    { name: "Gone", status: "sold" },
  );
  const { status, headers, text } = await visit(service, "/");
  const cached = "public, max-age=60, stale-while-revalidate=600";
  expect([status, ...valuesOf(headers)]).toEqual([200, "text/html; charset=utf-8", cached, null]);
  expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Set-Cookie")).toBeNull();
  expect(text.indexOf("Balou")).toBeLessThan(text.indexOf("Luna"));
  expect(text.match(/Reserved/g)).toHaveLength(1);
  expect(text).not.toContain("Gone");
  expect(text).toContain("Tierheim &lt;Nord&gt;");
  expect(text).toContain("Kommt &amp; schaut");
});

test("the head leads to the animals, to the shop and to three steps to a home, as far as there are ways to the shop", async () => {
  const headOf = (text: string) =>
    [...text.matchAll(/<a class="place" href="([^"]*)"[^>]*>([^<]*)/g)].map(([, ...one]) => one);
  const language = ["/?lang=de", "Deutsch"];
  await using service = await openShop({ name: "Luna" });
  const { text } = await visit(service, "/");
  expect(headOf(text)).toEqual([["/", "Animals"], ["#visit", "Contact"], ["/#adopting", "How it works"], language]);
  expect(text).toContain('id="adopting"');
  const filtered = (await visit(service, "/?category=7")).text;
  expect([headOf(filtered).slice(0, 3), filtered.includes('id="adopting"')]).toEqual([headOf(text).slice(0, 3), false]);
  expect(text).toContain(
    '<footer id="visit"><div class="wide"><bdi>Tierheim &lt;Nord&gt;</bdi> <a class="fact" href="mailto:',
  );
  const place = { shopName: "Nord", shopAddress: "Am Hafen 1", shopKind: "shelter" } as const;
  await using silent = await openService({}, undefined, place);
  const other = (await visit(silent, "/")).text;
  expect(headOf(other)).toEqual([["/", "Animals"], ["#visit", "Visit us"], language]);
  expect(other).not.toContain("adopting");
});

test("pages have 24 pets, and filters by category and tag stay on the next one", async () => {
  await using service = await openShop();
  for (let nth = 1; nth <= 25; nth++) await add(service, { name: `Pet ${nth}`, profile: { tags: ["Calm"] } });
  await add(service, { name: "Other", categoryId: 9n });
  const { text } = await visit(service, "/?category=7&tag=calm");
  expect(text.match(/<article/g)).toHaveLength(24);
  const next = /rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(next).toBe("/?category=7&tag=calm&page=2");
  const last = (await visit(service, next)).text;
  expect(last.match(/<article/g)).toHaveLength(1);
  expect(last).not.toContain('rel="next"');
});

/** The names on a page, in order. */
const namesOn = (text: string) => [...text.matchAll(/<h2><a [^>]*><bdi>([^<]*)/g)].map(([, name]) => name);

test("filters are ANDed, counted over the whole result, and a search never finds a reference or a chip", async () => {
  const [microchip, reference] = ["276SECRET1", "REF-77"];
  await using service = await openShop();
  for (let id = 1; id <= 9; id++) await service.admin.createCategory({ body: { name: `Kind ${id}` } });
  for (const pet of [
    { name: "Krümel", profile: { birthDate: "2026-03", sex: "male", size: "small", tags: ["Calm"], microchip } },
    { name: "Balou", profile: { birthDate: "2020", sex: "male", size: "large", breed: "Leonberger", reference } },
    {
      name: "Ida",
      categoryId: 9n,
      profile: { birthDate: "2015-01-02", sex: "female", color: "Black", tags: ["calm"] },
    },
    { name: "Otto", status: "pending", profile: { arrivedOn: "2020-01-01" } },
    { name: "Sold", status: "sold", profile: { tags: ["calm"], sex: "male" } },
  ] as const)
    await add(service, pet as NewPet);
  for (const [query, ...names] of [
    ["", "Ida", "Balou", "Krümel", "Otto"],
    ["sort=waiting", "Otto", "Krümel", "Balou", "Ida"],
    ["age=young", "Krümel"],
    ["age=adult", "Balou"],
    ["age=senior", "Ida"],
    ["sex=male", "Balou", "Krümel"],
    ["sex=male&size=small&age=&search=+", "Krümel"],
    ["tag=CALM", "Ida", "Krümel"],
    ["tag=calm&category=9", "Ida"],
    ["search=krumel", "Krümel"],
    ["search=KRUEMEL", "Krümel"],
    ["search=leon", "Balou"],
    ["search=black+cal", "Ida"],
    ["search=REF-77"],
    ["search=276SECRET1"],
    ["search=REF"],
    ["category=4711"],
  ]) {
    const { status, text } = await visit(service, `/?${query}`);
    expect([query, status, ...namesOn(text)]).toEqual([query ?? "", 200, ...names]);
    expect(text).toContain("4 animals are looking for a home");
    if (!["", "sort=waiting"].includes(query ?? "")) expect(text).toContain(`${names.length} of 4 animals`);
    expect(text).not.toContain('role="status"');
  }
  const { text } = await visit(service, "/?tag=calm&category=9");
  // Both filters are marked, with a character, and the numbers of each are what the other one finds.
  expect(text.match(/✓/g)).toHaveLength(2);
  const counts = [...text.matchAll(/<small>(\d+)</g)].map(([, count]) => count);
  expect(counts).toEqual(["2", "1", "1"]);
  expect(text).toContain(">calm (1)</option>");
});

test("a pet's page shows four others, those of its kind first, and so does that of an adopted one, with its first photo", async () => {
  await using service = await openShop({ name: "Luna", categoryId: 9n }, { name: "Otto", status: "sold" });
  await service.admin.addPhoto({ params: { petId: 2n }, file: await jpeg() });
  for (const name of ["A", "B", "C"]) await add(service, { name });
  for (const name of ["X", "Y"]) await add(service, { name, categoryId: 9n });
  const pet = await visit(service, "/pets/1-luna");
  expect([pet.status, namesOn(pet.text)]).toEqual([200, ["Y", "X", "C", "B"]]);
  const adopted = await visit(service, "/pets/2-otto");
  expect([adopted.status, namesOn(adopted.text)]).toEqual([410, ["C", "B", "A", "Y"]]);
  expect(adopted.text).toMatch(/<span class="frame round"><img [^>]*><img src="\/photos\//);
  expect(adopted.text).toContain('content="noindex"');
});

test("other websites read what the pages show, 100 at a time, and an unchanged page is 304", async () => {
  await using service = await openShop();
  const { id } = await bodyOf(service.admin.createCategory({ body: { name: "Cats" } }));
  await service.stock(100);
  await service.admin.createPet({
    body: {
      name: "Luna",
      categoryId: id,
      profile: { breed: "Mix", price: { amount: AMOUNT_MAX, currency: "EUR" } },
    },
  });
  await add(service, { name: "Bo", status: "pending" });
  await service.admin.addPhoto({ params: { petId: 101n }, file: await jpeg() });
  service.now += 10_000;
  const first = await visit(service, "/pets.json", { Origin: "https://other.example" });
  expect(first.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(first.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(first.headers.get("Link")).toBe('<http://shop.test/pets.json?page=2>; rel="next"');
  const { pets, ...list } = JSON.parse(first.text);
  expect([list.count, list.pages, pets.length, pets[0].status]).toEqual([102, 2, 100, "pending"]);
  expect(pets[1]).toMatchObject({
    id: 101,
    url: "http://shop.test/pets/101-luna",
    status: "available",
    category: { id: Number(id), name: "Cats" },
    breed: "Mix",
    photos: [{ urls: { small: expect.stringMatching(/^http:\/\/shop\.test\/photos\//) } }],
  });
  expect(first.text).toContain(`"amount":${AMOUNT_MAX}`);
  const known = { "If-None-Match": first.headers.get("ETag") ?? "" };
  expect(await visit(service, "/pets.json", known)).toMatchObject({ status: 304, text: "" });
  const last = await visit(service, "/pets.json?page=2");
  expect([JSON.parse(last.text).pets.length, last.headers.get("Link")]).toEqual([2, null]);
  expect(JSON.parse((await visit(service, "/pets.json?search=luna&age=x")).text).count).toBe(1);
  const feed = await visit(service, "/feed.xml?page=2");
  expect(feed.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(feed.text).toContain('rel="next" type="application/atom+xml" href="http://shop.test/feed.xml?page=3"');
  const newest = (await visit(service, "/feed.xml")).text;
  expect(newest).toMatch(/<media:content url="http:\/\/shop\.test\/photos\/[^"]*" medium="image"/);
});

plainTest(
  "visitors read when and where to come, in their language, and a price of a shop or a fee of a shelter",
  async () => {
    const profile = { price: { amount: 100n, currency: "EUR" } };
    for (const [shopKind, type, price] of [
      ["shop", "LocalBusiness", "Preis"],
      ["shelter", "AnimalShelter", "Schutzgebühr"],
    ] as const) {
      const shop = { shopKind, shopHours: "Mon <10>", shopHoursDe: "Mo <10>", shopAddress: "Rheinufer 12" };
      await using service = await openService({}, undefined, { ...SETTINGS, ...shop });
      await add(service, { name: "Luna", profile });
      const { text } = await visit(service, "/?lang=de");
      expect(text).toMatch(/<bdi>Mo &lt;10&gt;<\/bdi><\/span> <span class="fact">.*<bdi>Rheinufer 12<\/bdi>/);
      expect(text).toContain(`"@type":"${type}"`);
      expect(text).toContain('"address":"Rheinufer 12"');
      expect((await visit(service, "/")).text).toContain("<bdi>Mon &lt;10&gt;</bdi>");
      expect((await visit(service, "/pets/1-luna?lang=de")).text).toContain(`<dt>${price}</dt>`);
    }
  },
);

test("shows visitors vaccinated, chipped and neutered only where true, and nothing else of the care", async () => {
  const names = ["Done", "Due", "Overdue", "Planned", "Treated", "Nothing"];
  await using service = await openShop(...names.map((name) => ({ name, profile: { neutered: false } })));
  const { admin } = service;
  const care = (petId: bigint, body: Parameters<typeof admin.addCare>[0]["body"]) =>
    bodyOf(admin.addCare({ params: { petId }, body }));
  const what = "DHPPi";
  for (const petId of [1n, 2n, 3n]) await care(petId, { kind: "vaccination", what, doneOn: "2026-11-01" });
  await care(2n, { kind: "vaccination", what, dueOn: "2026-11-21" });
  const overdue = await care(3n, { kind: "vaccination", what, dueOn: "2026-11-20" });
  await care(3n, { kind: "treatment", what: "Worms", dueOn: "2026-11-01" });
  await care(4n, { kind: "vaccination", what, dueOn: "2026-12-20" });
  await care(5n, { kind: "treatment", what: "Worms", doneOn: "2026-11-01" });
  const healthOf = async (lang: string) => {
    const texts = await Promise.all(
      names.map((name, nth) => visit(service, `/pets/${nth + 1}-${name.toLowerCase()}?lang=${lang}`)),
    );
    return texts.map(({ status, text }) => {
      expect(status).toBe(200);
      expect(text).not.toMatch(/DHPPi|Worms/);
      return /<dt>(?:Health|Gesundheit)<\/dt><dd><bdi>([^<]*)/.exec(text)?.[1];
    });
  };
  expect(await healthOf("en")).toEqual(["vaccinated", "vaccinated", undefined, undefined, undefined, undefined]);
  await bodyOf(admin.completeCare({ params: { careId: overdue.id }, body: {} }));
  for (const petId of [3n, 6n])
    await bodyOf(
      admin.updateProfile({ params: { petId }, body: { neutered: true, microchip: `27609810234567${petId}` } }),
    );
  await service.publish();
  service.now += 10_000;
  expect(await healthOf("de")).toEqual([
    "geimpft",
    "geimpft",
    "geimpft, gechippt, kastriert",
    undefined,
    undefined,
    "gechippt, kastriert",
  ]);
});

plainTest("days begin in the time zone of the shop, for ages and for what is new", async () => {
  const pets = [
    { name: "Luna", profile: { birthDate: "2025-11-22" } },
    { name: "Balou", profile: { birthDate: "2025-11-21", arrivedOn: "2026-11-15" } },
  ] as const;
  for (const [shopTimeZone, age, young, fresh] of [
    ["Pacific/Kiritimati", "12 months", [], ["Luna"]],
    ["UTC", "11 months", ["Luna"], ["Luna", "Balou"]],
  ] as const) {
    await using service = await openService({}, undefined, { ...SETTINGS, shopTimeZone });
    for (const pet of pets) await add(service, pet);
    expect((await visit(service, "/pets/1-luna")).text).toContain(`<bdi>${age}</bdi>`);
    expect(namesOn((await visit(service, "/?age=young")).text)).toEqual([...young]);
    const cards = (await visit(service, "/")).text.split("<article").filter((card) => card.includes("flag new"));
    expect(cards.flatMap(namesOn)).toEqual([...fresh]);
  }
});

plainTest("a shop says in each language what it is, and what its kinds and tags are called", async () => {
  const settings = readConfig(
    {},
    {
      SHOP_ABOUT: "Come <in>",
      SHOP_ABOUT_DE: "Kommen Sie <rein>",
      SHOP_WORDS_DE: "dogs=Hunde, cats=Katzen, good with children = kinderlieb,x=<b>",
    },
  );
  const { shopAbout, shopAboutDe, shopWordsDe } = settings;
  await using service = await openService({}, undefined, {
    ...SETTINGS,
    shopAbout,
    shopAboutDe,
    shopWordsDe,
  });
  const { id } = await bodyOf(service.admin.createCategory({ body: { name: "Dogs" } }));
  await add(service, { name: "Luna", categoryId: id, profile: { tags: ["Good with children", "calm", "X"] } });
  await bodyOf(service.admin.createCategory({ body: { name: "Cats" } }));
  await add(service, { name: "Mia", categoryId: id + 1n });
  const german = (await visit(service, "/?lang=de")).text;
  expect(german).toContain('<p class="lead">Kommen Sie &lt;rein&gt;</p>');
  const kindsOn = (text: string) => [...text.matchAll(/<bdi>([^<]*)<\/bdi> <small>1/g)].map(([, name]) => name);
  expect(kindsOn(german)).toEqual(["Hunde", "Katzen"]);
  expect(german).toContain('<option value="good with children">kinderlieb (1)</option>');
  expect(german).toContain("&lt;b&gt; (1)</option>");
  expect(german).toContain("<bdi>kinderlieb</bdi>");
  const english = (await visit(service, "/?lang=en")).text;
  expect(english).toContain('<p class="lead">Come &lt;in&gt;</p>');
  expect(english).toContain("<bdi>Good with children</bdi>");
  expect(kindsOn(english)).toEqual(["Cats", "Dogs"]);
  expect(english).not.toContain("Hunde");
  const pet = (await visit(service, "/pets/1-luna?lang=de")).text;
  expect(pet).toContain("<dd><bdi>Hunde</bdi></dd>");
  expect(pet).toContain('tag=Good+with+children&amp;lang=de"><bdi>kinderlieb</bdi>');
  expect((await visit(service, "/?lang=de&tag=calm&category=1")).text).toContain("<title>Hunde, calm · ");
  for (const SHOP_WORDS_EN of ["Hunde", "Hunde=", "=Dogs", "a=b=c", "a=b,,", `a=${"b".repeat(10_000)}`])
    expect(() => readConfig({}, { SHOP_WORDS_EN })).toThrow("SHOP_WORDS_EN: expected name=other name");
});

plainTest("only the origins of EMBED_ORIGINS may show the pages in a frame", async () => {
  const embedOrigins = ["https://a.example", "https://b.example"];
  for (const [origins, allowed] of [
    [[], "frame-ancestors 'none'"],
    [embedOrigins, `frame-ancestors ${embedOrigins.join(" ")}`],
  ] as const) {
    await using service = await openService({}, undefined, { ...SETTINGS, embedOrigins: [...origins] });
    for (const path of ["/", "/pets/1"])
      expect((await visit(service, path)).headers.get("Content-Security-Policy")).toContain(allowed);
  }
});

test("an unknown filter is ignored, and the page says so in the visitor's language", async () => {
  await using service = await openShop({ name: "Luna" });
  for (const query of [
    "category=x",
    "category=9223372036854775808",
    "age=old",
    "sex=Female",
    "size=xl",
    `tag=${"x".repeat(51)}`,
    "sort=price",
    "page=0",
    "page=-1",
    "search=%21%21",
    `search=${"x".repeat(101)}`,
    "search=a+b+c+d+e+f+g+h+i",
    "search=%FF%00",
  ]) {
    const { status, text } = await visit(service, `/?lang=de&${query}`);
    expect([query, status, namesOn(text)]).toEqual([query, 200, query === "search=%FF%00" ? [] : ["Luna"]]);
    if (query !== "search=%FF%00") expect(text).toContain("Nicht verstanden und daher nicht beachtet: ");
  }
  expect(namesOn((await visit(service, "/?page=999999")).text)).toEqual(["Luna"]);
});

plainTest("a pet is new for a week after it came, in the order of arrival", async () => {
  await using service = await openShop({ name: "Luna" }, { name: "Balou", profile: { arrivedOn: "2026-11-15" } });
  const isNew = async () => (await visit(service, "/")).text.match(/flag new/g)?.length ?? 0;
  const shown = namesOn((await visit(service, "/")).text);
  expect([shown, await isNew()]).toEqual([["Luna", "Balou"], 2]);
  service.now += 7 * 86_400_000;
  expect(await isNew()).toBe(0);
});

plainTest("a shop of more pets than one part of the catalog is listed and counted to its end", async () => {
  await using service = await openShop();
  await service.stock(600);
  const { text } = await visit(service, "/?page=25");
  expect(text).toContain("600 animals are looking for a home");
  expect(namesOn(text)).toHaveLength(24);
  expect(text).not.toContain('rel="next"');
});

test("an empty shop offers neither filters nor a way to where the visitor is", async () => {
  await using service = await openShop();
  const { text } = await visit(service, "/");
  expect(text).toContain("No animal here at the moment. Look again soon.");
  expect(text).not.toMatch(/<nav|<form|class="button"/);
});

test("each photo of a pet is there as large as the screen too, fetched when the address names it, with a way on and back", async () => {
  await using service = await openShop({ name: "Luna" });
  for (let nth = 0; nth < 3; nth++) {
    await service.admin.addPhoto({ params: { petId: 1n }, file: await jpeg(), query: nth === 1 ? { alt: "<b>" } : {} });
  }
  service.now += 10_000;
  const { text } = await visit(service, "/pets/1-luna");
  expect([...text.matchAll(/<a class="frame" href="(#[^"]*)"/g)].map(([, to]) => to)).toEqual([
    "#photo-1",
    "#photo-2",
    "#photo-3",
  ]);
  const large = text.split('<div class="full" id="').slice(1);
  expect(large.map((one) => [one.slice(0, 7), [...one.matchAll(/href="#(\w+-?\d?)"/g)].map(([, to]) => to)])).toEqual([
    ["photo-1", ["photo-3", "photo-2", "photos"]],
    ["photo-2", ["photo-1", "photo-3", "photos"]],
    ["photo-3", ["photo-2", "photo-1", "photos"]],
  ]);
  for (const one of large) expect(one).toMatch(/^[^>]*><img src="\/photos\/[^"]*-large\.webp" [^>]*loading="lazy"/);
  expect(text).toContain('alt="&lt;b&gt;"');
});

test("a browser chooses a photo that fills its frame, also one that is wider than it", async () => {
  await using service = await openShop({ name: "Luna" }, { name: "Balou" });
  for (const [petId, width] of [
    [1n, 400],
    [2n, 1000],
  ] as const)
    await service.admin.addPhoto({ params: { petId }, file: await jpeg(width, 500) });
  service.now += 10_000;
  const { text } = await visit(service, "/");
  const phoneWidths = [...text.matchAll(/sizes="\(max-width: 560px\) (\d+)vw/g)].map(([, width]) => Number(width));
  // Of the newer one, two fifths are seen.
  expect(phoneWidths).toEqual([115, 46]);
  expect(text).toContain("-small.webp 256w,");
  expect(text).toContain('width="256" height="320"');
});

test("a tag that no pet has is not repeated as words of the shop", async () => {
  await using service = await openShop({ name: "Luna", profile: { tags: ["calm"] } });
  const { status, text } = await visit(service, "/?tag=Closed+for+good");
  expect(status).toBe(200);
  expect(text).toContain('<meta name="robots" content="noindex">');
  expect(text).not.toMatch(/(?:<title>|<h1>|<bdi>)[^<]*Closed/);
  expect((await visit(service, "/?tag=calm")).text).toContain("<title>calm · ");
});

test("one pet has its address with the name in it, and every other form leads there", async () => {
  await using service = await openShop({ name: "Krümel vom Königsforst" });
  const path = "/pets/1-krumel-vom-konigsforst";
  expect(await visit(service, path)).toMatchObject({ status: 200 });
  for (const [other, address] of [
    ["/pets/1", path],
    ["/pets/1-old-name", path],
    ["/pets/1?lang=de", `${path}?lang=de`],
  ] as const) {
    const { status, headers } = await visit(service, other);
    expect([status, headers.get("Location")]).toEqual([301, address]);
  }
});

test("a sold or removed pet is 410 with the way back, and an unknown one 404", async () => {
  await using service = await openShop({ name: "Sold", status: "sold" }, { name: "Removed" });
  await service.admin.deletePet({ params: { petId: 2n } });
  await service.publish();
  for (const path of ["/pets/1-sold", "/pets/2-removed"]) {
    const { status, text } = await visit(service, path);
    expect(status).toBe(410);
    expect(text).toContain('href="/"');
    expect(text.includes("Sold\u2069 has found a home")).toBe(path === "/pets/1-sold");
    expect(text).not.toContain("Removed");
  }
  expect(await visit(service, "/pets/1%2dsold")).toMatchObject({ status: 410 });
  const unknown = ["3", "abc", "1e3", "99999999999999999999"].map((id) => `/pets/${id}`);
  for (const path of unknown) expect(await visit(service, path)).toMatchObject({ status: 404 });
});

plainTest("where there is nothing, people see a page and programs an Error body", async () => {
  await using service = await openShop();
  for (const path of ["/pets", "/Pets/1", "/index.html"]) {
    const page = await visit(service, path, { Accept: "text/html,*/*;q=0.8", "Accept-Language": "de" });
    expect(page.status).toBe(404);
    expect(page.headers.get("Vary")).toBe("Accept, Accept-Encoding, Accept-Language");
    expect(page.text).toContain("Diese Seite gibt es nicht");
    expect(JSON.parse((await visit(service, path)).text)).toMatchObject({ code: "not_found" });
  }
  const post = new Request("http://shop.test/", { method: "POST", body: "x" });
  expect(await (await service.fetch(post)).json()).toMatchObject({ code: "method_not_allowed" });
});

plainTest(
  "what a client claims of its address and its languages does not reach the pages that others get",
  async () => {
    await using service = await openShop({ name: "Luna" });
    const claims = {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Prefix": "/evil",
      "X-Original-URL": "/evil",
      Forwarded: "host=evil.example",
      "Accept-Language": 'evil"><script>,de;q=0.1',
      "Accept-Encoding": "evil",
      "X-Request-Id": "evil",
    };
    for (const path of ["/?evil=evil", "/feed.xml?evil", "/sitemap.xml", "/robots.txt"]) {
      const { status, text } = await visit(service, path, claims);
      expect(status).toBe(200);
      expect(text).not.toContain("evil");
      expect(text).toBe((await visit(service, path, { "Accept-Language": "de" })).text);
    }
    const moved = await visit(service, "/pets/1-%0d%0aSet-Cookie:evil?lang=%0d%0aX:evil", claims);
    expect([moved.status, moved.headers.get("Location")]).toEqual([301, "/pets/1-luna"]);
  },
);

plainTest("the language is that of the visitor or of the address, and each page names its original", async () => {
  await using service = await openShop({ name: "Luna" });
  const german = "de-AT,de;q=0.9,en;q=0.8";
  for (const [path, languages, shown] of [
    ["/", german, '<html lang="de">'],
    ["/?lang=en", german, '<html lang="en">'],
    ["/", `${"x,".repeat(2000)}de`, '<html lang="en">'],
    ["/", german, '<link rel="alternate" hreflang="de" href="http://shop.test/?lang=de">'],
  ] as const) {
    const { headers, text } = await visit(service, path, { "Accept-Language": languages });
    expect(text).toContain(shown);
    expect(headers.get("Vary")).toContain("Accept-Language");
  }
  for (const path of [
    "/",
    "/?lang=de",
    "/?category=7",
    "/?category=7&lang=en",
    "/pets/1-luna",
    "/pets/1-luna?lang=de",
  ]) {
    const original = `<link rel="canonical" href="http://shop.test${path.replace("&", "&amp;")}">`;
    expect((await visit(service, path)).text).toContain(original);
  }
});

test("a visitor gets 304 for a page until a pet changes", async () => {
  await using service = await openShop({ name: "Luna" });
  const tag = (await visit(service, "/")).headers.get("ETag") ?? "";
  expect(await visit(service, "/", { "If-None-Match": tag })).toMatchObject({ status: 304, text: "" });
  await add(service, { name: "Balou" });
  service.now += 10_000;
  expect((await visit(service, "/", { "If-None-Match": tag })).text).toContain("Balou");
});

test("a condition does not hide that a pet is gone, or never was", async () => {
  await using service = await openShop({ name: "Sold", status: "sold" });
  for (const [path, status] of [
    ["/pets/1", 410],
    ["/pets/2", 404],
    ["/pets/x", 404],
  ] as const) {
    const page = await visit(service, path, { "If-None-Match": "*", Range: "bytes=0-9" });
    expect(page).toMatchObject({ status, text: expect.stringContaining("</html>") });
    expect(page.headers.get("ETag")).toBeNull();
  }
  const head = await service.fetch(new Request("http://shop.test/", { method: "HEAD" }));
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

/** Makes the lists of a service's pets wait until `release`. */
function holdLists({ store: { pets } }: TestService) {
  const list = pets.list.bind(pets);
  const released = Promise.withResolvers<void>();
  const hold = { count: 0, release: released.resolve };
  const held: typeof pets.list = async (...filter) => {
    hold.count += 1;
    await released.promise;
    return list(...filter);
  };
  Object.assign(pets, { list: held });
  return hold;
}

test("a crowd that waits for one page gets it", async () => {
  await using service = await openShop({ name: "Luna" });
  const hold = holdLists(service);
  const crowd = Array.from({ length: 100 }, () => visit(service, "/"));
  await until(() => service.inFlight() === 100, "the crowd");
  hold.release();
  expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([200]));
});

test("beyond 64 pages in progress a visitor gets a page that says so, in the language, and staff are served", async () => {
  await using service = await openShop({ name: "Luna" });
  const hold = holdLists(service);
  const crowd = Array.from({ length: 64 }, (_, nth) => visit(service, `/?tag=x${nth}`));
  await until(() => hold.count >= 1 && service.inFlight() === 64, "the crowd");
  const { status, headers, text } = await visit(service, "/?tag=y", { "Accept-Language": "de" });
  expect([status, ...valuesOf(headers)]).toEqual([503, "text/html; charset=utf-8", "no-store", "1"]);
  expect(text).toContain('<html lang="de">');
  expect(text).toContain("Bitte versuchen Sie es gleich noch einmal.");
  expect(await service.admin.getPet({ params: { petId: 1n } })).toMatchObject({ status: 200 });
  expect((await visit(service, "/metrics")).text).toContain(
    'petstore_http_requests_total{operation="/",status="503"} 1',
  );
  expect(service.log.filter(({ fields }) => fields["operation"] === "/")).toEqual([]);
  // Who asks for a page that is being made waits for it.
  crowd.push(visit(service, "/?tag=x0"));
  await until(() => service.inFlight() === 65, "the last visitor");
  hold.release();
  expect(new Set((await Promise.all(crowd)).map((page) => page.status))).toEqual(new Set([200]));
  expect(await visit(service, "/?tag=y")).toMatchObject({ status: 200 });
});

plainTest("a page that fails says so without the cause, which the log has", async () => {
  await using service = await openShop();
  Object.assign(service.store.pets, { list: () => Promise.reject(new Error("SECRET-CAUSE")) });
  const { status, headers, text } = await visit(service, "/");
  expect([status, ...valuesOf(headers)]).toEqual([500, "text/html; charset=utf-8", "no-store", null]);
  expect(text).not.toContain("SECRET-CAUSE");
  expect(service.log.filter(({ level }) => level === "error")).toHaveLength(1);
});

test("two instances on one database show a change within a second, on the list, on the pet's page and in the JSON", async () => {
  await using database = await openDatabase();
  await using one = await openService({}, database, SETTINGS);
  await using other = await openService({}, database, SETTINGS);
  await add(one, { name: "Luna", profile: { tags: ["calm"] } });
  const paths = ["/", "/?tag=calm", "/pets/1-luna", "/pets.json", "/?sort=waiting"];
  const shown = async (path: string) => (await visit(other, path)).text;
  other.now += 2000;
  for (const path of paths) expect([path, await shown(path)]).toEqual([path, expect.stringContaining("Luna")]);
  // What other pages are made from is as fresh.
  other.now += 900;
  await shown("/?sex=male");
  await bodyOf(one.admin.updateProfile({ params: { petId: 1n }, body: { breed: "Beagle" } }));
  other.now += 1000;
  for (const path of paths) expect([path, await shown(path)]).toEqual([path, expect.stringContaining("Beagle")]);
  await bodyOf(one.admin.updatePet({ params: { petId: 1n }, body: { status: "sold" } }));
  other.now += 1000;
  for (const path of ["/", "/?tag=calm", "/pets.json", "/?sort=waiting"])
    expect([path, await shown(path)]).toEqual([path, expect.not.stringContaining("Beagle")]);
  expect((await visit(other, "/pets/1-luna")).status).toBe(410);
});

/** How many responses with the list of all pets were made: those from the cache are counted, but not logged. */
const madeLists = ({ log }: TestService) => log.filter(({ fields }) => fields["operation"] === "/").length;

test("a page is made once a second, however often the shop changes; from the cache it is counted, but not logged", async () => {
  await using service = await openShop({ name: "Luna" });
  for (let nth = 0; nth < 3; nth++) expect(await visit(service, "/")).toMatchObject({ status: 200 });
  expect(madeLists(service)).toBe(1);
  const counted = 'petstore_http_requests_total{operation="/",status="200"} 3';
  expect((await visit(service, "/metrics")).text).toContain(counted);
  await add(service, { name: "Balou" });
  service.now += 999;
  expect((await visit(service, "/")).text).not.toContain("Balou");
  service.now += 9_001;
  expect((await visit(service, "/")).text).toContain("Balou");
});

plainTest("invented addresses do not drive out the pages that visitors read", async () => {
  await using service = await openShop({ name: "Luna", profile: { tags: ["calm"] } });
  const pages = ["/", "/?tag=calm", "/?category=7"];
  for (const path of pages) await visit(service, path);
  for (let first = 2; first <= 600; first += 20) {
    const numbers = Array.from({ length: 20 }, (_, more) => first + more);
    const invented = numbers.flatMap((number) => [`/?page=${number}`, `/?tag=x${number}`]);
    await Promise.all(invented.map((path) => visit(service, path)));
    for (const path of pages) await visit(service, path);
  }
  expect(madeLists(service)).toBe(pages.length + 1200);
  await visit(service, "/?tag=x5");
  expect(madeLists(service)).toBe(pages.length + 1201);
});

plainTest.each([
  [
    "the direction of a name does not turn the words around it",
    { name: "\u202Eabc" },
    "/pets/1-abc?lang=de",
    "Nach \u2068\u202Eabc\u2069 fragen",
  ],
  [
    "a description for previews ends with a whole character",
    { name: "Luna", profile: { description: `${"x".repeat(159)}🐕🐕` } },
    "/pets/1-luna",
    `<meta name="description" content="${"x".repeat(159)}🐕">`,
  ],
])("%s", async (_, pet, path, shown) => {
  await using service = await openShop(pet);
  expect((await visit(service, path)).text).toContain(shown);
});

test("the feed, the map and the rules for robots name the pets by their addresses", async () => {
  await using service = await openShop({ name: "Luna", profile: { description: "Calm & kind" } });
  const feed = await visit(service, "/feed.xml");
  expect(feed.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  for (const [path, shown] of [
    ["/feed.xml", 'href="http://shop.test/pets/1-luna"'],
    // Markup that is text in the feed, in which the words of the pet are text again.
    ["/feed.xml", '<content type="html">&lt;p dir=&quot;auto&quot;&gt;Calm &amp;amp; kind&lt;/p&gt;</content>'],
    ["/sitemap.xml", "<loc>http://shop.test/pets/1-luna</loc>"],
    ["/robots.txt", "Sitemap: http://shop.test/sitemap.xml"],
  ] as const)
    expect((await visit(service, path)).text).toContain(shown);
});

test("an entry of the feed has the time of its last visible change, and the feed that of its newest entry", async () => {
  await using service = await openShop({ name: "Luna" }, { name: "Bo" });
  const { admin } = service;
  const times = async () => {
    await service.publish();
    const { text } = await visit(service, "/feed.xml");
    expect(text.match(/<published>.*?T12:00:00\.000Z</g)).toHaveLength(2);
    return [...text.matchAll(/<updated>.*?T(.*?):00\.000Z</g)].map(([, time]) => time);
  };
  // Of the feed, of Bo, of Luna.
  expect(await times()).toEqual(["12:00", "12:00", "12:00"]);
  const changes = [
    () => admin.updateProfile({ params: { petId: 1n }, body: { breed: "Poodle" } }),
    async () => admin.addPhoto({ params: { petId: 1n }, file: await jpeg() }),
    () => admin.updatePhoto({ params: { petId: 1n, photoId: 1n }, body: { alt: "Luna" } }),
    () => admin.deletePhoto({ params: { petId: 1n, photoId: 1n } }),
    () => admin.updatePet({ params: { petId: 1n }, body: { name: "Lu" } }),
  ];
  for (const [hours, change] of changes.entries()) {
    service.now = NOON + (hours + 1) * 3_600_000;
    await change();
    expect(await times()).toEqual([`${13 + hours}:00`, "12:00", `${13 + hours}:00`]);
  }
});

plainTest("SHOP_CONTACT is an address of a page, a mail or a phone", () => {
  const read = (SHOP_CONTACT: string) => readConfig({}, { SHOP_CONTACT }).shopContact;
  for (const contact of ["https://shop.example/ask?x=1", "mailto:a@b.example", "tel:+49-30-1234567"])
    expect(read(contact)).toBe(contact);
  for (const contact of [
    "javascript:alert(1)",
    "http://shop.example",
    "mailto:",
    "tel:abc",
    "data:text/html,x",
    "https://",
    "https://user:secret@shop.example/",
    'mailto:"><script>@shop.example',
    "mailto:a@b.example?bcc=c@d.example",
  ])
    expect(() => read(contact)).toThrow("SHOP_CONTACT: expected an address that starts");
});

describe("facts", () => {
  plainTest("an age is as exact as the birth date", () => {
    const ages = ["2026-11-20", "2026-10-01", "2026-01-01", "2024-12-01", "2024-05-17", "2022", "2026"];
    expect(ages.map((birth) => ageOf(birth, "2026-11-21", "en"))).toEqual([
      "newborn",
      "7 weeks",
      "10 months",
      "23 months",
      "2 years",
      "about 4 years",
      "under 1 year",
    ]);
  });

  plainTest("a price is exact, in the form of the language", () => {
    expect(priceOf({ amount: 15_000n, currency: "EUR" }, "en")).toBe("€150");
    expect(priceOf({ amount: 25_050n, currency: "EUR" }, "en")).toBe("€250.50");
    expect(priceOf({ amount: 2n ** 63n - 1n, currency: "EUR" }, "en")).toBe("€92,233,720,368,547,758.07");
    expect(priceOf({ amount: 15_000n, currency: "JPY" }, "en")).toBe("¥15,000");
  });

  plainTest("addresses are short, whatever the name", () => {
    expect(pathOf({ id: 1n, name: "🐕".repeat(255) })).toBe("/pets/1");
    expect(pathOf({ id: 1n, name: "日本 語" })).toBe(`/pets/1-${encodeURIComponent("日本-語")}`);
    expect(pathOf({ id: 1n, name: "x".repeat(255) }).length).toBeLessThan(70);
  });

  plainTest("a contact has the pet's name and number", () => {
    expect(contactFor("mailto:a@b.example", "Mia & Bo (no. 1)")).toBe(
      "mailto:a@b.example?subject=Mia%20%26%20Bo%20(no.%201)",
    );
    expect(contactFor("https://b.example/ask?x=1", "Bo")).toBe("https://b.example/ask?x=1&pet=Bo");
    expect(contactFor("tel:+4930", "Bo")).toBe("tel:+4930");
  });

  plainTest("the preferred language has the greatest weight", () => {
    const preferred = ["de", "fr, de;q=0.5, en;q=0.9", "DE-de", "fr", "", "de;q=0", "*"].map(preferredLanguage);
    expect(preferred).toEqual(["de", "en", "de", "en", "en", "en", "en"]);
  });

  plainTest("a template escapes every value", () => {
    expect(markup`<p title="${`"'`}">${"<b>"}${["&", markup`<i>`]}${undefined}${false}</p>`.text).toBe(
      '<p title="&quot;&#39;">&lt;b&gt;&amp;<i></p>',
    );
  });
});
