/* Photos while the service, backups, restores and copies are killed, again and again on the same data. */

import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { type Folder, openFolder, withStore } from "../commands/folder.ts";
import { photoOf } from "../support/examples.ts";
import { addPet } from "../support/harness.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { SOURCE } from "../support/program.ts";
import { tell } from "../support/tell.ts";
import { imageOf, killDuringUploads, photosIn } from "./photos.ts";

setDefaultTimeout(3_600_000);

/** How often each kind of work is killed. */
const KILLS = Number(process.env["KILLS"] ?? 20);

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

for (const engine of ["SQLite", "PostgreSQL"] as const) {
  test(`kill -9 during uploads, ${KILLS} times on the same data, loses no photo that was acknowledged [${engine}]`, async () => {
    await killDuringUploads(KILLS, engine, (round) => 1 + (round % 10));
  });
}

test(`kill -9 during backups, restores and copies, ${KILLS} times each, loses no photo and leaves no half file`, async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await withStore(url, async (store) => {
    for (let nth = 0; nth < 150; nth++) {
      const { id: petId } = await addPet(store);
      const { files, facts } = imageOf(nth);
      await store.transaction(({ photos }) =>
        photos.insert({ ...photoOf(petId), ...facts, token: `token-${nth}` }, files),
      );
    }
  });
  const photos = await photosIn(url);
  expect(photos.size).toBe(150);
  const whole = async (at: string) => {
    expect(await photosIn(at)).toEqual(photos);
    expect(await folder.petstore(at, "doctor")).toMatchObject({ exitCode: 0 });
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
});
