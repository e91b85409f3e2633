import { expect, setDefaultTimeout, test } from "bun:test";
import { once, QUIET } from "../faults/writers.ts";
import { SOURCE, startProgram, until } from "../support/program.ts";
import { openShop, refused } from "./folder.ts";

setDefaultTimeout(60_000);

test("webhooks list, test and deliveries show a webhook, and none of them its secret", async () => {
  using shop = openShop();
  const env = { ...QUIET, LOG_LEVEL: "info", WEBHOOK_ALLOW_PRIVATE: "1", DATABASE_URL: shop.url };
  await using program = await startProgram({ cwd: shop.path, env });
  await using receiver = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("thank you") });
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  const admin = once(program);
  const created = await admin.createWebhook({ body: { url, types: ["pet.created"], description: "till \u202e" } });
  if (!created.ok) throw new Error(created.body.message);
  await admin.createPet({ body: { name: "Rex", categoryId: 7n } });
  const params = { webhookId: created.body.id };
  await until(async () => {
    const { ok, body } = await admin.listDeliveries({ params, query: { state: "succeeded" } });
    return ok && body.length === 1;
  }, "the delivery");
  const run = (...args: string[]) => shop.run("webhooks", ...args);
  const [list, lines, deliveries, tested, rejected] = [
    await run("list"),
    await run("list", "--json"),
    await run("deliveries", "1"),
    await run("test", "1", "--webhook-allow-private", "1"),
    await run("test", "1"),
  ];
  expect(list.stdout).toMatch(/^1 +active +"http:\/\/127\.0\.0\.1:\d+\/hook" +pet\.created/m);
  expect(lines.stdout).toMatch(/^\{.*"till \\u202e".*\}\n$/);
  const { types, description, secret } = created.body;
  expect(JSON.parse(lines.stdout)).toMatchObject({ id: 1, url, types, description });
  expect(deliveries.stdout).toMatch(/^1 .* pet\.created +succeeded +1 +\d+ ms +200 "thank you"$/m);
  expect(tested).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("returned 200") });
  expect(rejected).toEqual(refused(1, "expected a URL that starts with https"));
  expect(await run("test", "9")).toMatchObject({ exitCode: 2 });
  expect(JSON.stringify([list, lines, deliveries, tested, rejected])).not.toContain(secret);
  expect(program.stdout() + program.stderr()).not.toContain(secret);
});

test("events --follow shows what happens as it happens", async () => {
  using shop = openShop();
  const env = { ...QUIET, DATABASE_URL: shop.url };
  await using program = await startProgram({ cwd: shop.path, env });
  await once(program).createPet({ body: { name: "Rex", categoryId: 7n } });
  const child = Bun.spawn([...SOURCE, "events", "--follow"], { cwd: shop.path, env, stdout: "pipe" });
  let text = "";
  const reading = (async () => {
    for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) text += part;
  })();
  await until(() => text.includes('name "Rex"'), "the first event");
  await once(program).updatePet({ params: { petId: 1n }, body: { status: "sold" } });
  await until(() => text.includes('status "sold" (was "available")'), "the second event");
  child.kill("SIGINT");
  expect(await child.exited).toBe(0);
  await reading;
});
