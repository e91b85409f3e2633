/* The photos of a pet in its panel: what is lost, said and followed. The rules of a browser are in test/console/photos.test.ts. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { button, loseAnswers, panel, region } from "../console/page.ts";
import { addPhoto, altsOf, chooseFiles, named, params, photosOf, shown } from "../console/photos.ts";
import { openShop } from "../support/shops.ts";
import { untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

/** A shop with Rex, who has photos with these descriptions, and his panel. */
async function openPhotos(alts: readonly string[] = []) {
  const service = await openShop("Rex");
  for (const alt of alts) await addPhoto(service, alt);
  await service.publish();
  return { service, page: await visit(service, "/console/pets/1") };
}

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
