/* What clients see while a disk fills up under a running service. */
import { expect } from "bun:test";
import { join } from "node:path";
import { type Program, startProgram, until } from "../support/program.ts";
import { expectNothingLost, expectSound, keepAdding, nothingTold, once, QUIET, report } from "./writers.ts";

/** A disk that a test fills and clears. */
export interface Disk {
  /** The folder that the service runs in; its data folder is on the disk. */
  readonly cwd: string;
  /** Starts a service on that disk. */
  readonly command: readonly string[];
  fill(program: Program): Promise<void>;
  clear(program: Program): Promise<void>;
  /** The database file as this process can read it while the service runs. */
  file(program: Program): string;
}

/** Twice fills the disk under eight writers, reads, and clears it. Then everything acknowledged must be stored. */
export async function fillAndClear({ cwd, command, fill, clear, file }: Disk): Promise<void> {
  await using program = await startProgram({
    cwd,
    command,
    env: { ...QUIET, SHOP_NAME: "Riverside", SHOP_INQUIRIES: "1" },
  });
  const told = nothingTold();
  let isEnough = false;
  let recoveredMs = 0;
  const writers = Array.from({ length: 8 }, (_, writer) => keepAdding(program, `${writer}`, told, () => isEnough));
  for (let time = 1; time <= 2; time++) {
    const before = told.acknowledged.size;
    await until(() => told.acknowledged.size > before + 100, "100 more pets");

    await fill(program);
    const refusedBefore = told.refused.size;
    await until(() => told.refused.size > refusedBefore + 50, "refusals");
    await expectReading(program, told.acknowledged);
    await expectUnsent(program, [...told.acknowledged.keys()][0]);

    await clear(program);
    const clearedAt = performance.now();
    // The first request that is sent when there is space is not refused.
    const pet = { name: `Rex again ${time}`, categoryId: 7n, status: "pending" } as const;
    const added = await once(program).createPet({ body: pet });
    if (!added.ok) throw new Error(added.body.message);
    told.acknowledged.set(added.body.id, pet.name);
    recoveredMs = Math.max(recoveredMs, performance.now() - clearedAt);
  }
  isEnough = true;
  await Promise.all(writers);
  expect(told.strange).toEqual([]);
  await expectNothingLost(program, told);
  expectSound(file(program), told);
  const inventory = await once(program).listInventory();
  expect(inventory.ok && inventory.body.length).toBe(told.acknowledged.size);
  expect(await program.stop("SIGTERM")).toBe(0);
  report("full disk", told, recoveredMs);
}

/** Checks that a visitor hears that a message was not stored, and can send it again. */
async function expectUnsent({ origin }: Program, petId: bigint | undefined): Promise<void> {
  const form = { name: "Ada", contact: "ada@example.com", message: "Is Rex good with cats?" };
  const response = await fetch(`${origin}/pets/${petId}`, { method: "POST", body: new URLSearchParams(form) });
  const text = await response.text();
  expect([response.status, response.redirected]).toEqual([200, true]);
  expect(text).toContain("We could not store your message");
  expect(text).toContain(`${form.message}</textarea>`);
}

/** Checks reads while no write is possible. */
export async function expectReading(program: Program, acknowledged: ReadonlyMap<bigint, string>): Promise<void> {
  const client = once(program);
  const ids = [...acknowledged.keys()];
  for (const id of [ids[0], ids.at(-1)]) {
    if (id === undefined) throw new Error("nothing was written");
    expect(await client.getPet({ params: { petId: id } })).toMatchObject({ body: { id, name: acknowledged.get(id) } });
  }
  expect(await client.listPets()).toMatchObject({ status: 200 });
  expect(await client.listPets()).toMatchObject({ status: 200 });
  const inventory = await client.listInventory();
  expect(inventory.ok && inventory.body.length).toBeGreaterThanOrEqual(ids.length);
  expect((await fetch(`${program.origin}/readyz`)).status).toBe(200);
}

/** The database under the folder that a service runs in. */
export const databaseIn = (cwd: string) => join(cwd, "data/petstore.db");
