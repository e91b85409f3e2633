import type { Command } from "commander";
import { Petstore } from "../../client/index.ts";
import { UsageError } from "../../files/problems/usage-error.ts";
import { compose } from "../../service/compose.ts";
import { systemResolve } from "../../service/jobs/webhook-address.ts";
import { createLog } from "../../service/log.ts";
import { clock, secrets } from "../../service/runtime.ts";
import { type Config, readConfig } from "../../service/settings/settings.ts";
import { addSettings, type Flags } from "../settings-flags.ts";
import { fillShop } from "./fill-shop.ts";

/** The people of the demo and their roles. */
const PEOPLE = [
  { name: "Anna Schmidt", role: "owner" },
  { name: "Ben Holm", role: "staff" },
] as const;

/** Adds `petstore demo`. */
export function addDemoCommand(petstore: Command): void {
  const demo = petstore
    .command("demo")
    .description("fill a new, empty database with a believable shop: 60 pets with drawn photos, and a year of orders")
    .action(async (flags: Flags) => {
      const keys = await makeDemo(readConfig(flags), (done, all) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all}`);
      });
      if (process.stderr.isTTY) process.stderr.write("\r");
      for (const [index, { name, role }] of PEOPLE.entries())
        process.stdout.write(`${name} (${role}): ${keys[index]}\n`);
      process.stdout.write(
        "Start the service, open /console and sign in with one of these keys. They are shown only now.\n",
      );
    });
  addSettings(demo, ["databaseUrl"]);
}

/** Fills the configured database. Returns the keys of the people. Throws a UsageError if the database is not empty. */
export async function makeDemo(
  config: Config,
  report: (done: number, all: number) => void = () => {},
  now = clock(),
): Promise<readonly string[]> {
  let time = now;
  let requests = 0;
  const apiKey = Buffer.from(secrets.random(24)).toString("hex");
  const { store, tail, server } = await compose(
    { ...config, apiKey, host: "127.0.0.1", port: 0, rateLimit: 0, baseUrl: "", shutdownDelaySeconds: 0 },
    {
      log: await createLog("error"),
      clock: () => time,
      newId: () => `demo-${++requests}`,
      instance: "demo",
      resolve: systemResolve,
      end(reason) {
        throw reason;
      },
    },
  );
  try {
    const clientWith = (key: string) => new Petstore({ baseUrl: `http://127.0.0.1:${server.port}/v1`, apiKey: key });
    const operator = clientWith(apiKey);
    await requireEmpty(operator);
    const keys: string[] = [];
    for (const { name, role } of PEOPLE) keys.push((await operator.keys.create({ name, role })).secret ?? "");
    const [anna = operator, ben = operator] = keys.map(clientWith);
    await fillShop({
      people: [anna, ben],
      now,
      setClock: (at) => {
        time = at;
      },
      async publish() {
        await store.publishEvents();
        await tail.poll();
      },
      report,
    });
    return keys;
  } finally {
    await server.stop();
    await store.close();
  }
}

async function requireEmpty({ pets, categories }: Petstore): Promise<void> {
  const found = await Promise.all([pets.list({ limit: 1 }), categories.list({ limit: 1 })]);
  if (found.every(({ items }) => items.length === 0)) return;
  throw new UsageError("the database is not empty; the demo needs a new one, such as sqlite://./data/demo.db");
}
