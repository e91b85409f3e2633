/* A database file with damaged pages, found while the service runs. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { fill, openFolder } from "../cli/folder.ts";
import { runProgram, startProgram } from "../support/program.ts";

setDefaultTimeout(60_000);

const KEY = "configured-key-of-at-least-32-characters";

/** Overwrites the middle of a file. */
function damage(path: string): void {
  const { size } = statSync(path);
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(Math.floor(size / 2), 0xa5), 0, Math.floor(size / 2), Math.floor(size / 4));
  closeSync(file);
}

test("once a damaged page was read the service is not ready, and its log says what to do", async () => {
  using folder = openFolder();
  const url = folder.url("petstore.db");
  await fill(url, 20_000);
  damage(folder.file("petstore.db"));
  await using program = await startProgram({
    cwd: folder.path,
    env: { DATABASE_URL: url, PETSTORE_API_KEY: KEY },
  });
  const { port } = new URL(program.origin);
  const check = () => runProgram(["healthcheck", "--port", port], { cwd: folder.path });
  expect(await check()).toMatchObject({ exitCode: 0 });

  const inventory = await fetch(`${program.origin}/v1/inventory`, { headers: { Authorization: `Bearer ${KEY}` } });
  await expect(inventory.text().then((text) => JSON.parse(text))).rejects.toThrow();

  expect(await check()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("returned 503") });
  expect((await fetch(`${program.origin}/healthz`)).status).toBe(200);
  await program.stop("SIGTERM");
  expect(program.stdout()).toContain(
    "is damaged: keep a copy of it and its -wal file, then `petstore restore` a backup",
  );
});
