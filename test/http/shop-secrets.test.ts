/* What visitors must never see, on every page, feed and list that there is without a key; and markup in every text that they see. */
import { expect, test as plainTest } from "bun:test";
import { settings } from "../../src/service/settings/settings.ts";
import { test } from "../support/databases.ts";
import { bodyOf, NOON, openService, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";

/** Everything about a shop that is for staff only; none of it is a part of a word that visitors see. */
const SECRETS = {
  reference: "REF-zq1",
  microchip: "276ZQ2CHIP",
  customer: "Zq3customer",
  contact: "zq4contact",
  orderNote: "zq5 order note",
  refundNote: "zq6 refund note",
  stockNote: "zq7 stock note",
  petNote: "zq8 pet note",
  visitor: "Zq9visitor",
  visitorContact: "zq10@visitor.example",
  message: "zq11 message",
  inquiryNote: "zq12 inquiry note",
  keyName: "zq13 key",
  removedPet: "Zq14removed",
  soldBreed: "Zq15breed",
  soldStory: "zq16 story",
  unusedKind: "Zq17kind",
  soldTag: "zq18tag",
  careWhat: "zq19 serum",
  careBatch: "zq20batch",
  careBy: "zq21 vet",
  careNote: "zq22 care note",
  weight: "918273",
  stock: "473829",
};

const SHOP = { shopName: "Riverside", shopInquiries: 1, shopContact: "tel:+492215550142" };

/** A shop that has each of the secrets somewhere. */
async function openWithSecrets(): Promise<TestService> {
  const service = await openService({}, undefined, SHOP);
  const { admin } = service;
  const { reference, microchip } = SECRETS;
  const add = async (name: string, profile: object = {}, status: "available" | "pending" | "sold" = "available") =>
    (await bodyOf(admin.createPet({ body: { name, categoryId: 1n, status, profile } }))).id;
  await bodyOf(admin.createCategory({ body: { name: "Cats" } }));
  await bodyOf(admin.createCategory({ body: { name: SECRETS.unusedKind } }));
  const luna = await add("Luna", { reference, microchip, breed: "Mix", tags: ["calm"], description: "A cat." });
  await admin.addPhoto({ params: { petId: luna }, file: await jpeg() });
  await add("Balou", { reference: `${reference}b` }, "pending");
  const sold = {
    breed: SECRETS.soldBreed,
    description: SECRETS.soldStory,
    tags: [SECRETS.soldTag],
    reference: `${reference}c`,
  };
  await add("Otto", sold, "sold");
  const removed = await add(SECRETS.removedPet);
  await bodyOf(admin.updatePet({ params: { petId: luna }, body: { name: "Luna", note: SECRETS.petNote } }));
  const { careWhat: what, careBatch: batch, careBy: by, careNote: note, weight } = SECRETS;
  const care = { what, batch, by, note, doneOn: "2026-11-20" };
  for (const kind of ["vaccination", "treatment"] as const)
    await bodyOf(admin.addCare({ params: { petId: luna }, body: { ...care, kind, everyDays: 28 } }));
  await bodyOf(admin.addCare({ params: { petId: luna }, body: { ...care, kind: "weight", grams: Number(weight) } }));
  const quantity = Number(SECRETS.stock);
  await bodyOf(admin.updateInventory({ params: { petId: luna }, body: { quantity, note: SECRETS.stockNote } }));
  const customer = { name: SECRETS.customer, contact: SECRETS.contact };
  const order = await bodyOf(admin.placeOrder({ body: { petId: luna, customer, note: SECRETS.orderNote } }));
  const params = { orderId: order.id };
  await bodyOf(admin.completeOrder({ params }));
  await bodyOf(
    admin.returnOrder({ params, body: { note: SECRETS.refundNote, refund: { amount: 0n, currency: "EUR" } } }),
  );
  await admin.deletePet({ params: { petId: removed } });
  await bodyOf(admin.createKey({ body: { name: SECRETS.keyName, scopes: ["pets:read"] } }));
  await service.store.transaction(async ({ inquiries }) => {
    const { visitor: name, visitorContact: contact, message, inquiryNote: note } = SECRETS;
    const at = new Date(NOON).toISOString();
    await inquiries.insert({ petId: luna, at, name, contact, message, state: "answered", note });
  });
  await service.publish();
  service.now += 10_000;
  return service;
}

const fetched = async (service: TestService, path: string, init: RequestInit = {}) => {
  const response = await service.fetch(new Request(`http://shop.test${path}`, init));
  return { status: response.status, text: `${await response.text()}\n${[...response.headers].flat().join("\n")}` };
};

/** Every address that a text leads to here. */
const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:href|src|action)="([^"]*)"|<loc>([^<]*)|"(?:url|small|medium|large)":"([^"]*)"/g)]
    .map(([, ...found]) => (found.find((one) => one !== undefined) ?? "").replaceAll("&amp;", "&"))
    .map((address) => address.replace("http://shop.test", ""))
    .filter((address) => address.startsWith("/") && !address.startsWith("//"))
    .map((address) => address.split("#")[0] ?? "");

