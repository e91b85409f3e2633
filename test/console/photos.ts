/* Photos of a pet, as tests of its panel send, choose and find them. */
import type { Page } from "playwright-core";
import type { TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";

/** The path of Rex, the first pet. */
export const params = { petId: 1n };

export const photo = Buffer.from(await jpeg(400, 300));

/** Adds a photo to Rex. */
export async function addPhoto({ admin }: TestService, alt: string): Promise<void> {
  await admin.addPhoto({ params, file: new Blob([photo], { type: "image/jpeg" }), query: { alt } });
}

interface Stored {
  readonly id: bigint;
  readonly alt?: string;
  readonly width: number;
}

/** The photos of Rex. */
export async function photosOf({ admin }: TestService): Promise<readonly Stored[]> {
  return (await admin.listPhotos({ params })).body as readonly Stored[];
}

/** The descriptions of his photos, in their order. */
export const altsOf = async (service: TestService) => (await photosOf(service)).map(({ alt }) => alt).join(" ");

/** A photo that is shown, by its description. */
export const shown = (page: Page, alt: string) => page.getByRole("img", { name: alt, exact: true });

/** Chooses files in the dialog. */
export async function chooseFiles(
  page: Page,
  ...files: { name: string; mimeType: string; buffer: Buffer }[]
): Promise<void> {
  await page.getByLabel("Add photos").setInputFiles(files);
}

/** A photo to choose, by the name of its file. */
export const named = (name: string, buffer = photo) => ({ name, mimeType: "image/jpeg", buffer });
