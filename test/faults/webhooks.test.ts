/* Webhooks when something stops: the receiver, the service, or one of two instances. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { emptyFolder } from "../folder.ts";
import { sharedPostgres } from "../postgres.ts";
import { type Program, startProgram, until } from "../program.ts";

setDefaultTimeout(120_000);

const KEY = "configured-key-of-at-least-32-characters";
const ENV = { PETSTORE_API_KEY: KEY, WEBHOOK_ALLOW_PRIVATE: "1", RATE_LIMIT: "0", LOG_LEVEL: "warn" };

/** A receiver in its own process. It can be stopped and started again on the same port. */
class Receiver implements AsyncDisposable {
  readonly received: string[] = [];
  readonly refused: string[] = [];
  port = 0;
  #process: Bun.Subprocess | undefined;
  readonly #delayMs: number;

  constructor(delayMs = 0) {
    this.#delayMs = delayMs;
  }

  /** Starts it with a secret, and waits until it listens. */
  async start(secret: string): Promise<void> {
    const command = [process.execPath, join(import.meta.dir, "../receiver.ts"), this.port, secret, this.#delayMs];
    const child = Bun.spawn(command.map(String), { stdout: "pipe", stderr: "inherit" });
    this.#process = child;
    const listening = Promise.withResolvers<void>();
    (async () => {
      let rest = "";
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const { port, id, refused } = JSON.parse(line) as { port?: number; id?: string; refused?: string };
          if (port !== undefined) this.port = port;
          if (id !== undefined) this.received.push(id);
          if (refused !== undefined) this.refused.push(refused);
          listening.resolve();
        }
      }
    })();
    await listening.promise;
  }

  async stop(): Promise<void> {
    this.#process?.kill("SIGKILL");
    await this.#process?.exited;
  }

  async [Symbol.asyncDispose]() {
    await this.stop();
  }
}

/** Creates a webhook for new pets and starts its receiver. */
async function connect(program: Program, receiver: Receiver): Promise<string> {
  // The port is known once it listens, and the secret once the webhook exists.
  await receiver.start(`whsec_${btoa("not yet")}`);
  const created = await program.as(KEY).createWebhook({
    body: { url: `http://127.0.0.1:${receiver.port}/hook`, types: ["pet.created"] },
  });
  if (!created.ok) throw new Error(created.body.message);
  await receiver.stop();
  await receiver.start(created.body.secret);
  return created.body.secret;
}

async function addPets(program: Program, count: number): Promise<void> {
  for (let pet = 0; pet < count; pet++) {
    const added = await program.as(KEY).createPet({ body: { name: `Rex ${pet}`, categoryId: 7n } });
    expect(added.status).toBe(201);
  }
}

/** How many deliveries are being sent. */
async function sending(program: Program): Promise<number> {
  const { ok, body } = await program.as(KEY).listDeliveries({ params: { webhookId: 1n }, query: { state: "sending" } });
  return ok ? body.length : 0;
}

/** Waits until a receiver has so many different messages. */
async function untilReceived(receiver: Receiver, count: number, patienceMs = 60_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (new Set(receiver.received).size < count) {
    if (performance.now() > deadline) throw new Error(`${new Set(receiver.received).size} of ${count} arrived`);
    await Bun.sleep(20);
  }
}

test("what happens while a receiver is stopped arrives once it is back, and every signature is valid", async () => {
  using folder = emptyFolder();
  await using program = await startProgram({ cwd: folder.path, env: ENV });
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

test("kill -9 of the service during deliveries loses none", async () => {
  using folder = emptyFolder();
  await using receiver = new Receiver(50);
  {
    await using program = await startProgram({ cwd: folder.path, env: ENV });
    await connect(program, receiver);
    await addPets(program, 60);
    await untilReceived(receiver, 5);
    await program.stop("SIGKILL");
  }
  expect(new Set(receiver.received).size).toBeLessThan(60);
  await using _again = await startProgram({ cwd: folder.path, env: ENV });
  await untilReceived(receiver, 60);
  expect(receiver.refused).toEqual([]);
});

test("another instance takes over the deliveries of a dead one within 30 seconds", async () => {
  using folder = emptyFolder();
  const env = { ...ENV, DATABASE_URL: await (await sharedPostgres()).createDatabase() };
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
