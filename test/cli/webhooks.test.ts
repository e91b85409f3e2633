import { expect, setDefaultTimeout, test } from "bun:test";
import { SOURCE, startProgram, until } from "../support/program.ts";
import { openFolder } from "./folder.ts";

setDefaultTimeout(60_000);

const KEY = "configured-key-of-at-least-32-characters";

test("webhooks list, test and deliveries show a webhook, and none of them its secret", async () => {
  using folder = openFolder();
  await using program = await startProgram({
    cwd: folder.path,
    env: { PETSTORE_API_KEY: KEY, WEBHOOK_ALLOW_PRIVATE: "1", DATABASE_URL: folder.url("live.db") },
  });
  await using receiver = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("thank you") });
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  const admin = program.as(KEY);
  const created = await admin.createWebhook({ body: { url, types: ["pet.created"], description: "till \u202e" } });
  if (!created.ok) throw new Error(created.body.message);
  await admin.createPet({ body: { name: "Rex", categoryId: 7n } });
  const params = { webhookId: created.body.id };
  await until(async () => {
    const { ok, body } = await admin.listDeliveries({ params, query: { state: "succeeded" } });
    return ok && body.length === 1;
  }, "the delivery");
  const run = (...args: string[]) => folder.petstore(folder.url("live.db"), "webhooks", ...args);
  const [list, lines, deliveries, tested, refused] = [
    await run("list"),
    await run("list", "--json"),
    await run("deliveries", "1"),
    await run("test", "1", "--webhook-allow-private", "1"),
    await run("test", "1"),
  ];
  expect(list.stdout).toMatch(/^1 +active +"http:\/\/127\.0\.0\.1:\d+\/hook" +pet\.created/m);
  expect(lines.stdout).toMatch(/^\{.*"till \\u202e".*\}\n$/);
  const { secret: _, ...webhook } = created.body;
  expect(JSON.parse(lines.stdout)).toMatchObject({
    id: 1,
    url,
    types: webhook.types,
    description: webhook.description,
  });
  expect(deliveries.stdout).toMatch(/^1 .* pet\.created +succeeded +1 +\d+ ms +200 "thank you"$/m);
  expect(tested).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("returned 200") });
  expect(refused).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("expected a URL that starts with https"),
  });
  expect(await run("test", "9")).toMatchObject({ exitCode: 2 });
  expect(JSON.stringify([list, lines, deliveries, tested, refused])).not.toContain(created.body.secret);
  expect(program.stdout() + program.stderr()).not.toContain(created.body.secret);
});

test("events --follow shows what happens as it happens", async () => {
  using folder = openFolder();
  const env = { PETSTORE_API_KEY: KEY, DATABASE_URL: folder.url("live.db") };
  await using program = await startProgram({ cwd: folder.path, env });
  await program.as(KEY).createPet({ body: { name: "Rex", categoryId: 7n } });
  const child = Bun.spawn([...SOURCE, "events", "--follow"], { cwd: folder.path, env, stdout: "pipe" });
  let text = "";
  const reading = (async () => {
    for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) text += part;
  })();
  await until(() => text.includes('name "Rex"'), "the first event");
  await program.as(KEY).updatePet({ params: { petId: 1n }, body: { status: "sold" } });
  await until(() => text.includes('status "sold" (was "available")'), "the second event");
  child.kill("SIGINT");
  expect(await child.exited).toBe(0);
  await reading;
});
