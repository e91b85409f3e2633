/* Webhooks when something stops: the receiver or the service. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { emptyFolder } from "../support/folder.ts";
import { startProgram } from "../support/program.ts";
import { databaseSettings } from "./engines.ts";
import { addPets, connect, ENV, Receiver, untilReceived } from "./webhooks.ts";

setDefaultTimeout(120_000);

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
