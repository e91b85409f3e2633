import { expect, test } from "bun:test";
import { emptyFolder } from "../folder.ts";
import { startProgram } from "../program.ts";
import { databaseSettings } from "./engines.ts";
import { addPets, connect, ENV, Receiver, untilReceived } from "./webhooks.ts";

/** A pet each second, while the receiver is away. */
const MISSED = 60;

/** The second pause before a message is sent again, a fifth of it, and some time to send. */
const PATIENCE_MS = 6.5 * 60_000;

/** Starts a service and a receiver, stops the receiver for a minute, and waits until it has everything. */
async function awayForAMinute([engine, settings]: (typeof entries)[number]): Promise<void> {
  using folder = emptyFolder();
  await using program = await startProgram({ cwd: folder.path, env: { ...ENV, ...(await settings()) } });
  await using receiver = new Receiver();
  const secret = await connect(program, receiver);
  await receiver.stop();
  for (let nth = 0; nth < MISSED; nth++) {
    await addPets(program, 1);
    await Bun.sleep(1000);
  }
  await receiver.start(secret);
  const backAt = performance.now();
  const seconds = () => ((performance.now() - backAt) / 1000).toFixed(0);
  await addPets(program, 1);
  await untilReceived(receiver, 1);
  const first = seconds();
  await untilReceived(receiver, MISSED + 1, PATIENCE_MS);
  console.log(
    `  a receiver that was away for ${MISSED} s [${engine}]: the first message ${first} s after it was back, ` +
      `the last of ${MISSED + 1} after ${seconds()} s, ${receiver.received.length - MISSED - 1} twice`,
  );
  expect(receiver.refused).toEqual([]);
}

const entries = Object.entries(databaseSettings);

// Both engines at the same time: most of it is waiting.
test("everything arrives at a receiver that was away for a minute, at the latest after six more", async () => {
  await Promise.all(entries.map(awayForAMinute));
}, 600_000);
