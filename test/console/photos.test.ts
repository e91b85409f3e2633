/* The photos of a pet: added, looked at, ordered, described and deleted. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { addPet, openService, rex, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { until } from "../support/program.ts";
import { sharedBrowser } from "./browser.ts";
import { fileFields, panel } from "./page.ts";
import { photosInList } from "./pets.ts";
import { axeFindings, shoot, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

const params = { petId: 1n };
const path = "/console/pets/1";
const photo = Buffer.from(await jpeg(400, 300));

async function openWithPhotos(...alts: string[]): Promise<TestService> {
  const service = await openService();
  await addPhotos(service, alts);
  return service;
}

/** Adds a pet that has photos with these descriptions. */
async function addPhotos(service: TestService, alts: readonly string[]): Promise<void> {
  await addPet(service.store, rex);
  const file = new Blob([photo], { type: "image/jpeg" });
  for (const alt of alts) await service.admin.addPhoto({ params, file, query: { alt } });
  await service.publish();
}

interface Stored {
  readonly id: bigint;
  readonly alt?: string;
  readonly width: number;
}

async function photosOf({ admin }: TestService): Promise<readonly Stored[]> {
  return (await admin.listPhotos({ params })).body as readonly Stored[];
}

const altsOf = async (service: TestService) => (await photosOf(service)).map(({ alt }) => alt).join(" ");

/** The small photos in the panel. */
const thumbnails = (page: Page) => panel(page).getByRole("list").first().getByRole("img");

/** Chooses files in the dialog. */
async function chooseFiles(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.getByLabel("Add photos").setInputFiles(files);
}

const named = (name: string, buffer = photo) => ({ name, mimeType: "image/jpeg", buffer });

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

describe("photos", () => {
  test("are added from a file dialog, by dropping and by pasting, and Undo removes them", async () => {
    await using service = await openWithPhotos();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await page.getByLabel("Add photos").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await chooseFiles(page, named("one.jpg"), named("two.jpg"));
    await page.getByText("Added 2 photos").waitFor();
    await give(page, "drop");
    await until(async () => (await thumbnails(page).count()) === 3, "the dropped photo");
    await give(page, "paste");
    await until(async () => (await thumbnails(page).count()) === 4, "the pasted photo");
    await page.getByRole("img", { name: "Photo of Rex" }).waitFor();
    expect(await photosInList(page).count()).toBe(1);
    await until(async () => (await photosOf(service)).length === 4, "four photos");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Removed the photo").waitFor();
    expect((await photosOf(service)).length).toBe(3);
  });

  test("larger than the service needs are made smaller before they are sent", async () => {
    await using service = await openWithPhotos();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    const large = Buffer.from(await jpeg(4000, 3000));
    const request = page.waitForRequest((sent) => sent.method() === "POST");
    await chooseFiles(page, named("large.jpg", large));
    await page.getByText("Added a photo").waitFor();
    // A photo of 2560 x 1920 pixels.
    expect((await (await request).sizes()).requestBodySize).toBeLessThan(large.length / 2);
    expect((await photosOf(service))[0]?.width).toBe(1600);
  });

  test("whose answer is lost stay with the reason, and trying again adds each once", async () => {
    await using service = await openWithPhotos();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path, mayFail: true });
    const { page } = visit;
    await page.route("**/photos", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await chooseFiles(page, named("rex.jpg"));
    await page.getByText("The service does not respond.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "photo-failed");
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("button", { name: "Try again: rex.jpg" }).click();
    await page.getByText("Added a photo").waitFor();
    expect((await photosOf(service)).length).toBe(1);
  });

  test("that cannot be read are refused in words, and others are sent all the same", async () => {
    await using service = await openWithPhotos();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await chooseFiles(page, named("notes.jpg", Buffer.from("no photo")), named("rex.jpg"));
    await page.getByText("This is not a photo that can be read.").waitFor();
    await page.getByText("Added a photo").waitFor();
    await page.getByRole("button", { name: "Dismiss: notes.jpg" }).click();
    await until(async () => (await thumbnails(page).count()) === 1, "one photo");
    expect((await photosOf(service)).length).toBe(1);
  });

  test("are moved with the keyboard and by dragging, the first is the main one, and Undo takes it back", async () => {
    await using service = await openWithPhotos("A", "B", "C");
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await page.getByRole("img", { name: "A", exact: true }).waitFor();
    await page.getByRole("button", { name: "Photo 2 of 3: B" }).press("Enter");
    await page.getByRole("img", { name: "B", exact: true }).waitFor();
    await page.getByRole("button", { name: "Make main photo" }).press("Enter");
    await page.getByText("Changed the main photo").waitFor();
    expect(await altsOf(service)).toBe("B A C");
    await page.getByRole("button", { name: "Move back" }).press("Enter");
    await page.getByText("Moved the photo").waitFor();
    expect(await altsOf(service)).toBe("A B C");
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "photo-tools");
    await page
      .getByRole("button", { name: "Photo 3 of 3: C" })
      .dragTo(page.getByRole("button", { name: "Photo 1 of 3: A" }));
    await page.getByText("Changed the main photo").waitFor();
    await page.getByRole("button", { name: "Photo 1 of 3: C" }).waitFor();
    expect(await altsOf(service)).toBe("C A B");
    await page.getByRole("button", { name: "Undo" }).click();
    await until(async () => (await altsOf(service)) === "A B C", "the order before");
  });

  test("get a description, and are deleted after a question", async () => {
    await using service = await openWithPhotos("A", "B");
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await page.getByRole("button", { name: "Photo 1 of 2: A" }).click();
    await panel(page).getByLabel("What it shows").fill("Rex in the snow");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved what the photo shows").waitFor();
    await page.getByRole("img", { name: "Rex in the snow", exact: true }).waitFor();
    expect(await altsOf(service)).toBe("Rex in the snow B");
    await page.getByRole("button", { name: "Delete photo" }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted the photo").waitFor();
    await page.getByRole("img", { name: "B", exact: true }).waitFor();
    expect(await altsOf(service)).toBe("B");
  });

  test("that others add and move are followed, and are in the history", async () => {
    await using service = await openWithPhotos("A");
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await untilLive(page);
    await page.getByRole("img", { name: "A", exact: true }).waitFor();
    const file = new Blob([photo], { type: "image/jpeg" });
    await service.admin.addPhoto({ params, file, query: { alt: "B" } });
    await service.admin.updatePhoto({ params: { ...params, photoId: 2n }, body: { position: 1 } });
    await service.publish();
    await page.getByRole("img", { name: "B", exact: true }).waitFor();
    await page.getByRole("button", { name: "Photo 2 of 2: A" }).waitFor();
    await page.getByRole("region", { name: "History" }).getByText("Photo changed").waitFor();
  });

  test("are only shown to a key that may not change them", async () => {
    await using service = await openService();
    const { key } = await service.as(["pets:read"]);
    await addPhotos(service, ["A", "B"]);
    await using visit = await visitConsole(browser, service, { key, path });
    const { page } = visit;
    await page.getByRole("button", { name: "Photo 2 of 2: B" }).click();
    await page.getByRole("img", { name: "B", exact: true }).waitFor();
    expect(await fileFields(page).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Delete photo" }).count()).toBe(0);
  });
});
