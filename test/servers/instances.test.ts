/* Several independent processes of the service on one database. */

import { expect, setDefaultTimeout, test } from "bun:test";
import { expectNothingLost, keepAdding, nothingTold } from "../faults/writers.ts";
import { ownPostgres, sharedPostgres } from "../support/postgres.ts";
import { type Program, until } from "../support/program.ts";
import { tell } from "../support/tell.ts";
import { startServices } from "./instances.ts";

setDefaultTimeout(60_000);

const WRITERS = 32;

/** Two instances that start at the same time on an empty database, without a configured key. */
async function startTwo() {
  const env = { DATABASE_URL: await (await sharedPostgres()).createDatabase(), PETSTORE_API_KEY: "" };
  return startServices(env, 2);
}

test("two instances start together on an empty database, and one prints the first key", async () => {
  await using two = await startTwo();
  const printed = two.programs.flatMap(({ printedKeys }) => printedKeys);
  expect(printed).toHaveLength(1);
  const clients = two.programs.map((program) => program.as(printed[0]));
  for (const { createPet } of clients) {
    expect(await createPet({ body: { name: "Rex", categoryId: 7n } })).toMatchObject({ status: 201 });
  }
  const [first, second] = await Promise.all(clients.map(({ listPets }) => listPets()));
  expect(first?.body).toHaveLength(2);
  expect(second?.body).toEqual(first?.body);
});

test(`${WRITERS} writers lose nothing when an instance and then the database are killed`, async () => {
  const server = await ownPostgres();
  await using two = await startServices({ DATABASE_URL: await server.createDatabase(), DATABASE_WAIT: "2" }, 2);
  const [one, other] = two.programs as [Program, Program];
  const told = nothingTold();
  const untilWritten = async (more: number) => {
    const enough = told.acknowledged.size + more;
    await until(() => told.acknowledged.size >= enough, `${more} more pets`);
  };
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, (_, nth) =>
    keepAdding(nth % 2 === 0 ? one : other, String(nth), told, () => isOver),
  );
  await untilWritten(300);
  expect(await one.stop("SIGKILL")).toBe("SIGKILL");
  await untilWritten(300);
  await server.kill();
  await server.restart();
  const backAt = performance.now();
  await untilWritten(1);
  tell(`${((performance.now() - backAt) / 1000).toFixed(2)} s until writes worked`);
  await untilWritten(300);
  isOver = true;
  await Promise.all(writers);
  expect(told.strange).toEqual([]);
  await expectNothingLost(other, told);
});
