/* The photos beside a file of pets: `--photos` of `petstore export` and `petstore import`. */

import { photoUrlAt } from "../contract/photo-address.ts";
import type { MatchColumn } from "../core/imports/import-ports.ts";
import { readConfig } from "../service/config.ts";
import { baseUrlOf } from "../service/origin.ts";
import { clock } from "../service/runtime.ts";
import { formatCount } from "../store/figures.ts";
import type { PhotoImport } from "./import-photos.ts";
import { interruptible } from "./interruption.ts";
import { printable } from "./printable.ts";
import { withProgress } from "./progress.ts";
import type { Flags } from "./settings-flags.ts";

/** Writes all photos into a folder. */
export async function exportPhotosTo(folder: string, flags: Flags): Promise<void> {
  const { databaseUrl: url } = readConfig(flags);
  const { exportPhotos } = await import("./export-photos.ts");
  const count = await interruptible((signal) =>
    withProgress((report) => exportPhotos({ url, folder, now: clock(), report, signal })),
  );
  process.stderr.write(`petstore: exported ${formatCount(count, "photo")} to ${folder}\n`);
}

/** What files are named after, beside the settings. */
type PhotoFlags = Flags & { readonly match?: MatchColumn };

/** Reads the photos of a folder. The function that it returns adds them, and throws `ImportError` if not all could be added. */
export async function checkPhotosIn(folder: string): Promise<(flags: PhotoFlags) => Promise<void>> {
  const { checkPhotos } = await import("./import-photos.ts");
  const { photos, others, failed } = await checkPhotos(folder);
  for (const { name, reason } of [...others, ...failed]) skip(name, reason);
  process.stdout.write(`${folder} has ${formatCount(photos.length, "photo")} that can be read.\n`);
  return (flags) => importPhotosFrom({ folder, photos }, failed.length, flags);
}

/** Adds the photos of a folder of which some cannot be read. */
async function importPhotosFrom(
  { folder, photos }: Pick<PhotoImport, "folder" | "photos">,
  unreadable: number,
  flags: PhotoFlags,
): Promise<void> {
  const config = readConfig(flags);
  const { databaseUrl: url, port } = config;
  const { importPhotos } = await import("./import-photos.ts");
  // As far as a command knows: events of photos have their addresses.
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
  const kept = known === 0 ? "" : `, ${formatCount(known, "photo")} there already`;
  process.stdout.write(`Imported ${folder}: ${formatCount(added, "photo")} added${kept}.\n`);
  const left = unreadable + failed.length;
  if (left === 0) return;
  const { ImportError } = await import("../files/import-error.ts");
  throw new ImportError(
    `--photos: ${formatCount(left, "photo")} could not be imported; run the same command again when they are corrected`,
  );
}

function skip(name: string, reason: string): void {
  process.stderr.write(`petstore: skipping ${printable(name)}: ${reason}\n`);
}