/** Addresses that nobody is led to, but that somebody may try. */
const GUESSED = [
  "/pets.json?page=2",
  "/pets.json?status=sold",
  "/pets.json?include=quantity",
  "/feed.xml?page=2",
  "/sitemap.xml",
  "/robots.txt",
  "/pets/1",
  "/pets/2",
  "/pets/3",
  "/pets/3-otto",
  "/pets/4",
  "/pets/5",
  "/pets/1-luna?sent=1",
  "/pets/3-otto?poster=1",
  "/pets/1-luna?poster=2",
  "/pets/1-luna.json",
  "/?category=2",
  "/?tag=none",
  "/nothing",
];

test("no page, feed, list or header that visitors can reach has anything that is for staff only", async () => {
  await using service = await openWithSecrets();
  const secrets = [...Object.values(SECRETS), "473,829", "473.829", service.adminKey].map((secret) =>
    secret.toLowerCase(),
  );
  const seen = new Set<string>();
  const open = ["/", "/?lang=de", "/pets.json", "/feed.xml", ...GUESSED];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { text } = await fetched(service, path, { headers: { Accept: "text/html" } });
    expect([path, secrets.filter((secret) => text.toLowerCase().includes(secret))]).toEqual([path, []]);
    if (!path.startsWith("/console") && !path.startsWith("/docs")) open.push(...linksIn(text));
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(["/pets/1-luna", "/pets/1-luna?poster=1", "/pets/2-balou", "/?category=1", "/?tag=calm"]),
  );
  // Nothing is found by what is for staff, whatever it is looked for with.
  for (const secret of Object.values(SECRETS)) {
    for (const query of [`search=${encodeURIComponent(secret)}`, `tag=${encodeURIComponent(secret)}`]) {
      expect(JSON.parse((await fetched(service, `/pets.json?${query}`)).text.split("\n")[0] ?? "")).toMatchObject({
        count: 0,
        pets: [],
      });
    }
  }
  const form = new URLSearchParams({ name: "Ada", contact: "", message: "Hello" });
  const refusal = await service.send("/pets/1-luna", { method: "POST", body: form, redirect: "manual" });
  const wrong = await fetched(service, refusal.headers.get("Location") ?? "");
  expect([refusal.status, secrets.filter((secret) => wrong.text.toLowerCase().includes(secret))]).toEqual([303, []]);
});

/** What would run if it were markup, in each place where a text can stand. */
const ATTACK = `"'></title></script><script>alert(1)</script><img src=x onerror=alert(1)>]]>&lt;`;

plainTest("no text that the shop or a visitor writes becomes markup, on any page, feed or list", async () => {
  const texts = Object.entries(settings).filter(([name]) =>
    /^shop(?:Name|About|AboutDe|Hours|HoursDe|Address|AddressDe)$/.test(name),
  );
  expect(texts).toHaveLength(7);
  const shopWordsDe = new Map([["cats", ATTACK]]);
  const given = Object.fromEntries(texts.map(([name]) => [name, name === "shopName" ? ATTACK.slice(0, 100) : ATTACK]));
  await using service = await openService({}, undefined, { ...SHOP, ...given, shopWordsDe });
  const { admin } = service;
  await admin.createCategory({ body: { name: `Cats ${ATTACK}` } });
  await admin.createCategory({ body: { name: "Cats" } });
  const tag = ATTACK.slice(0, 50).trim();
  const profile = { breed: ATTACK, color: ATTACK, description: `${ATTACK}\n\n${ATTACK}`, tags: [tag] };
  for (const categoryId of [1n, 2n]) await bodyOf(admin.createPet({ body: { name: ATTACK, categoryId, profile } }));
  await admin.addPhoto({ params: { petId: 1n }, file: await jpeg(), query: { alt: ATTACK } });
  await bodyOf(admin.createPet({ body: { name: ATTACK, categoryId: 1n, status: "sold", profile } }));
  await service.publish();
  service.now += 10_000;
  const attack = encodeURIComponent(ATTACK);
  const pages = [
    "/",
    "/?lang=de",
    `/?search=${attack}`,
    `/?tag=${attack}&sort=${attack}`,
    `/?lang=${attack}`,
    "/feed.xml",
  ];
  const { text: list } = await fetched(service, "/");
  const pets = linksIn(list).filter((path) => path.startsWith("/pets/"));
  expect(pets).toHaveLength(2);
  for (const path of [
    ...pages,
    ...pets,
    ...pets.map((pet) => `${pet}?lang=de`),
    ...pets.map((pet) => `${pet}?poster=1`),
    "/pets/3",
    "/sitemap.xml",
    "/nothing",
  ]) {
    const { text } = await fetched(service, path, { headers: { Accept: "text/html" } });
    const markup = text.replaceAll(/<script type="application\/ld\+json">[^<]*<\/script>/g, "");
    expect([path, markup.match(/<script|<img src=x|onerror=alert\(1\)>(?!\S*&)|"'>/g)]).toEqual([path, null]);
  }
  const json = await fetched(service, "/pets.json");
  expect(JSON.parse(json.text.split("\n")[0] ?? "").pets).toHaveLength(2);
  expect(json.text).toContain("application/json");
});
