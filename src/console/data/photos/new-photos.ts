/* The photos of pets that are not added yet: first those of the pet in the form, then of each pet after it. */
import { signal } from "@preact/signals";
import { now } from "../../app/formats/day.ts";
import { randomName } from "../../app/random.ts";
import { onNextPerson } from "../../app/session/session.ts";
import { stayWhile } from "../../app/session/version.ts";

/** The photos of each pet. */
export const newPhotos = signal<readonly (readonly File[])[]>([]);

// Another person may not send them.
onNextPerson(() => {
  newPhotos.value = [];
});

stayWhile(() => newPhotos.peek().length > 0);

const TAB = "petstore-photos";

/** Names what the browser keeps for this tab. */
let tab = sessionStorage.getItem(TAB);

let keeping: Promise<unknown> = tab === null ? Promise.resolve() : restore(tab);

// They survive a reload, unless the browser stores no files.
newPhotos.subscribe((photos) => {
  if (photos.length === 0 && tab === null) return;
  tab ??= randomName();
  const name = tab;
  if (photos.length > 0) sessionStorage.setItem(TAB, name);
  keeping = keeping
    .then(async () => (await import("./kept-photos.ts")).keepPhotos(name, photos, now()))
    .catch(() => {});
});

async function restore(name: string): Promise<void> {
  const photos = await import("./kept-photos.ts").then(({ keptPhotos }) => keptPhotos(name)).catch(() => []);
  if (newPhotos.peek().length === 0) newPhotos.value = photos;
}

/** Adds photos of the pet in the form. */
export function addNewPhotos(photos: readonly File[]): void {
  const [first = [], ...later] = newPhotos.peek();
  newPhotos.value = [[...first, ...photos], ...later];
}

/** Adds one more pet for each photo. */
export function addNewPets(photos: readonly File[]): void {
  newPhotos.value = [...newPhotos.peek(), ...photos.map((photo) => [photo])];
}

/** Removes a photo from the pet in the form. */
export function dropNewPhoto(photo: File): void {
  const [first = [], ...later] = newPhotos.peek();
  const left = first.filter((one) => one !== photo);
  newPhotos.value = left.length === 0 && later.length === 0 ? [] : [left, ...later];
}

/** Returns the photos of the pet in the form, which is added. The next pet takes its place. */
export function takePhotos(): readonly File[] {
  const [first = [], ...later] = newPhotos.peek();
  newPhotos.value = later;
  return first;
}

/** The name of a pet from its file, such as Rex for `rex.jpg`; empty for the numbers that cameras write. */
export function nameOfPhoto({ name }: Pick<File, "name">): string {
  const words = name
    .replace(/\.[^.]*$/, "")
    .replace(/[_\s-]+/g, " ")
    .replace(/ ?\(?\d+\)?$/, "")
    .trim();
  const isNumber = /^(?:img|image|dsc[nf]?|pxl|photo|foto|bild|p|screenshot|whatsapp image)?(?:\b.*\d.*)?$/i.test(
    words,
  );
  return isNumber ? "" : words.replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase());
}
