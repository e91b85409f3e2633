/* The pages for visitors in a real browser: with a keyboard, without a script, and for everybody's eyes. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { openService, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { readQrCode } from "./people.ts";
import { axeFindings, openPage, type PageOptions, shoot } from "./visit.ts";

setDefaultTimeout(120_000);

let service: TestService;

const PETS = [
  { name: "Krümel", profile: { breed: "Holland Lop", birthDate: "2026-03", sex: "male", tags: ["lives in a pair"] } },
  {
    name: "Luna",
    profile: {
      breed: "European Shorthair",
      birthDate: "2024",
      sex: "female",
      size: "medium",
      neutered: true,
      tags: ["calm", "good with children"],
      price: { amount: 15_000n, currency: "EUR" },
      description: "Luna came to us with an old collar.\n\nShe would love a quiet home.",
    },
  },
  { name: "Balou", status: "pending", profile: { breed: "Leonberger", size: "large", tags: ["calm"] } },
  { name: "Otto", status: "sold", profile: { tags: [] } },
  { name: "W".repeat(200), profile: { breed: "B".repeat(100), tags: ["t".repeat(50)], arrivedOn: "2020-01-01" } },
] as const;

beforeAll(async () => {
  service = await openService({}, undefined, {
    shopName: "Riverside Pets",
    shopContact: "tel:+492215550142",
    shopInquiries: 1,
    shopHours: "Mon to Sat, 10:00 to 18:00",
    shopAddress: "Rheinufer 12, Cologne",
  });
  for (const name of ["Dogs", "Cats"]) await service.admin.createCategory({ body: { name } });
  for (const [nth, pet] of PETS.entries()) {
    const profile = { ...pet.profile, tags: [...pet.profile.tags] };
    await service.admin.createPet({ body: { ...pet, categoryId: BigInt((nth % 2) + 1), profile } });
  }
  const file = await jpeg(800, 600);
  for (let count = 0; count < 3; count++) await service.admin.addPhoto({ params: { petId: 2n }, file });
});
afterAll(() => service?.[Symbol.asyncDispose]());

const screens: [string, PageOptions][] = [
  ["light", {}],
  ["dark", { colorScheme: "dark" }],
  ["phone", { viewport: { width: 390, height: 844 }, isMobile: true, colorScheme: "dark", locale: "de-DE" }],
  ["forced-colours", { forcedColors: "active" }],
];

test.each(screens)("%s: axe finds nothing, and nothing is wider than the screen", async (screen, options) => {
  const page = await openPage(service, "/", options);
  for (const path of [
    "/",
    "/?category=2&tag=calm&sex=female&page=7",
    "/?search=nothing&age=x",
    "/pets/2-luna",
    "/pets/2-luna?sent=1",
    "/pets/2-luna?poster=1",
    "/pets/5?poster=1",
    "/pets/4-otto",
  ]) {
    await page.goto(new URL(path, page.url()).href);
    expect({ path, findings: await axeFindings(page) }).toEqual({ path, findings: [] });
    const wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect({ path, wide }).toEqual({ path, wide: 0 });
    await shoot(page, `visitors-${screen}-${path.replaceAll(/\W+/g, "-")}`);
  }
});

test.each(screens)(
  "%s: axe finds nothing in a form that lacks something, whose first field has the focus",
  async (screen, options) => {
    const page = await openPage(service, "/pets/2-luna?lang=en", options);
    await page.getByLabel("Your name").fill("Ada Krause");
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForSelector("[aria-invalid]");
    expect(await axeFindings(page)).toEqual([]);
    const focused = page.locator(":focus");
    expect(await focused.getAttribute("name")).toBe("contact");
    expect(await page.getByLabel("Your name").inputValue()).toBe("Ada Krause");
    await shoot(page, `visitors-${screen}-wrong-form`);
  },
);

test("without a script and with the keyboard, a photo fills the screen, the next one follows, and the page is back", async () => {
  const page = await openPage(service, "/pets/2-luna?lang=en", { javaScriptEnabled: false });
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.locator(".pictures a").first().press("Enter");
  const shown = page.locator(".full:visible");
  expect(await shown.getAttribute("id")).toBe("photo-1");
  expect((await shown.boundingBox())?.width).toBe(1280);
  await page.getByRole("link", { name: "Next photo" }).press("Enter");
  expect(await shown.getAttribute("id")).toBe("photo-2");
  await shoot(page, "visitors-large-photo");
  await page.getByRole("link", { name: "Close" }).press("Enter");
  expect(await shown.count()).toBe(0);
  expect(fetched.filter((url) => url.includes("-large")).length).toBeLessThanOrEqual(2);
});

test("on a phone, each photo of a pet is nearly as wide as the screen", async () => {
  const page = await openPage(service, "/pets/2-luna", { viewport: { width: 390, height: 844 }, isMobile: true });
  const photos = await page.locator(".pictures .frame").all();
  const widths = await Promise.all(photos.map(async (photo) => (await photo.boundingBox())?.width));
  expect(widths.map((width = 0) => width > 300 && width < 390)).toEqual([true, true, true]);
});

test("with the keyboard and without a script, a visitor asks, and staff find the inquiry", async () => {
  const page = await openPage(service, "/pets/2-luna?lang=en", { javaScriptEnabled: false });
  await page.getByRole("link", { name: "Ask about \u2068Luna\u2069" }).press("Enter");
  await page.getByLabel("Your name").fill("Ada Krause");
  await page.getByLabel("Phone or email").fill("0170 1234567");
  await page.getByLabel("Your message").fill("Is she good with cats?");
  await page.getByRole("button", { name: "Send" }).press("Enter");
  await page.getByRole("heading", { name: "your message has arrived" }).waitFor();
  const { body } = await service.reader.listInquiries();
  expect(body).toMatchObject([{ petId: 2n, name: "Ada Krause", contact: "0170 1234567" }]);
});

test("with the keyboard and without a script, a visitor searches, filters, and finds the filters as they were", async () => {
  const page = await openPage(service, "/?lang=en&category=2", { javaScriptEnabled: false, locale: "de-DE" });
  await page.getByRole("searchbox").fill("luna");
  await page.getByLabel("Sex").selectOption("female");
  await page.getByRole("searchbox").press("Enter");
  await page.waitForURL(/search=luna/);
  expect(await page.locator("h2").allInnerTexts()).toEqual(["Luna"]);
  expect(await page.getByRole("searchbox").inputValue()).toBe("luna");
  expect(await page.getByLabel("Sex").inputValue()).toBe("female");
  expect(new URL(page.url()).searchParams.get("category")).toBe("2");
  await page.getByRole("link", { name: "Show all" }).press("Enter");
  await page.waitForURL(/\?lang=en$/);
  expect(await page.locator("article h2").count()).toBe(PETS.length - 1);
});

test("a poster is one sheet of paper, whatever the pet, and its code leads to the pet's page", async () => {
  const page = await openPage(service, "/pets/2-luna?lang=en");
  await page.getByRole("link", { name: "Poster" }).press("Enter");
  await page.locator(".slips li").first().waitFor();
  expect(await readQrCode(page)).toBe("http://shop.test/pets/2");
  await page.emulateMedia({ media: "print" });
  await shoot(page, "visitors-poster-on-paper");
  for (const path of ["/pets/2-luna?poster=1", `/pets/5-${"w".repeat(60)}?poster=1`]) {
    await page.goto(new URL(path, page.url()).href);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect([path, pdf.match(/\/Type \/Page\b/g)?.length]).toEqual([path, 1]);
  }
});
