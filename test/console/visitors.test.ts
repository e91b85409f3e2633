/* The pages for visitors in a real browser: with a keyboard and without a script. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readQrCode } from "./people.ts";
import { openPage, shoot } from "./visit.ts";
import { openVisitorsShop, PETS } from "./visitors.ts";

setDefaultTimeout(120_000);

test("the first field of a form that lacks something has the focus, and what was typed is still there", async () => {
  const page = await openPage(await openVisitorsShop(), "/pets/2-luna?lang=en");
  await page.getByLabel("Your name").fill("Ada Krause");
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForSelector("[aria-invalid]");
  const focused = page.locator(":focus");
  expect(await focused.getAttribute("name")).toBe("contact");
  expect(await page.getByLabel("Your name").inputValue()).toBe("Ada Krause");
});

test("without a script and with the keyboard, a photo fills the screen, the next one follows, and the page is back", async () => {
  const page = await openPage(await openVisitorsShop(), "/pets/2-luna?lang=en", { javaScriptEnabled: false });
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
  const page = await openPage(await openVisitorsShop(), "/pets/2-luna", {
    viewport: { width: 390, height: 844 },
    isMobile: true,
  });
  const photos = await page.locator(".pictures .frame").all();
  const widths = await Promise.all(photos.map(async (photo) => (await photo.boundingBox())?.width));
  expect(widths.map((width = 0) => width > 300 && width < 390)).toEqual([true, true, true]);
});

test("with the keyboard and without a script, a visitor asks, and staff find the inquiry", async () => {
  const service = await openVisitorsShop();
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
  const page = await openPage(await openVisitorsShop(), "/?lang=en&category=2", {
    javaScriptEnabled: false,
    locale: "de-DE",
  });
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
  const page = await openPage(await openVisitorsShop(), "/pets/2-luna?lang=en");
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
