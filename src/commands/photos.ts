/* The photos beside a file of pets: `--photos` of `petstore export` and `petstore import`. */

import { photoUrlAt } from "../contract/photo-address.ts";
import { readConfig } from "../service/config.ts";
import { clock } from "../service/runtime.ts";
import { formatCount } from "../store/figures.ts";
import { interruptible } from "./interruption.ts";
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

/** Adds the photos of a folder. */
export async function importPhotosFrom(folder: string, flags: Flags): Promise<void> {
  const { databaseUrl: url, environment, baseUrl, stagingBaseUrl, port } = readConfig(flags);
  const { importPhotos } = await import("./import-photos.ts");
  // As far as a command knows: events of photos have their addresses.
  const address = (environment === "staging" ? stagingBaseUrl : baseUrl) || `http://localhost:${port}/v1`;
  const { added, known } = await interruptible((signal) =>
    withProgress((report) =>
      importPhotos({ url, folder, photoUrl: photoUrlAt(address), now: clock(), report, signal }),
    ),
  );
  const kept = known === 0 ? "" : `, ${formatCount(known, "photo")} there already`;
  process.stdout.write(`Imported ${folder}: ${formatCount(added, "photo")} added${kept}.\n`);
}

/** Checks the photos of a folder. */
export async function checkPhotosIn(folder: string): Promise<void> {
  const { checkPhotos } = await import("./import-photos.ts");
  process.stdout.write(`${folder} has ${formatCount(await checkPhotos(folder), "photo")} that can be read.\n`);
}
