/* Webhooks when something stops: the receiver or the service. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { openEngine } from "../../src/store/index.ts";
import { emptyFolder } from "../support/folder.ts";
import { type Program, startProgram, until } from "../support/program.ts";
import { databaseIn } from "./disk.ts";
import { databaseSettings } from "./engines.ts";
import { addPets, connect, ENV, Receiver, untilReceived } from "./webhooks.ts";
import { once, startQuiet } from "./writers.ts";

setDefaultTimeout(120_000);

for (const [engine, settings] of Object.entries(databaseSettings)) {
  test(`what happens while a receiver is stopped arrives once it is back, and every signature is valid [${engine}]`, async () => {
    await using program = await startQuiet({ ...ENV, ...(await settings()) });
    await using receiver = new Receiver();
    const secret = await connect(program, receiver);
    await addPets(program, 5);
    await untilReceived(receiver, 5);
    await receiver.stop();
    await addPets(program, 20);
    await receiver.start(secret);
    await untilReceived(receiver, 25);
    expect(receiver.refused).toEqual([]);
  });

  test(`kill -9 of the service during deliveries loses none [${engine}]`, async () => {
    using folder = emptyFolder();
    const env = { ...ENV, DATABASE_URL: `sqlite://${databaseIn(folder.path)}`, ...(await settings()) };
    await using receiver = new Receiver();
    {
      await using program = await startProgram({ cwd: folder.path, env });
      await connect(program, receiver);
      await addPets(program, 5);
      await untilReceived(receiver, 5);
      // From now on it takes messages and answers none.
      receiver.signal("SIGSTOP");
      await addPets(program, 55);
      await until(async () => (await statesOf(program)).has("sending"), "an attempt");
      await program.stop("SIGKILL");
      receiver.signal("SIGCONT");
    }
    await endLeases(env);
    await using _again = await startProgram({ cwd: folder.path, env });
    await untilReceived(receiver, 60);
    expect(receiver.refused).toEqual([]);
  });
}

/** The states of the deliveries of the only webhook. */
async function statesOf(program: Program): Promise<ReadonlySet<string>> {
  const { body } = await once(program).listDeliveries({ params: { webhookId: 1n } });
  return new Set(Array.isArray(body) ? body.map(({ state }) => state) : []);
}

/** Ends the leases of a service that was killed, as their time does. */
async function endLeases({ DATABASE_URL }: { readonly DATABASE_URL: string }): Promise<void> {
  const engine = await openEngine(DATABASE_URL);
  await engine.transaction(({ sql }) => sql`update webhook_deliveries set due_at = 0 where state = 'sending'`);
  await engine.close();
}

test("a receiver that takes 10 seconds for each message delays no other", async () => {
  await using program = await startQuiet(ENV);
  await using slow = new Receiver(10_000);
  await using quick = new Receiver();
  await connect(program, slow);
  await connect(program, quick);
  await addPets(program, 40);
  await untilReceived(quick, 40);
  expect(slow.received.length).toBeLessThan(40);
});
