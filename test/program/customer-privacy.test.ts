/* Where a customer is, and where not (decision D57): every place that keeps or passes on what happens is searched for the name. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { openEngine } from "../../src/store/index.ts";
import { readBatches } from "../../src/store/rows.ts";
import { DERIVED, EVENT_INBOX, TABLES } from "../../src/store/schema/tables.ts";
import { kinds, openFolder } from "../commands/folder.ts";
import { runCommand } from "../support/command.ts";
import { startProgram, until } from "../support/program.ts";

// A test starts several processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const SECRETS = ["Marlene", "Zwiebelfisch", "0170-4711", "haustuer"];
const customer = { name: "Marlene Zwiebelfisch", contact: "0170-4711" };
const note = "Key at the haustuer";

/** Which of the secrets a text contains, in any case. */
function found(text: string): readonly string[] {
  return SECRETS.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));
}

/** The columns in which a database has any of the secrets. */
async function columnsWithSecrets(url: string): Promise<readonly string[]> {
  const engine = await openEngine(url);
  const columns = new Set<string>();
  const existing = await engine.tables(engine.sql);
  for (const table of [...TABLES, ...DERIVED, EVENT_INBOX].filter(({ name }) => existing.includes(name))) {
    for await (const rows of readBatches(engine.sql, table, table.start)) {
      for (const row of rows) {
        const hits = Object.entries(row).filter(([, value]) => found(String(value)).length > 0);
        for (const [column] of hits) columns.add(`${table.name}.${column}`);
      }
    }
  }
  await engine.close();
  return [...columns].toSorted();
}

for (const [kind, makeUrl] of Object.entries(kinds)) {
  test(`a customer is in the order and its index only, and a visitor in the inquiry: in no event, webhook, log, metric, activity or kept response (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "shop.db");
    const bodies: string[] = [];
    await using receiver = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        bodies.push(JSON.stringify([...request.headers]) + (await request.text()));
        return new Response();
      },
    });
    const shop = { SHOP_NAME: "Riverside", SHOP_INQUIRIES: "1" };
    const env = { DATABASE_URL: url, LOG_LEVEL: "trace", WEBHOOK_ALLOW_PRIVATE: "1", ...shop };
    const program = await startProgram({ cwd: folder.path, env });
    const client = program.as(program.printedKeys[0]);
    const headers = { Authorization: `Bearer ${program.printedKeys[0]}`, "Content-Type": "application/json" };
    const send = async (method: string, path: string, body?: object) => {
      const init = { method, headers: { ...headers, "Idempotency-Key": crypto.randomUUID() } };
      const response = await fetch(program.origin + path, { ...init, body: body ? JSON.stringify(body) : null });
      return { status: response.status, text: await response.text() };
    };
    const webhook = { url: `http://127.0.0.1:${receiver.port}/hook`, types: ["*"] };
    expect(await send("POST", "/v1/webhooks", webhook)).toMatchObject({ status: 201 });
    for (const name of ["Rex", "Mia"]) await client.createPet({ body: { name, categoryId: 7n } });
    await client.updateInventory({ params: { petId: 1n }, body: { quantity: 9 } });

    const order = { petId: 1, customer: { name: customer.name }, note };
    expect((await send("POST", "/v1/store/orders", order)).text).toContain(customer.name);
    expect((await send("PATCH", "/v1/store/orders/1", { customer: { contact: customer.contact } })).status).toBe(200);
    expect((await send("POST", "/v1/store/orders/1/completion")).text).toContain(customer.name);
    expect((await send("GET", `/v1/store/orders?q=${SECRETS[0]}`)).text).toContain(customer.name);
    // The form of visitors, with the same words.
    const inquiry = new URLSearchParams({ ...customer, message: note });
    const asked = await fetch(`${program.origin}/pets/2`, { method: "POST", body: inquiry, redirect: "manual" });
    expect(asked.status).toBe(303);
    expect((await send("PATCH", "/v1/inquiries/1", { note: customer.contact })).text).toContain(customer.name);
    for (const [method, path, status, body] of [
      ["PATCH", "/v1/store/orders/1", 400, { customer, shipDate: customer.name }],
      ["GET", `/v1/store/orders?placedAfter=${SECRETS[0]}`, 400],
      ["DELETE", "/v1/store/orders/1", 409],
      ["GET", `/v1/${SECRETS[0]}`, 404],
    ] as const)
      expect((await send(method, path, body)).status).toBe(status);

    await until(() => bodies.some((body) => body.includes("order.completed")), "the webhook of the completion");
    const paths = ["events?limit=100", "activity", "stats", "webhooks/1/deliveries", "inventory/1/changes"];
    const shown = await Promise.all(
      ["/metrics", ...paths.map((path) => `/v1/${path}`)].map((path) => send("GET", path)),
    );
    const public_ = [...shown.map(({ text }) => text), ...bodies];
    expect(public_.flatMap(found)).toEqual([]);
    expect(public_.join()).toContain('"order.updated"');
    expect(public_.join()).toContain('"inquiry.updated"');
    expect(await columnsWithSecrets(url)).toEqual([
      "inquiries.contact",
      "inquiries.message",
      "inquiries.name",
      "inquiries.note",
      "order_words.words",
      "orders.customer_contact",
      "orders.customer_name",
      "orders.note",
    ]);

    // Erased.
    expect((await send("PATCH", "/v1/store/orders/1", { customer: null, note: null })).status).toBe(200);
    expect((await send("DELETE", "/v1/inquiries/1")).status).toBe(204);
    await program.stop("SIGTERM");
    expect(found(program.stdout().replaceAll(`/v1/${SECRETS[0]}`, "") + program.stderr())).toEqual([]);
    expect(await columnsWithSecrets(url)).toEqual([]);
    await program[Symbol.asyncDispose]();
  });
}

