/* A service that is killed in the middle of an import over the API. */
import { expect } from "bun:test";
import { startProgram, until } from "../support/program.ts";
import { once } from "./writers.ts";

/** What is imported: 5,000 pets of a new kind. */
export const TABLE = `name,category,reference\n${Array.from({ length: 5000 }, (_, nth) => `Pet ${nth},Dogs,A-${nth}\n`).join("")}`;

/** Starts a service, and kills it while it imports the table. */
export async function killHalfway(settings: Parameters<typeof startProgram>[0]): Promise<void> {
  await using killed = await startProgram(settings);
  const client = once(killed);
  const ended = client
    .createImport({ file: TABLE, query: { createCategories: true } })
    .catch((error: unknown) => error);
  await until(async () => {
    const pets = await client.listPets();
    return pets.ok && pets.body.length > 0;
  }, "a part of the import");
  await killed.stop("SIGKILL");
  expect(await ended).toBeInstanceOf(Error);
}
