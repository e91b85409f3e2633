/* `petstore mcp`, driven by the official client of the Model Context Protocol. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { allowedOperations, toolOf } from "../../src/commands/mcp/tools.ts";
import { ALL_SCOPES } from "../../src/contract/operation.ts";
import { type Program, runProgram, SOURCE, startProgram } from "../support/program.ts";
import { refused } from "./folder.ts";

setDefaultTimeout(60_000);

const API_KEY = "configured-key-of-at-least-32-characters";
const [bun, main] = SOURCE;

/** A service, and an assistant that uses it with this key. */
async function openAssistant({ apiKey = API_KEY, flags = [] as readonly string[] } = {}) {
  const stack = new AsyncDisposableStack();
  const program = stack.use(await startProgram({ env: { PETSTORE_API_KEY: API_KEY } }));
  const assistant = await connect(program, apiKey, flags);
  stack.defer(() => assistant.close());
  return { program, ...toolsOf(assistant), [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function connect(program: Program, apiKey: string, flags: readonly string[]): Promise<Client> {
  const assistant = new Client({ name: "assistant", version: "1.0.0" });
  const args = [main, "mcp", "--url", `${program.origin}/v1`, ...flags];
  await assistant.connect(
    new StdioClientTransport({ command: bun, args, env: { PETSTORE_API_KEY: apiKey }, cwd: program.cwd }),
  );
  return assistant;
}

function toolsOf(assistant: Client) {
  /** Calls a tool and returns its texts, the first one parsed if it is JSON. */
  async function call(name: string, given: Readonly<Record<string, unknown>> = {}) {
    const { content, isError } = await assistant.callTool({ name, arguments: given });
    const [first = "", ...more] = content.map((part) => (part.type === "text" ? part.text : part.type));
    const value = /^[[{]/.test(first) ? JSON.parse(first) : first;
    return { value, more, isError };
  }
  return { call, names: async () => (await assistant.listTools()).tools.map(({ name }) => name) };
}

test("an assistant adds three pets, reserves one, hands it over, and reads what is left and the sales of the month", async () => {
  await using shop = await openAssistant({ flags: ["--write"] });
  const kind = await shop.call("createCategory", { body: { name: "Dogs" } });
  const categoryId = kind.value.id;
  for (const name of ["Rex", "Mia", "Bello"]) {
    const body = { name, categoryId, profile: { breed: "Beagle", price: { amount: 15000, currency: "EUR" } } };
    expect(await shop.call("createPet", { body })).toMatchObject({ isError: false, value: { name } });
  }
  const first = await shop.call("listPets", { limit: 2, include: ["profile"] });
  expect(first.value).toMatchObject([{ name: "Rex", profile: { breed: "Beagle" } }, { name: "Mia" }]);
  const [, cursor = ""] = /with cursor (\S+)$/.exec(first.more.join()) ?? [];
  expect((await shop.call("listPets", { cursor })).value).toMatchObject([{ name: "Bello" }]);
  const petId = first.value[0].id;
  const order = await shop.call("placeOrder", { body: { petId, customer: { name: "Priya" } } });
  expect(order.value).toMatchObject({ petId, complete: false, customer: { name: "Priya" } });
  expect((await shop.call("getStats")).value).toMatchObject({ openOrders: { count: 1 } });
  expect((await shop.call("completeOrder", { orderId: order.value.id })).value).toMatchObject({ complete: true });
  expect((await shop.call("listSales", { by: "month" })).value).toMatchObject([
    { currency: "EUR", orders: 1, quantity: 1, sales: 15000, returns: 0 },
  ]);
  expect(await shop.call("deletePet", { petId: first.value[1].id })).toMatchObject({ value: "done", isError: false });
  expect((await shop.call("createImport", { content: "name,category\nLuna,Dogs\n" })).value).toMatchObject({
    added: 1,
  });
});

test("a refused call has the service's message, and changes nothing", async () => {
  await using shop = await openAssistant({ flags: ["--write"] });
  const wrong = await shop.call("createPet", { body: { name: "Rex", categoryId: "7" } });
  expect(wrong).toMatchObject({ isError: true, value: { code: "validation_failed", status: 400 } });
  expect(wrong.value.details).toMatchObject([{ field: "categoryId" }]);
  expect(await shop.call("getPet", { petId: 4711 })).toMatchObject({ isError: true, value: { code: "not_found" } });
  expect(await shop.call("getPet", {})).toMatchObject({ isError: true, value: "petId is missing" });
  expect((await shop.call("listPets")).value).toEqual([]);
});

test("without --write an assistant reads only, and its key limits which tools there are", async () => {
  await using shop = await openAssistant();
  const names = await shop.names();
  expect(names).toContain("listPets");
  expect(names).not.toContain("createPet");
  expect(names).not.toContain("streamEvents");
  const refusal = { isError: true, value: "There is no tool createPet without --write" };
  expect(await shop.call("createPet", { body: { name: "Rex", categoryId: 7 } })).toMatchObject(refusal);

  const { secret } = await shop.program
    .as(API_KEY)
    .createKey({ body: { name: "kiosk", scopes: ["pets:read"] } })
    .then(({ body }) => body as { readonly secret: string });
  const kiosk = await connect(shop.program, secret, ["--write"]);
  expect((await kiosk.listTools()).tools.map(({ name }) => name).toSorted()).toEqual(
    allowedOperations({ scopes: ["pets:read"], write: true })
      .map(({ id }) => id)
      .toSorted(),
  );
  await kiosk.close();
});

test("a key is needed, from the environment", async () => {
  expect(await runProgram(["mcp", "--url", "http://127.0.0.1:1/v1"])).toEqual(
    refused(2, "PETSTORE_API_KEY is not set: put the assistant's key there"),
  );
});

test("each tool describes its input completely, without references that lead nowhere", () => {
  const tools = allowedOperations({ scopes: [ALL_SCOPES], write: true }).map(toolOf);
  expect(tools.length).toBeGreaterThan(40);
  for (const { name, inputSchema } of tools) {
    const { $defs = {} } = inputSchema as { $defs?: object };
    const references = [...JSON.stringify(inputSchema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
    expect([name, references.filter((target) => !(String(target).replace("#/$defs/", "") in $defs))]).toEqual([
      name,
      [],
    ]);
  }
});
