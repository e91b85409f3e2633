/* Webhooks when something stops: the receiver, the service, or one of two instances. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { emptyFolder } from "../folder.ts";
import { type Program, startProgram, until } from "../program.ts";
import { databaseSettings } from "./engines.ts";
import { addPets, connect, ENV, Receiver, untilReceived } from "./webhooks.ts";
import { CONFIGURED } from "./writers.ts";

setDefaultTimeout(120_000);

/** How many deliveries are being sent. */
async function sending(program: Program): Promise<number> {
  const { ok, body } = await program
    .as(CONFIGURED)
    .listDeliveries({ params: { webhookId: 1n }, query: { state: "sending" } });
  return ok ? body.length : 0;
}

for (const [engine, settings] of Object.entries(databaseSettings)) {
  test(`what happens while a receiver is stopped arrives once it is back, and every signature is valid [${engine}]`, async () => {
    using folder = emptyFolder();
    const env = { ...ENV, ...(await settings()) };
    await using program = await startProgram({ cwd: folder.path, env });
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
    const env = { ...ENV, ...(await settings()) };
    await using receiver = new Receiver(50);
    {
      await using program = await startProgram({ cwd: folder.path, env });
      await connect(program, receiver);
      await addPets(program, 60);
      await untilReceived(receiver, 5);
      await program.stop("SIGKILL");
    }
    expect(new Set(receiver.received).size).toBeLessThan(60);
    await using _again = await startProgram({ cwd: folder.path, env });
    await untilReceived(receiver, 60);
    expect(receiver.refused).toEqual([]);
  });
}

test("another instance takes over the deliveries of a dead one within 30 seconds", async () => {
  using folder = emptyFolder();
  const env = { ...ENV, ...(await databaseSettings.PostgreSQL()) };
  await using receiver = new Receiver(3_000);
  await using one = await startProgram({ cwd: folder.path, env });
  await using other = await startProgram({ cwd: folder.path, env });
  await connect(one, receiver);
  await addPets(one, 8);
  // Each instance sends 4 at one time, so both are sending.
  await until(async () => (await sending(other)) === 8, "8 deliveries in progress");
  await one.stop("SIGKILL");
  const killedAt = performance.now();
  await untilReceived(receiver, 8, 30_000);
  console.log(`taken over within ${((performance.now() - killedAt) / 1000).toFixed(1)} s`);
  expect(receiver.refused).toEqual([]);
});

test("a receiver that takes 10 seconds for each message delays no other", async () => {
  using folder = emptyFolder();
  await using program = await startProgram({ cwd: folder.path, env: ENV });
  await using slow = new Receiver(10_000);
  await using quick = new Receiver();
  await connect(program, slow);
  await connect(program, quick);
  await addPets(program, 40);
  await untilReceived(quick, 40, 9_000);
  expect(slow.received.length).toBeLessThan(40);
});
