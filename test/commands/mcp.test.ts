/* `petstore mcp`, driven by the official client of the Model Context Protocol. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { allowedOperations, toolOf } from "../../src/commands/mcp/tools.ts";
import { ALL_SCOPES } from "../../src/contract/operation.ts";
import { runCommand } from "../support/command.ts";
import { type Program, SOURCE, startProgram } from "../support/program.ts";
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

const unknown = (name: string) => `${name}: unknown, and the Prefer header asks for strict handling`;

test("a wrong call is answered with what the service expects", async () => {
  await using shop = await openAssistant({ flags: ["--write"] });
  const rex = { name: "Rex", categoryId: 7 };
  const wrong: readonly (readonly [
    tool: string,
    given: Readonly<Record<string, unknown>>,
    code: string,
    message: string,
  ])[] = [
    ["listPets", { stauts: "sold" }, "invalid_parameter", `${unknown("stauts")}; known: limit, cursor, status`],
    ["listPets", { limit: "many" }, "invalid_parameter", 'limit: expected an integer from 1 to 100; got "many"'],
    ["listPets", { body: rex }, "invalid_parameter", unknown("body")],
    ["createPet", {}, "validation_failed", "name: expected"],
    ["createPet", rex, "invalid_parameter", unknown("name")],
    ["createPet", { body: JSON.stringify(rex) }, "validation_failed", "body: expected an object"],
    ["createPet", { body: null }, "validation_failed", "body: expected an object"],
    [
      "createPet",
      { body: { ...rex, categoryId: "9007199254740993" } },
      "validation_failed",
      "categoryId: expected an integer",
    ],
    ["createPet", { body: { ...rex, profile: { breeed: "Beagle" } } }, "validation_failed", unknown("profile.breeed")],
    ["placeOrder", { body: { petId: 4711 } }, "not_found", "no pet with the id 4711"],
    ["getPet", { petId: "9007199254740993" }, "not_found", "9007199254740993"],
    ["addPhoto", { petId: 1, content: "AAAA" }, "not_found", "1"],
    ["createImport", { content: "", match: "colour" }, "invalid_parameter", "match: expected"],
  ];
  const refusals = await Promise.all(wrong.map(async ([tool, given]) => [tool, given, await shop.call(tool, given)]));
  expect(refusals).toMatchObject(
    wrong.map(([tool, given, code, message]) => [
      tool,
      given,
      { isError: true, value: { code, message: expect.stringContaining(message) } },
    ]),
  );
  expect((await shop.call("listPets")).value).toEqual([]);
});

test("a call that cannot be sent says why", async () => {
  await using shop = await openAssistant({ flags: ["--write"] });
  const wrong: readonly (readonly [tool: string, given: Readonly<Record<string, unknown>>, message: string])[] = [
    ["getPet", {}, "petId is missing"],
    ["getPet", { petId: ".." }, "petId: expected an id; got .."],
    [
      "getPet",
      { petId: 2 ** 53 + 2 },
      "petId: the number 9007199254740994 may have lost digits: an assistant's numbers are exact up to 2^53",
    ],
    [
      "createPet",
      { body: { name: "Rex", categoryId: 2 ** 53 + 2 } },
      "categoryId: the number 9007199254740994 may have lost digits: an assistant's numbers are exact up to 2^53",
    ],
    [
      "listPets",
      { limit: 1e300 },
      "limit: the number 1e+300 may have lost digits: an assistant's numbers are exact up to 2^53",
    ],
    ["addPhoto", { petId: 1, content: "not base64!" }, "content: expected the file in base64"],
    ["addPhoto", { petId: 1 }, "content: expected a string; got undefined"],
    ["createPets", {}, "There is no tool createPets"],
    ["constructor", {}, "There is no tool constructor"],
    ["streamEvents", {}, "There is no tool streamEvents"],
  ];
  for (const [tool, given, message] of wrong) {
    expect([tool, given, await shop.call(tool, given)]).toEqual([
      tool,
      given,
      { isError: true, value: message, more: [] },
    ]);
  }
});

test("a key that the service does not know, and a service that is not there, are what a call reports", async () => {
  await using shop = await openAssistant({ apiKey: "another-key-of-at-least-32-characters", flags: ["--write"] });
  expect(await shop.call("listPets")).toMatchObject({ isError: true, value: { code: "unauthorized", status: 401 } });
  await expect(shop.names()).rejects.toThrow("API key");
  await shop.program.stop("SIGKILL");
  expect(await shop.call("listPets")).toMatchObject({
    isError: true,
    value: expect.stringContaining("Unable to connect"),
  });
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
  expect(await runCommand(import.meta.dir, {}, ["mcp", "--url", "http://127.0.0.1:1/v1"])).toEqual(
    refused(2, "PETSTORE_API_KEY is not set: put the assistant's key there"),
  );
});

test("an address without a scheme is a mistake of the person who starts it", async () => {
  const env = { PETSTORE_API_KEY: API_KEY };
  expect(await runCommand(import.meta.dir, env, ["mcp", "--url", "pets.example/v1"])).toEqual(
    refused(2, "--url: expected an address such as https://pets.example/v1; got pets.example/v1"),
  );
});

test("the configuration of the guide starts it", async () => {
  await using program = await startProgram({ env: { PETSTORE_API_KEY: API_KEY } });
  const root = join(import.meta.dir, "../..");
  const guide = await Bun.file(join(root, "docs/assistants.md")).text();
  const [, entry = ""] = /```json\n(.*?)```/s.exec(guide) ?? [];
  const filled = entry
    .replace("/path/to/your/clone", root)
    .replace("https://pets.example", program.origin)
    .replace("the key from step 1", API_KEY);
  const assistant = new Client({ name: "assistant", version: "1.0.0" });
  await assistant.connect(new StdioClientTransport({ ...JSON.parse(filled).mcpServers.petstore, cwd: program.cwd }));
  expect((await assistant.listTools()).tools.map(({ name }) => name)).toContain("listPets");
  await assistant.close();
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
