/* Adding pets: the first one of an empty shop, kinds that are made on the way, photos first, and never two pets for one. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { jpeg } from "../support/images.ts";
import { until } from "../support/program.ts";
import { openWithKinds } from "../support/shops.ts";
import { button, choosePersonal, field, panel, region, rowLink, untilFocused, untilNames } from "./page.ts";
import { kind } from "./pets.ts";
import { named } from "./photos.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

describe("photos first", () => {
  test("survive a reload, and a sign-out asks before it forgets them", async () => {
    const page = await visit(await openWithKinds("Dogs"), "/console/pets/new");
    await panel(page)
      .locator("input[type=file]")
      .first()
      .setInputFiles([named("rex.jpg")]);
    const chosen = panel(page).getByRole("img", { name: "rex.jpg" });
    await chosen.waitFor();
    await untilFocused(page, field(page, "Name"));
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Krümel");
    await page.reload();
    await chosen.waitFor();
    expect(await field(page, "Name").inputValue()).toBe("Krümel");
    await page.keyboard.press("Escape");
    await page.getByText("Not saved: Krümel").waitFor();
    await button(page, "Continue").click();
    await chosen.waitFor();
    await choosePersonal(page, "Sign out");
    const question = page.getByRole("dialog");
    await question.getByText("You would lose what you typed: Krümel.").waitFor();
    await button(question, "Sign out").click();
    await page.locator("input[type=password]").waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
  });

  test("twelve that are dropped on the list are twelve pets, named after their files", async () => {
    const service = await openWithKinds("Dogs");
    await service.admin.createPet({ body: { name: "Old", categoryId: 1n } });
    const page = await visit(service);
    await rowLink(page, "Old").waitFor();
    const names = ["Ada", "Bo", "Cleo", "Dina", "Emil", "Fips", "Gus", "Hexe", "Ida", "Jim", "Kira", "Lea"];
    await dropFiles(
      page,
      names.map((name) => `${name.toLowerCase()}.jpg`),
    );
    for (const [index, name] of names.entries()) {
      await panel(page)
        .getByRole("img", { name: `${name.toLowerCase()}.jpg` })
        .waitFor();
      await until(async () => (await field(page, "Name").inputValue()) === name, `the form for ${name}`);
      if (index === 0) await kind(page, "Dogs").check();
      await button(page, "Add pet").click();
    }
    await region(page, "Lea").waitFor();
    await untilNames(page, ...names.toReversed(), "Old");
  });
});

function isTaken(): boolean {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([], "rex.jpg", { type: "image/jpeg" }));
  const over = new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
  return document.querySelector(".list")?.dispatchEvent(over) === false;
}

/** Drops photos with these names on the list of pets. */
async function dropFiles(page: Page, names: readonly string[]): Promise<void> {
  const bytes = [...(await jpeg(64, 48))];
  // Until the page takes files, the browser would open them in its place.
  await until(() => page.evaluate(isTaken), "a list that takes files");
  await page.evaluate(
    ([all, content]) => {
      const dataTransfer = new DataTransfer();
      for (const name of all as string[]) {
        dataTransfer.items.add(new File([new Uint8Array(content as number[])], name, { type: "image/jpeg" }));
      }
      const list = document.querySelector(".list");
      list?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [names, bytes] as const,
  );
}
