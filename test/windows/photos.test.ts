/* The photos of a pet in its panel: what is lost, said and followed. The rules of a browser are in test/console/photos.test.ts. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { button, loseAnswers, panel, region } from "../console/page.ts";
import type { TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { openShop } from "../support/shops.ts";
import { untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

const params = { petId: 1n };
const photo = Buffer.from(await jpeg(400, 300));

/** A shop with Rex, who has photos with these descriptions, and his panel. */
async function openPhotos(alts: readonly string[] = []) {
  const service = await openShop("Rex");
  for (const alt of alts) await addPhoto(service, alt);
  await service.publish();
  return { service, page: await visit(service, "/console/pets/1") };
}

async function addPhoto({ admin }: TestService, alt: string): Promise<void> {
  await admin.addPhoto({ params, file: new Blob([photo], { type: "image/jpeg" }), query: { alt } });
}

interface Stored {
  readonly id: bigint;
  readonly alt?: string;
}

async function photosOf({ admin }: TestService): Promise<readonly Stored[]> {
  return (await admin.listPhotos({ params })).body as readonly Stored[];
}

const altsOf = async (service: TestService) => (await photosOf(service)).map(({ alt }) => alt).join(" ");

const shown = (page: Page, alt: string) => page.getByRole("img", { name: alt, exact: true });

/** Chooses files in the dialog. */
async function chooseFiles(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.getByLabel("Add photos").setInputFiles(files);
}

const named = (name: string, buffer = photo) => ({ name, mimeType: "image/jpeg", buffer });

describe("photos", () => {
  test("whose answer is lost stay with the reason, and trying again adds each once", async () => {
    const { service, page } = await openPhotos();
    await loseAnswers(page, "**/photos");
    await chooseFiles(page, named("rex.jpg"));
    await page.getByText("The service does not respond.").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await button(page, "Try again: rex.jpg").click();
    await page.getByText("Added a photo").waitFor();
    expect((await photosOf(service)).length).toBe(1);
  });

  test("say that they stay public when the pet is sold", async () => {
    const { service, page } = await openPhotos(["A"]);
    await shown(page, "A").waitFor();
    const staysPublic = panel(page).getByText("Everyone who has the address of a photo can still see it");
    expect(await staysPublic.count()).toBe(0);
    await untilLive(page);
    await service.admin.updatePet({ params, body: { status: "sold" } });
    await service.publish();
    await staysPublic.waitFor();
  });

  test("get a description, and are deleted after a question", async () => {
    const { service, page } = await openPhotos(["A", "B"]);
    await button(page, "Photo 1 of 2: A").click();
    await panel(page).getByLabel("What it shows").fill("Rex in the snow");
    await button(page, "Save").click();
    await page.getByText("Saved what the photo shows").waitFor();
    await shown(page, "Rex in the snow").waitFor();
    expect(await altsOf(service)).toBe("Rex in the snow B");
    await button(page, "Delete photo").click();
    await button(page.getByRole("dialog"), "Delete").click();
    await page.getByText("Deleted the photo").waitFor();
    await shown(page, "B").waitFor();
    expect(await altsOf(service)).toBe("B");
  });

  test("that others add and move are followed, and are in the history", async () => {
    const { service, page } = await openPhotos(["A"]);
    await untilLive(page);
    await shown(page, "A").waitFor();
    await addPhoto(service, "B");
    await service.admin.updatePhoto({ params: { ...params, photoId: 2n }, body: { position: 1 } });
    await service.publish();
    await shown(page, "B").waitFor();
    await button(page, "Photo 2 of 2: A").waitFor();
    await region(page, "History").getByText("Photo changed").waitFor();
  });
});
