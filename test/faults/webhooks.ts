/* Webhooks of a service that runs as a process, and their receivers. */
import { expect } from "bun:test";
import { join } from "node:path";
import type { Program } from "../support/program.ts";
import { CONFIGURED, QUIET } from "./writers.ts";

/** Settings of the service. */
export const ENV = { ...QUIET, WEBHOOK_ALLOW_PRIVATE: "1" };

/** A receiver in its own process. It can be stopped and started again on the same port. */
export class Receiver implements AsyncDisposable {
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
    const command = [
      process.execPath,
      join(import.meta.dir, "../support/receiver.ts"),
      this.port,
      secret,
      this.#delayMs,
    ];
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

  signal(name: "SIGSTOP" | "SIGCONT"): void {
    this.#process?.kill(name);
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
export async function connect(program: Program, receiver: Receiver): Promise<string> {
  // The port is known once it listens, and the secret once the webhook exists.
  await receiver.start(`whsec_${btoa("not yet")}`);
  const created = await program.as(CONFIGURED).createWebhook({
    body: { url: `http://127.0.0.1:${receiver.port}/hook`, types: ["pet.created"] },
  });
  if (!created.ok) throw new Error(created.body.message);
  await receiver.stop();
  const { secret = "" } = created.body;
  await receiver.start(secret);
  return secret;
}

export async function addPets(program: Program, count: number): Promise<void> {
  for (let pet = 0; pet < count; pet++) {
    const added = await program.as(CONFIGURED).createPet({ body: { name: `Rex ${pet}`, categoryId: 7n } });
    expect(added.status).toBe(201);
  }
}

/** Waits until a receiver has so many different messages. */
export async function untilReceived(receiver: Receiver, count: number, patienceMs = 60_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (new Set(receiver.received).size < count) {
    if (performance.now() > deadline) throw new Error(`${new Set(receiver.received).size} of ${count} arrived`);
    await Bun.sleep(20);
  }
}