test("erased data of an order is soon gone from every byte of SQLite's files, while the service runs", async () => {
  {
    using folder = openFolder();
    const url = folder.url("shop.db");
    await using program = await startProgram({ cwd: folder.path, env: { DATABASE_URL: url } });
    const client = program.as(program.printedKeys[0]);
    await client.createPet({ body: { name: "Rex", categoryId: 7n } });
    await client.updateInventory({ params: { petId: 1n }, body: { quantity: 500 } });
    const made = { name: "Marlene", contact: "0170", note: "Haustuer" };
    const text = (kind: keyof typeof made, nth: number) => `${made[kind]}-${nth}x${"z".repeat((nth * 37) % 200)}`;
    const numbers = Array.from({ length: 60 }, (_, at) => at + 1);
    for (const nth of numbers) {
      const ada = { name: text("name", nth), contact: text("contact", nth) };
      const body = { petId: 1n, customer: ada, note: text("note", nth).repeat(5).slice(0, 500) };
      expect(await client.placeOrder({ body })).toMatchObject({ status: 201, body: { id: BigInt(nth) } });
    }
    const erasing = [
      { erases: ["name", "contact"], body: { customer: null } },
      { erases: ["contact"], body: { customer: { contact: null } } },
      { erases: ["name"], body: { customer: { name: "Ada" } } },
      { erases: ["note"], body: { note: null } },
      { erases: ["name", "contact", "note"], body: undefined },
      { erases: [], body: { shipDate: "2026-12-24T12:00:00Z" } },
    ] as const;
    const [erased, kept] = [new Set<string>(), new Set<string>()];
    for (const nth of numbers) {
      const { erases, body } = erasing[nth % erasing.length] ?? erasing[0];
      const params = { orderId: BigInt(nth) };
      const done = body === undefined ? client.cancelOrder({ params }) : client.updateOrder({ params, body });
      expect((await done).status).toBeLessThan(300);
      for (const kind of ["name", "contact", "note"] as const) {
        (erases.some((other) => other === kind) ? erased : kept).add(`${made[kind]}-${nth}x`);
      }
    }
    const inFiles = (texts: Set<string>) => {
      const bytes = readdirSync(folder.path).map((name) => readFileSync(folder.file(name), "latin1"));
      // The index of words has them folded.
      const all = bytes.join("\n").toLowerCase();
      return [...texts].filter((one) => all.includes(one.toLowerCase()));
    };
    await until(() => inFiles(erased).length === 0, "files without what was erased").catch(() => {});
    expect(inFiles(erased)).toEqual([]);
    expect(inFiles(kept)).toEqual([...kept]);
  }
});

