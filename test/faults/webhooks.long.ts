import { expect, test } from "bun:test";
import { type Program, until } from "../support/program.ts";
import { tell } from "../support/tell.ts";
import { databaseSettings } from "./engines.ts";
import { addPets, connect, ENV, Receiver, untilReceived } from "./webhooks.ts";
import { once, startQuiet } from "./writers.ts";

/** A pet each second, while the receiver is away. */
const MISSED = 60;

/** The second pause before a message is sent again, a fifth of it, and some time to send. */
const PATIENCE_MS = 6.5 * 60_000;

/** Starts a service and a receiver, stops the receiver for a minute, and waits until it has everything. */
async function awayForAMinute([engine, settings]: (typeof entries)[number]): Promise<void> {
  await using program = await startQuiet({ ...ENV, ...(await settings()) });
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
  tell(
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

/** How many deliveries are being sent. */
async function sending(program: Program): Promise<number> {
  const { ok, body } = await once(program).listDeliveries({ params: { webhookId: 1n }, query: { state: "sending" } });
  return ok ? body.length : 0;
}

test("another instance takes over the deliveries of a dead one within 30 seconds", async () => {
  const env = { ...ENV, ...(await databaseSettings.PostgreSQL()) };
  await using receiver = new Receiver(3_000);
  await using one = await startQuiet(env);
  await using other = await startQuiet(env);
  await connect(one, receiver);
  await addPets(one, 8);
  // Each instance sends 4 at one time, so both are sending.
  await until(async () => (await sending(other)) === 8, "8 deliveries in progress");
  await one.stop("SIGKILL");
  const killedAt = performance.now();
  await untilReceived(receiver, 8, 30_000);
  tell(`taken over within ${((performance.now() - killedAt) / 1000).toFixed(1)} s`);
  expect(receiver.refused).toEqual([]);
}, 120_000);
