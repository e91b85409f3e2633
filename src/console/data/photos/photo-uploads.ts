/* Uploads of photos: scaled here, sent one after another, and again with the same Idempotency-Key after a failure. */
import { batch, signal } from "@preact/signals";
import type { Photo } from "../../../client/index.ts";
import { type Failure, failureOf, hasCode } from "../../app/failure.ts";
import { allTexts } from "../../app/formats/language.ts";
import { isTyping } from "../../app/keyboard/shortcut-keys.ts";
import { inform } from "../../app/notices.ts";
import { randomName } from "../../app/random.ts";
import { onReturn } from "../../app/session/reach.ts";
import { onNextPerson, petstore } from "../../app/session/session.ts";
import { stayWhile } from "../../app/session/version.ts";
import { tell } from "../command.ts";
import { publish } from "../events/changes.ts";
import { photoRemoval } from "./photo-changes.ts";
import { type ScaledImage, scaleImage, unreadableFormat } from "./scale-image.ts";

/** A photo that is being sent. */
export interface Upload {
  /** Also the Idempotency-Key, so that sending it again adds one photo. */
  readonly id: string;
  readonly petId: bigint;
  readonly name: string;
  readonly file: Blob;
  readonly scaled?: ScaledImage;
  /** How much of it is sent, from 0 to 1. */
  readonly progress: number;
  readonly failure?: Failure;
}

/** The photos that are being sent, in order. */
export const uploads = signal<readonly Upload[]>([]);

let running: AbortController | undefined;

// Another person may not send them.
onNextPerson(() => {
  running?.abort();
  running = undefined;
  uploads.value = [];
});

/** What a field for photos accepts. An iPhone converts its photos to JPEG where HEIC is not accepted; other browsers hide such files. */
export function photoTypes(): string {
  const types = "image/jpeg,image/png,image/webp,image/gif,image/avif";
  return matchMedia("(pointer: fine)").matches ? `${types},image/heic,image/heif,.heic,.heif` : types;
}

/** How many file names fit into a message. */
const NAMED_MAX = 3;

/** The files that look like photos. A notification names the others. */
export function photosAmong(files: Iterable<File>): readonly File[] {
  const all = [...files];
  const others = all.filter((file) => !isImage(file)).map(({ name }) => name);
  const named = others.slice(0, NAMED_MAX).join(", ") + (others.length > NAMED_MAX ? " …" : "");
  if (others.length > 0) inform(allTexts.value.photos.notPhotos(named));
  return all.filter(isImage);
}

/** Whether a file looks like a photo. Few systems know the type of a phone's photos. */
function isImage({ type, name }: File): boolean {
  return type.startsWith("image/") || /\.(?:hei[cf]|avif)$/i.test(name);
}

/** The photos that a person pastes: none into a field, and none with copied tables or texts, to which programs add a picture. */
export function pastedPhotos(event: Pick<ClipboardEvent, "target" | "clipboardData">): readonly File[] {
  const { types = [], files = [] } = event.clipboardData ?? {};
  const isText = types.some((type) => type === "text/plain" || type === "text/rtf");
  return isText || isTyping(event) ? [] : [...files].filter(isImage);
}

/** Adds photos to a pet, in their order. */
export function addPhotos(petId: bigint, files: readonly File[]): void {
  const added = files.map((file) => ({ id: randomName(), petId, name: file.name, file, progress: 0 }));
  uploads.value = [...uploads.value, ...added];
  sendAll();
}

/** Sends a failed photo again, and with it all that failed without a connection. */
export function retryUpload(id?: string): void {
  for (const upload of uploads.peek()) {
    if (upload.id === id || upload.failure?.isOutOfReach) change(upload.id, { failure: undefined, progress: 0 });
  }
  sendAll();
}

onReturn(retryUpload);

stayWhile(() => uploads.peek().length > 0);

/** Drops a failed photo. */
export function dropUpload(id: string): void {
  uploads.value = uploads.value.filter((upload) => upload.id !== id);
}

type Changes = { readonly [Name in keyof Upload]?: Upload[Name] | undefined };

function change(id: string, changes: Changes): void {
  uploads.value = uploads.value.map((upload) => (upload.id === id ? ({ ...upload, ...changes } as Upload) : upload));
}

async function sendAll(): Promise<void> {
  if (running !== undefined) return;
  const run = new AbortController();
  running = run;
  const { signal } = run;
  const added: Photo[] = [];
  for (let next = waiting(); next !== undefined && !signal.aborted; next = waiting()) {
    const photo = await send(next, signal);
    if (photo !== undefined) added.push(photo);
  }
  if (signal.aborted) return;
  running = undefined;
  const { photos: words } = allTexts.value;
  if (added.length === 0) return;
  tell(words.added(added.length), added.map(photoRemoval), { done: ({ length }) => words.addingUndone(length) });
}

function waiting(): Upload | undefined {
  return uploads.value.find(({ failure }) => failure === undefined);
}

/** Sends a photo. After a failure it stays, with the reason. */
async function send({ id, petId, name, file, scaled }: Upload, signal: AbortSignal): Promise<Photo | undefined> {
  try {
    const image = scaled ?? (await scaleImage(file).catch(() => undefined));
    if (image === undefined) {
      change(id, { failure: { text: await textOfUnreadable(name, file), details: undefined } });
      return undefined;
    }
    change(id, { scaled: image });
    const onProgress = ({ sent, total }: { sent: number; total: number }) => change(id, { progress: sent / total });
    const options = { idempotencyKey: id, signal, onProgress };
    const photo = await petstore().pets.photos.add(petId, image.file, {}, options);
    batch(() => {
      publish({ type: "photo.added", data: photo, source: "here" });
      dropUpload(id);
    });
    return photo;
  } catch (error) {
    if (!signal.aborted) change(id, { failure: failureFor(error) });
    return undefined;
  }
}

/** The only conflict is that a pet has too many photos. */
function failureFor(error: unknown): Failure {
  const failure = failureOf(error);
  return hasCode(error, "conflict") ? { ...failure, text: allTexts.value.photos.tooMany } : failure;
}

/** Names a file that the browser cannot read as a photo. */
export async function textOfUnreadable(name: string, file: Blob): Promise<string> {
  return allTexts.peek().photos.unreadable(name, await unreadableFormat(file));
}