test("of an inquiry that became a reservation, a backup has what the database has; once both are erased, nothing has anything", async () => {
  using folder = openFolder();
  const env = { DATABASE_URL: folder.url("shop.db"), SHOP_NAME: "Riverside", SHOP_INQUIRIES: "1", LOG_LEVEL: "trace" };
  await using program = await startProgram({ cwd: folder.path, env });
  const client = program.as(program.printedKeys[0]);
  await client.createPet({ body: { name: "Rex", categoryId: 7n } });
  const asked = { ...customer, message: note };
  const form = new URLSearchParams(asked);
  const sent = await fetch(`${program.origin}/pets/1`, { method: "POST", body: form, redirect: "manual" });
  expect(sent.status).toBe(303);
  // As Today does it: the order takes over who asked, and the question is done.
  expect(await client.placeOrder({ body: { petId: 1n, customer } })).toMatchObject({ status: 201 });
  const params = { inquiryId: 1n };
  expect(await client.updateInquiry({ params, body: { state: "closed" } })).toMatchObject({ body: asked });

  const backup = async (name: string) => {
    const { exitCode, stdout, stderr } = await runCommand(folder.path, env, ["backup", name]);
    expect([exitCode, found(stdout + stderr)]).toEqual([0, []]);
    return columnsWithSecrets(folder.url(name));
  };
  const everywhere = [
    "inquiries.contact",
    "inquiries.message",
    "inquiries.name",
    "order_words.words",
    "orders.customer_contact",
    "orders.customer_name",
  ];
  expect(await backup("before.db")).toEqual(everywhere);

  // What is erased of the one stays in the other.
  expect(await client.deleteInquiry({ params })).toMatchObject({ status: 204 });
  expect(await columnsWithSecrets(env.DATABASE_URL)).toEqual(
    everywhere.filter((column) => !column.startsWith("inquiries.")),
  );
  expect(await client.updateOrder({ params: { orderId: 1n }, body: { customer: null } })).toMatchObject({
    status: 200,
  });
  expect(await backup("after.db")).toEqual([]);
  const inFile = (name: string) => found(readFileSync(folder.file(name), "latin1"));
  const service = () => readdirSync(folder.path).filter((name) => name.startsWith("shop.db"));
  await until(() => service().flatMap(inFile).length === 0, "files without what was erased").catch(() => {});
  expect([...service(), "after.db"].map((name) => [name, inFile(name)])).toEqual(
    [...service(), "after.db"].map((name) => [name, []]),
  );
  // Backups keep what there was.
  expect(inFile("before.db")).toEqual(SECRETS);
  await program.stop("SIGTERM");
  expect(found(program.stdout() + program.stderr())).toEqual([]);
});

test("a log that cannot be emptied of erased data is logged, counted and retried", async () => {
  using folder = openFolder();
  await using program = await startProgram({ cwd: folder.path, env: { DATABASE_URL: folder.url("shop.db") } });
  const client = program.as(program.printedKeys[0]);
  await client.createPet({ body: { name: "Rex", categoryId: 7n } });
  await client.placeOrder({ body: { petId: 1n, customer } });
  const erased = await client.updateOrder({ params: { orderId: 1n }, body: { customer: null } });
  expect(erased.status).toBe(200);
  // Nobody can open it again.
  rmSync(folder.file("shop.db"));
  const failed = async () => {
    const metrics = await (await fetch(`${program.origin}/metrics`)).text();
    return Number(/^petstore_store_failed_checkpoints_total (\d+)$/m.exec(metrics)?.[1]);
  };
  await until(async () => (await failed()) > 1, "two failures");
  expect(program.stdout()).toContain('"reason":"what was erased is still in the log: ');
});

test("the file of a backup is not named for a customer, and its output does not have one", async () => {
  using folder = openFolder();
  const url = await kinds["SQLite"]?.(folder, "shop.db");
  const env = { DATABASE_URL: url ?? "" };
  const program = await startProgram({ cwd: folder.path, env });
  const client = program.as(program.printedKeys[0]);
  await client.createPet({ body: { name: "Rex", categoryId: 7n } });
  expect(await client.placeOrder({ body: { petId: 1n, customer } })).toMatchObject({ status: 201 });
  await program.stop("SIGTERM");
  await program[Symbol.asyncDispose]();
  const made = await runCommand(folder.path, env, ["backup", "shop-copy.db"]);
  const checked = await runCommand(folder.path, env, ["doctor"]);
  expect([made.exitCode, checked.exitCode]).toEqual([0, 0]);
  const outputs = [made.stdout, made.stderr, checked.stdout, checked.stderr, ...readdirSync(folder.path)];
  expect(outputs.flatMap(found)).toEqual([]);
  expect(found(readFileSync(folder.file("shop-copy.db"), "latin1"))).toContain("Zwiebelfisch");
});
