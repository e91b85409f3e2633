/* Photos while the service, backups, restores and copies are killed, again and again on the same data. */

import { expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { Petstore } from "../../src/client/index.ts";
import { type PhotoSize, photoSizes } from "../../src/contract/photos.ts";
import { convertImage } from "../../src/ops/photos/convert.ts";
import { openStore } from "../../src/store/index.ts";
import { type Folder, openFolder } from "../cli/folder.ts";
import { NOON } from "../support/harness.ts";
import { jpeg, png } from "../support/images.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { SOURCE, startProgram, until } from "../support/program.ts";
import { tell } from "../support/tell.ts";
import { databaseSettings } from "./engines.ts";
import { QUIET } from "./writers.ts";

/** How often each kind of work is killed. */
const KILLS = Number(process.env["KILLS"] ?? 20);

const UPLOADERS = 6;

/** Files, and the checksums of what the service makes of each. */
const images = await Promise.all(
  [await jpeg(900, 700), await jpeg(1700, 400), await png(330, 500)].map(async (bytes) => {
    const { files } = await convertImage({ bytes });
    const sums = photoSizes.map((size) => Bun.SHA256.hash(files[size], "hex")).join(" ");
    return { file: new Blob([bytes]), sums };
  }),
);

/** The checksums of photos by their ids. */
type Sums = Map<bigint, { readonly petId: bigint; readonly sums: string }>;

/** Uploads photos until the service is gone, and records those that were acknowledged. */
async function keepUploading(petstore: Petstore, acknowledged: Sums): Promise<void> {
  for (;;) {
    const { id: petId } = await petstore.pets.create({ name: "Rex", categoryId: 7 });
    for (let nth = 0; nth < 12; nth++) {
      const { file, sums } = images[nth % images.length] ?? images[0] ?? expect.unreachable();
      const { id } = await petstore.pets.photos.add(petId, file);
      acknowledged.set(BigInt(id), { petId: BigInt(petId), sums });
    }
  }
}

/** Every photo in a database, with the checksums of its files. */
async function photosIn(url: string): Promise<Sums> {
  const store = await openStore(url, NOON);
  const found: Sums = new Map();
  const { items: pets } = await store.pets.list({}, { after: 0n, limit: 1_000_000 });
  for (const { id: petId } of pets) {
    for (const { id, token } of await store.photos.list([petId])) {
      const sum = async (size: PhotoSize) => Bun.SHA256.hash((await store.photos.file(token, size)) ?? "", "hex");
      found.set(id, { petId, sums: (await Promise.all(photoSizes.map(sum))).join(" ") });
    }
  }
  await store.close();
  return found;
}

const oneOfImages = new Set(images.map(({ sums }) => sums));

function expectAll(found: Sums, acknowledged: Sums): void {
  for (const [id, photo] of acknowledged) expect(found.get(id)).toEqual(photo);
  for (const { sums } of found.values()) expect(oneOfImages.has(sums)).toBe(true);
}

async function expectHealthy(folder: Folder, url: string): Promise<void> {
  expect(await folder.petstore(url, "doctor")).toMatchObject({ exitCode: 0 });
}

/** Work that is killed, and then done again. */
interface Work {
  readonly url: string;
  /** The arguments of the next command. */
  args(): readonly string[];
  /** Checks what it has written, and prepares for it to start again. */
  completed(): Promise<void>;
  /** Checks what it has written, which is whole or not there. */
  killed?(): Promise<void>;
}

/** Parts of the time that a command takes after which it is killed, one after the other. */
const MOMENTS = 12;

/** Kills a command `KILLS` times at different moments of its life, and lets it end first and last. */
async function killRepeatedly(folder: Folder, { url, args, completed, killed }: Work): Promise<number> {
  let [kills, ends, lastMs, isOver] = [0, 0, 0, false];
  for (let run = 0; !isOver; run++) {
    const startedAt = performance.now();
    const env = { PATH: process.env["PATH"] ?? "", DATABASE_URL: url };
    const child = Bun.spawn([...SOURCE, ...args()], { cwd: folder.path, stdio: ["ignore", "ignore", "pipe"], env });
    const isKilled = ends > 0 && kills < KILLS;
    const part = ((run % MOMENTS) + 1) / (MOMENTS + 1);
    const timer = setTimeout(() => child.kill("SIGKILL"), isKilled ? lastMs * part : 600_000);
    await child.exited;
    clearTimeout(timer);
    if (child.signalCode === "SIGKILL") {
      kills += 1;
      await killed?.();
      continue;
    }
    expect([child.exitCode, await new Response(child.stderr).text()]).toMatchObject([0, expect.anything()]);
    isOver = kills === KILLS;
    lastMs = performance.now() - startedAt;
    ends += 1;
    await completed();
  }
  return ends;
}

for (const [engine, settings] of Object.entries(databaseSettings)) {
  test(`kill -9 during uploads, ${KILLS} times on the same data, loses no photo that was acknowledged [${engine}]`, async () => {
    using folder = openFolder();
    const env = { ...QUIET, DATABASE_URL: folder.url("a.db"), ...(await settings()) };
    const acknowledged: Sums = new Map();
    for (let round = 0; round < KILLS; round++) {
      await using program = await startProgram({ cwd: folder.path, env });
      const petstore = new Petstore({
        baseUrl: `${program.origin}/v1`,
        apiKey: QUIET.PETSTORE_API_KEY,
        maxRetries: 0,
      });
      const uploading = Array.from({ length: UPLOADERS }, () => keepUploading(petstore, acknowledged).catch(() => {}));
      const enough = acknowledged.size + 1 + (round % 10);
      await until(() => acknowledged.size >= enough, "enough photos");
      expect(await program.stop("SIGKILL")).toBe("SIGKILL");
      await Promise.all(uploading);
    }
    const found = await photosIn(env.DATABASE_URL);
    expectAll(found, acknowledged);
    await expectHealthy(folder, env.DATABASE_URL);
    tell(`  ${engine}: ${KILLS} kills, ${acknowledged.size} photos acknowledged, ${found.size} stored, 0 lost`);
  }, 3_600_000);
}

test(`kill -9 during backups, restores and copies, ${KILLS} times each, loses no photo and leaves no half file`, async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  const store = await openStore(url, NOON);
  for (let nth = 0; nth < 150; nth++) {
    const { id: petId } = await store.transaction(({ pets }) =>
      pets.insert({ name: "Rex", categoryId: 7n, status: "available" }, 1, NOON),
    );
    const { files, ...facts } = await convertImage({
      bytes: new Uint8Array(await (images[nth % 3] ?? expect.unreachable()).file.arrayBuffer()),
    });
    const photo = { petId, token: `token-${nth}`, position: 1, createdAt: new Date(NOON).toISOString(), ...facts };
    await store.transaction(({ photos }) => photos.insert(photo, files));
  }
  await store.close();
  const photos = await photosIn(url);
  expect(photos.size).toBe(150);
  const whole = async (at: string) => {
    expect(await photosIn(at)).toEqual(photos);
    await expectHealthy(folder, at);
  };
  const parts = () => readdirSync(folder.path).filter((name) => /part/.test(name));
  async function checkBackup() {
    if (existsSync(folder.file("backup.db"))) await whole(folder.url("backup.db"));
    for (const name of [...parts(), "backup.db"]) rmSync(folder.file(name), { force: true });
  }
  const server = await sharedPostgres();
  let target = await server.createDatabase();
  let copied = target;
  const works: Readonly<Record<string, Work>> = {
    backup: {
      url,
      args: () => ["backup", "backup.db"],
      completed: checkBackup,
      killed: checkBackup,
    },
    restore: {
      url: folder.url("restored.db"),
      args: () => ["restore", "--force", "whole.db"],
      async completed() {
        await whole(folder.url("restored.db"));
        expect(parts()).toEqual([]);
      },
      async killed() {
        await whole(folder.url("restored.db"));
      },
    },
    "copy to PostgreSQL": {
      url,
      args: () => ["copy", "--from", url, "--to", target],
      async completed() {
        await whole(target);
        copied = target;
        target = await server.createDatabase();
      },
    },
    "copy back": {
      url,
      args: () => ["copy", "--from", copied, "--to", folder.url("back.db")],
      async completed() {
        await whole(folder.url("back.db"));
        for (const part of ["", "-wal", "-shm", "-shown"]) rmSync(folder.file(`back.db${part}`), { force: true });
      },
    },
  };
  expect(await folder.petstore(url, "backup", "whole.db")).toMatchObject({ exitCode: 0 });
  for (const [name, work] of Object.entries(works)) {
    const ends = await killRepeatedly(folder, work);
    tell(`  ${name}: ${KILLS} kills, ${ends} complete, ${photos.size} photos with the same checksums`);
  }
}, 3_600_000);
