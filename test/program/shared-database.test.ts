/* Several processes that serve one SQLite file: a read sees every change that was acknowledged before it, and none that may be lost. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { emptyFolder } from "../support/folder.ts";
import { startProgram } from "../support/program.ts";

setDefaultTimeout(60_000);

const KEY = "configured-key-of-at-least-32-characters";
const ENV = { PETSTORE_API_KEY: KEY, RATE_LIMIT: "0", LOG_LEVEL: "error" };

test("two processes on one file see each other's changes at once, in lists that they cache too", async () => {
  using folder = emptyFolder();
  await using first = await startProgram({ cwd: folder.path, env: ENV });
  await using second = await startProgram({ cwd: folder.path, env: ENV });
  const clients = [first.as(KEY), second.as(KEY)] as const;
  const { body: pet } = await clients[0].createPet({ body: { name: "Rex", categoryId: 7n } });
  if (!("id" in pet)) throw new Error(pet.message);
  for (let quantity = 2; quantity <= 80; quantity++) {
    const [writer, reader] = quantity % 2 === 0 ? clients : ([clients[1], clients[0]] as const);
    const params = { petId: pet.id };
    expect(await writer.updateInventory({ params, body: { quantity } })).toMatchObject({ ok: true });
    for (const client of [reader, writer]) {
      expect(await client.listInventory()).toMatchObject({ ok: true, body: [{ quantity }] });
      expect(await client.listInventory({ query: { limit: 1 } })).toMatchObject({ ok: true, body: [{ quantity }] });
    }
  }
});
