/* The photos of a pet: added, looked at, ordered, described and deleted. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { avif, jpeg } from "../support/images.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { button, panel } from "./page.ts";
import { photosInList } from "./pets.ts";
import { addPhoto, altsOf, chooseFiles, named, photo, photosOf, shown } from "./photos.ts";
import { type PageOptions, visit } from "./visit.ts";

setDefaultTimeout(60_000);

/** A shop with Rex, who has photos with these descriptions, and his panel. */
async function openPhotos(alts: readonly string[] = [], options: PageOptions = {}) {
  const service = await openShop("Rex");
  for (const alt of alts) await addPhoto(service, alt);
  await service.publish();
  return { service, page: await visit(service, "/console/pets/1", options) };
}

/** The small photos in the panel. */
const thumbnails = (page: Page) => panel(page).getByRole("list").first().getByRole("img");

/** Drops or pastes a photo, as the browser does. */
function give(page: Page, kind: "drop" | "paste"): Promise<unknown> {
  return page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob("${photo.toString("base64")}"), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "${kind}.jpg", { type: "image/jpeg" }));
    const event = "${kind}" === "drop"
      ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
      : new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.querySelector(".side-panel h2").dispatchEvent(event);
  })()`);
}

test("a photo that is pasted into the form of an empty shop is there once", async () => {
  const service = await openShop();
  const page = await visit(service, "/console/pets");
  await page.getByRole("link", { name: "Add pet" }).first().click();
  await page.getByLabel("Add photos").last().waitFor({ state: "attached" });
  await give(page, "paste");
  await button(page, "Delete photo: paste.jpg").first().waitFor();
  expect(await button(page, "Delete photo: paste.jpg").count()).toBe(1);
  expect(await page.getByText("more pet").count()).toBe(0);
});

describe("photos", () => {
  test("are added from a file dialog, by dropping and by pasting, and Undo removes them", async () => {
    const { service, page } = await openPhotos();
    await page.getByLabel("Add photos").waitFor();
    await chooseFiles(page, named("one.jpg"), named("two.jpg"));
    await page.getByText("Added 2 photos").waitFor();
    await give(page, "drop");
    await until(async () => (await thumbnails(page).count()) === 3, "the dropped photo");
    await give(page, "paste");
    await until(async () => (await thumbnails(page).count()) === 4, "the pasted photo");
    await page.getByRole("img", { name: "Photo of Rex" }).waitFor();
    expect(await photosInList(page).count()).toBe(1);
    await until(async () => (await photosOf(service)).length === 4, "four photos");
    await button(page, "Undo").click();
    await page.getByText("Removed the photo").waitFor();
    expect((await photosOf(service)).length).toBe(3);
  });

  test("larger than the service needs are made smaller before they are sent", async () => {
    const { service, page } = await openPhotos();
    const large = Buffer.from(await jpeg(4000, 3000));
    const request = page.waitForRequest((sent) => sent.method() === "POST");
    await chooseFiles(page, named("large.jpg", large));
    await page.getByText("Added a photo").waitFor();
    // A photo of 2560 x 1920 pixels.
    expect((await (await request).sizes()).requestBodySize).toBeLessThan(large.length / 2);
    expect((await photosOf(service))[0]?.width).toBe(1600);
  });

  test("that cannot be read are refused in words, and others are sent all the same", async () => {
    const { service, page } = await openPhotos();
    await chooseFiles(page, named("notes.jpg", Buffer.from("no photo")), named("rex.jpg"));
    await page.getByText("notes.jpg is not a photo that can be read.").waitFor();
    await page.getByText("Added a photo").waitFor();
    await button(page, "Dismiss: notes.jpg").click();
    await until(async () => (await thumbnails(page).count()) === 1, "one photo");
    expect((await photosOf(service)).length).toBe(1);
  });

  test("in a format that only the browser reads are sent as JPEG, and one that it cannot read is named with its format", async () => {
    const { service, page } = await openPhotos();
    await chooseFiles(
      page,
      { name: "rex.avif", mimeType: "image/avif", buffer: avif },
      { name: "mia.heic", mimeType: "", buffer: Buffer.from("\0\0\0\x24ftypheic\0\0\0\0mif1MiHEheic") },
      { name: "list.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") },
    );
    await page.getByText("Only photos can be added here, not list.pdf.").waitFor();
    await page.getByText("This browser cannot read mia.heic (HEIC).").waitFor();
    await until(async () => (await photosOf(service)).map(({ width }) => width).join() === "16", "the AVIF as a photo");
  });

  test("are moved with the keyboard and by dragging, the first is the main one, and Undo takes it back", async () => {
    const { service, page } = await openPhotos(["A", "B", "C"]);
    await shown(page, "A").waitFor();
    await button(page, "Photo 2 of 3: B").press("Enter");
    await shown(page, "B").waitFor();
    await button(page, "Make main photo").press("Enter");
    await page.getByText("Changed the main photo").waitFor();
    expect(await altsOf(service)).toBe("B A C");
    await button(page, "Move back").press("Enter");
    await page.getByText("Moved the photo").waitFor();
    expect(await altsOf(service)).toBe("A B C");
    await page.getByRole("button", { name: "Photo 3 of 3: C" }).dragTo(button(page, "Photo 1 of 3: A"));
    await page.getByText("Changed the main photo").waitFor();
    await button(page, "Photo 1 of 3: C").waitFor();
    expect(await altsOf(service)).toBe("C A B");
    await button(page, "Undo").click();
    await until(async () => (await altsOf(service)) === "A B C", "the order before");
  });
});
