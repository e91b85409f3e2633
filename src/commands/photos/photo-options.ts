/* The flag `--photos` of `petstore export` and `petstore import`. */

import { photoUrlAt } from "../../contract/pets/photo-address.ts";
import type { MatchColumn } from "../../core/imports/import-ports.ts";
import type { FileOptions } from "../../files/reading/open-file.ts";
import { baseUrlOf } from "../../service/origin.ts";
import { clock } from "../../service/runtime.ts";
import { readConfig } from "../../service/settings/settings.ts";
import { formatCount } from "../../store/figures.ts";
import type { Flags } from "../settings-flags.ts";
import { interruptible } from "../terminal/interruption.ts";
import { printable } from "../terminal/printable.ts";
import { progress, withProgress } from "../terminal/progress.ts";
import type { FailedPhoto, FetchedPhotos } from "./import-photo-urls.ts";
import type { PhotoImport } from "./import-photos.ts";

export async function exportPhotosTo(folder: string, flags: Flags): Promise<void> {
  const { databaseUrl: url } = readConfig(flags);
  const { exportPhotos } = await import("./export-photos.ts");
  const count = await interruptible((signal) =>
    withProgress((report) => exportPhotos({ url, folder, now: clock(), report, signal })),
  );
  process.stderr.write(`petstore: exported ${formatCount(count, "photo")} to ${folder}\n`);
}

/** Flags with the identifier in file names. */
type PhotoFlags = Flags & { readonly match?: MatchColumn };

/** Checks a folder of photos. Returns a function that adds them; it throws `ImportError` if some could not be added. */
export async function checkPhotosIn(folder: string): Promise<(flags: PhotoFlags) => Promise<void>> {
  const { checkPhotos } = await import("./import-photos.ts");
  const { photos, others, failed } = await checkPhotos(folder);
  for (const { name, reason } of [...others, ...failed]) skip(name, reason);
  process.stdout.write(`${folder} has ${formatCount(photos.length, "photo")} that can be read.\n`);
  return (flags) => importPhotosFrom({ folder, photos }, failed.length, flags);
}

/** Adds the readable photos of a folder. */
async function importPhotosFrom(
  { folder, photos }: Pick<PhotoImport, "folder" | "photos">,
  unreadable: number,
  flags: PhotoFlags,
): Promise<void> {
  const config = readConfig(flags);
  const { databaseUrl: url, port } = config;
  const { importPhotos } = await import("./import-photos.ts");
  // The best guess of a command; events contain URLs of photos.
  const address = baseUrlOf(config, `http://localhost:${port}`);
  const { added, known, failed } = await interruptible((signal) =>
    withProgress((report) =>
      importPhotos({
        url,
        folder,
        photos,
        match: flags.match,
        photoUrl: photoUrlAt(address),
        now: clock(),
        report,
        signal,
      }),
    ),
  );
  for (const { name, reason } of failed) skip(name, reason);
  await tell(folder, "--photos", { added, known, failed: unreadable + failed.length });
}

/** Prints the result. Throws `ImportError` if some photos could not be added. */
async function tell(from: string, option: string, { added, known, failed }: FetchedPhotos): Promise<void> {
  const kept = known === 0 ? "" : `, ${formatCount(known, "photo")} there already`;
  process.stdout.write(`Imported ${from}: ${formatCount(added, "photo")} added${kept}.\n`);
  if (failed === 0) return;
  const { ImportError } = await import("../../files/problems/import-error.ts");
  throw new ImportError(
    `${option}: ${formatCount(failed, "photo")} could not be imported; run the same command again when they are corrected`,
  );
}

/** The limit for one photo, in milliseconds. */
const FETCH_MS = 120_000;

/** Fetches the photos of an imported file. Throws `ImportError` if some could not be added. */
export async function fetchPhotosOf(path: string, options: FileOptions, flags: Flags): Promise<void> {
  const config = readConfig(flags);
  const { importPhotoUrls } = await import("./import-photo-urls.ts");
  const { checkPublicAddress } = await import("./fetch-photo.ts");
  const { openFile } = await import("../../files/reading/open-file.ts");
  const file = await openFile(path, { ...options, now: clock() });
  const shown = progress();
  const onFailure = ({ line, address, reason }: FailedPhoto) => {
    shown.end();
    skip(address, `line ${line}: ${reason}`);
  };
  const photoUrl = photoUrlAt(baseUrlOf(config, `http://localhost:${config.port}`));
  const { report } = shown;
  const bounds = { check: checkPublicAddress, timeoutMs: FETCH_MS };
  const fetched = await interruptible((signal) =>
    importPhotoUrls({ url: config.databaseUrl, file, photoUrl, now: clock(), report, signal, onFailure, ...bounds }),
  ).finally(() => shown.end());
  if (fetched !== undefined) return tell(`the photos that ${path} names`, "--photo-urls", fetched);
  const remedy = "add --update, which finds them by their id, reference or microchip";
  process.stdout.write(`No photos are left to fetch. If the pets were imported without --photo-urls, ${remedy}.\n`);
}

/** Prints how many photos would be fetched. */
export async function countPhotosOf(path: string, options: FileOptions): Promise<void> {
  const { openFile } = await import("../../files/reading/open-file.ts");
  const { readPhotoAddresses } = await import("../../files/layouts/photo-columns.ts");
  let count = 0;
  for await (const { addresses } of readPhotoAddresses(await openFile(path, { ...options, now: clock() })))
    count += addresses.length;
  process.stdout.write(`${path} names ${formatCount(count, "photo")} by their addresses.\n`);
}

function skip(name: string, reason: string): void {
  process.stderr.write(`petstore: skipping ${printable(name)}: ${reason}\n`);
}
