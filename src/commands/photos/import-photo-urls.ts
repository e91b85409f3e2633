/* Adds photos by the URLs in a file of pets (decision 078). */
import type { PhotoSize } from "../../contract/pets/photos.ts";
import { newToken, requireRoom, storePhoto } from "../../core/shop/photos/photo-handlers.ts";
import { readPhotoAddresses } from "../../files/layouts/photo-columns.ts";
import { InterruptedError, type Report } from "../../files/problems/usage-error.ts";
import type { PetFile } from "../../files/reading/pet-file.ts";
import { photoConverter } from "../../photos/conversions.ts";
import { secrets } from "../../service/runtime.ts";
import type { Engine } from "../../store/engine.ts";
import { openSchema, repositoriesOn } from "../../store/index.ts";
import {
  forgetLines,
  hasLines,
  isFetched,
  petOfLine,
  rememberPhoto,
} from "../../store/queries/imports/photo-addresses.ts";
import { changing } from "../import/import-file.ts";
import { type CheckAddress, fetchPhoto } from "./fetch-photo.ts";
import { reasonAgainst } from "./import-photos.ts";

export interface PhotoUrlImport {
  readonly url: string;
  readonly file: PetFile;
  /** The URL of a photo by token, for its event. */
  readonly photoUrl: (token: string, size: PhotoSize) => string;
  readonly now: number;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** Called for each photo that could not be added. */
  readonly onFailure: (failure: FailedPhoto) => void;
  readonly check: CheckAddress;
  readonly timeoutMs: number;
}

/** A photo that could not be fetched or added. */
export interface FailedPhoto {
  readonly line: number;
  readonly address: string;
  readonly reason: string;
}

/** The result of fetching photos. */
export interface FetchedPhotos {
  readonly added: number;
  /** How many the pets already had. */
  readonly known: number;
  readonly failed: number;
}

/** How many photos are fetched at a time. */
const AT_ONCE = 4;

/**
 * Fetches the photos of an imported file, each once, so that a repeated run continues where it stopped. A failure does not stop the
 * others. Returns undefined if all were fetched before, or if the pets of the lines are unknown.
 */
export async function importPhotoUrls(request: PhotoUrlImport): Promise<FetchedPhotos | undefined> {
  const { url, file, now, report, signal, onFailure } = request;
  await using engine = await openSchema(url, now, { mayUpgrade: false });
  const { content } = file.survey;
  if (!(await hasLines(engine.sql, content))) return undefined;
  const done = { added: 0, known: 0, failed: 0 };
  const add = photoAdder(engine, request);
  await someAtOnce(wantedPhotos(engine, file), signal, async ({ line, address, petId }) => {
    const result = await add(petId, address);
    done[result.outcome] += 1;
    if (result.outcome === "failed") onFailure({ line, address, reason: result.reason });
    report("fetching photos", done.added + done.known + done.failed, 0);
  });
  if (signal.aborted) throw new InterruptedError("interrupted; run the same command again to fetch the other photos");
  if (done.failed === 0) await engine.transaction(({ sql }) => forgetLines(sql, content));
  return done;
}

/** The photo URLs of lines whose pets are known. */
async function* wantedPhotos({ sql }: Engine, file: PetFile) {
  for await (const { petLine, line, addresses } of readPhotoAddresses(file)) {
    const petId = await petOfLine(sql, file.survey.content, petLine);
    if (petId !== undefined) for (const address of addresses) yield { petId, line, address };
  }
}

/** Processes a few items at a time until the signal aborts. Rethrows an error once the items in progress have ended. */
async function someAtOnce<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  try {
    for await (const item of items) {
      if (signal.aborted) break;
      const one = work(item).finally(() => running.delete(one));
      running.add(one);
      if (running.size >= AT_ONCE) await Promise.race(running);
    }
    await Promise.all(running);
  } catch (error) {
    await Promise.allSettled(running);
    if (!signal.aborted) throw error;
  }
}

/** The outcome for one photo. */
type Result = { readonly outcome: "added" | "known" } | { readonly outcome: "failed"; readonly reason: string };

/** Creates a function that adds a photo by URL. Photos of a pet keep the order of the calls. */
function photoAdder(engine: Engine, request: PhotoUrlImport): (petId: bigint, address: string) => Promise<Result> {
  const { photoUrl, now } = request;
  const { photos } = repositoriesOn(engine.sql, engine);
  const convert = photoConverter();
  const last = new Map<bigint, Promise<unknown>>();

  async function add(petId: bigint, address: string, before: Promise<unknown> | undefined): Promise<Result> {
    if (await isFetched(engine.sql, petId, address)) return { outcome: "known" };
    let isNew = false;
    const reason = await reasonAgainst(async () => {
      // Check for room before fetching.
      requireRoom(petId, await photos.list([petId]));
      const photo = await convert(await fetchPhoto(address, request));
      await before;
      isNew = await changing(engine, async ({ sql }, unit) => {
        if (!(await rememberPhoto(sql, petId, address))) return false;
        const added = { petId, alt: undefined, token: newToken(secrets.random) };
        await storePhoto({ ...unit, photoUrl }, added, photo, { key: undefined, now });
        return true;
      });
    });
    return reason === undefined ? { outcome: isNew ? "added" : "known" } : { outcome: "failed", reason };
  }

  return (petId, address) => {
    const adding = add(petId, address, last.get(petId));
    const ended: Promise<unknown> = adding.catch(() => {}).then(() => last.get(petId) === ended && last.delete(petId));
    last.set(petId, ended);
    return adding;
  };
}
