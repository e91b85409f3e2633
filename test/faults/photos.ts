/* Services that are killed while photos are uploaded, and what must be stored then. */
import { expect } from "bun:test";
import { Petstore } from "../../src/client/index.ts";
import { type PhotoSize, photoSizes } from "../../src/contract/pets/photos.ts";
import { convertImage } from "../../src/photos/convert.ts";
import { openFolder, withStore } from "../commands/folder.ts";
import { jpeg, png } from "../support/images.ts";
import { type Program, startProgram, until } from "../support/program.ts";
import { tell } from "../support/tell.ts";
import { databaseSettings } from "./engines.ts";
import { CONFIGURED, QUIET } from "./writers.ts";

const UPLOADERS = 6;

/** Files, and the checksums of what the service makes of each. */
export const images = await Promise.all(
  [await jpeg(900, 700), await jpeg(1700, 400), await png(330, 500)].map(async (bytes) => {
    const { files, ...facts } = await convertImage({ bytes });
    const sums = photoSizes.map((size) => Bun.SHA256.hash(files[size], "hex")).join(" ");
    return { file: new Blob([bytes]), files, facts, sums };
  }),
);

export const imageOf = (nth: number) => images[nth % images.length] ?? expect.unreachable();

/** The checksums of photos by their ids. */
type Sums = Map<bigint, { readonly petId: bigint; readonly sums: string }>;

/** A client that does not repeat requests. */
export const petstoreOf = ({ origin }: Program) =>
  new Petstore({ baseUrl: `${origin}/v1`, apiKey: CONFIGURED, maxRetries: 0 });

/** Uploads photos until the service is gone, and records those that were acknowledged. */
async function keepUploading({ pets }: Petstore, acknowledged: Sums): Promise<void> {
  for (;;) {
    const { id: petId } = await pets.create({ name: "Rex", categoryId: 7 });
    for (let nth = 0; nth < 12; nth++) {
      const { file, sums } = imageOf(nth);
      const { id } = await pets.photos.add(petId, file);
      acknowledged.set(BigInt(id), { petId: BigInt(petId), sums });
    }
  }
}

/** Every photo in a database, with the checksums of its files. */
export function photosIn(url: string): Promise<Sums> {
  return withStore(url, async ({ pets, photos }) => {
    const found: Sums = new Map();
    for (const { id: petId } of (await pets.list({}, { after: 0n, limit: 1_000_000 })).items) {
      for (const { id, token } of await photos.list([petId])) {
        const sum = async (size: PhotoSize) => Bun.SHA256.hash((await photos.file(token, size)) ?? "", "hex");
        found.set(id, { petId, sums: (await Promise.all(photoSizes.map(sum))).join(" ") });
      }
    }
    return found;
  });
}

/**
 * Kills a service this many times with SIGKILL during uploads, each time after so many more photos. Then everything acknowledged
 * must be stored, and every photo that is there must be whole.
 */
export async function killDuringUploads(
  kills: number,
  engine: keyof typeof databaseSettings,
  photosBefore: (round: number) => number,
): Promise<void> {
  using folder = openFolder();
  const env = { ...QUIET, DATABASE_URL: folder.url("a.db"), ...(await databaseSettings[engine]()) };
  const acknowledged: Sums = new Map();
  for (let round = 0; round < kills; round++) {
    await using program = await startProgram({ cwd: folder.path, env });
    const petstore = petstoreOf(program);
    const uploading = Array.from({ length: UPLOADERS }, () => keepUploading(petstore, acknowledged).catch(() => {}));
    const enough = acknowledged.size + photosBefore(round);
    await until(() => acknowledged.size >= enough, "enough photos");
    expect(await program.stop("SIGKILL")).toBe("SIGKILL");
    await Promise.all(uploading);
  }
  const found = await photosIn(env.DATABASE_URL);
  for (const [id, photo] of acknowledged) expect(found.get(id)).toEqual(photo);
  const whole = new Set(images.map(({ sums }) => sums));
  for (const { sums } of found.values()) expect(whole.has(sums)).toBe(true);
  expect(await folder.petstore(env.DATABASE_URL, "doctor")).toMatchObject({ exitCode: 0 });
  tell(`  ${engine}: ${kills} kills, ${acknowledged.size} photos acknowledged, ${found.size} stored, 0 lost`);
}
