/* Requests of every operation in three languages. The key is in the environment variable KEY, as in the guides. */
import { fillPath, type Operation } from "../operation.ts";

/** A sample on the reference page. */
export interface Sample {
  readonly label: string;
  readonly source: string;
}

/** The example of an operation as a command and as two programs. `baseUrl` is the address of `/v1`. */
export function samples(operation: Operation, baseUrl: string): readonly Sample[] {
  const url = baseUrl + fillPath(operation.path, operation.examples.params ?? {});
  return [
    { label: "curl", source: curl(operation, url) },
    { label: "TypeScript", source: clientProgram(operation, baseUrl) },
    { label: "Python", source: python(operation, url) },
  ];
}

/** The environment variable with the bearer. */
function bearerOf({ credential }: Operation): string {
  return credential === "invitation" ? "INVITATION" : "KEY";
}

function curl(operation: Operation, url: string): string {
  const { method, examples, file, success } = operation;
  const body = examples.body === undefined ? undefined : JSON.stringify(examples.body).replaceAll("'", "'\\''");
  return [
    `curl ${success.eventStream ? "-N " : ""}${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    `-H "Authorization: Bearer $${bearerOf(operation)}"`,
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${body}'`]),
    ...(file
      ? [`-H "Content-Type: ${file.types[0]}"`, `--data-binary ${fileIn(examples, "@", `'${examples.file}'`)}`]
      : []),
  ].join(" \\\n  ");
}

/** The file of an example: its name within other words, or its text. */
function fileIn({ file }: Operation["examples"], before: string, text: string, after = ""): string {
  return typeof file === "object" ? `${before}${file.name}${after}` : text;
}

/**
 * Where an operation is in the client package: `tag.verb`, such as `pets.list` for `listPets`, except for these. What belongs to a
 * resource may be one deeper.
 */
const METHODS: Readonly<Record<string, string>> = {
  getPapers: "receipts.papers",
  listReceipts: "receipts.list",
  getReceipt: "receipts.get",
  listSales: "reports.sales",
  getClosing: "reports.closing",
  getProfile: "pets.profile",
  updateProfile: "pets.updateProfile",
  listStockChanges: "inventory.changes",
  listActivity: "activity.list",
  listDeliveries: "webhooks.deliveries",
  rotateWebhookSecret: "webhooks.rotateSecret",
  retryWebhook: "webhooks.retryAll",
  getKey: "key.get",
  listPhotos: "pets.photos.list",
  addPhoto: "pets.photos.add",
  updatePhoto: "pets.photos.update",
  deletePhoto: "pets.photos.delete",
  getKeyById: "keys.get",
  listPetCare: "care.listOfPet",
  getCareCalendar: "care.calendar",
};

/** The method of the client package for an operation, such as `pets.list`. */
export function clientMethod({ id, tag }: Operation): string {
  return METHODS[id] ?? `${tag.toLowerCase()}.${/^[a-z]+/.exec(id)}`;
}

function clientProgram(operation: Operation, baseUrl: string): string {
  const { params: schemas, examples } = operation;
  const { params = {}, body, file } = examples;
  // Names of members need no quotes.
  const json = JSON.stringify(file ?? body, null, 2)?.replace(/^( *)"(\w+)":/gm, "$1$2:");
  const isNamed = typeof file === "object";
  const literal = isNamed ? `await openAsBlob("${file.name}")` : json;
  const ids = Object.entries(params).map(([name, value]) =>
    schemas?.shape[name]?.meta()?.["type"] === "integer" ? value : JSON.stringify(value),
  );
  const given = [...ids, ...(literal === undefined ? [] : [literal])];
  return `${isNamed ? 'import { openAsBlob } from "node:fs";\n' : ""}import { Petstore } from "petstore-client";

const petstore = new Petstore({
  baseUrl: "${baseUrl}",
  apiKey: process.env.${bearerOf(operation)},
});

${statement(operation, `petstore.${clientMethod(operation)}(${given.join(", ")})`)}
`;
}

function statement({ success }: Operation, call: string): string {
  if (success.eventStream) return `for await (const event of ${call}) {\n  console.log(event);\n}`;
  if (success.text) return `console.log(await new Blob(await Array.fromAsync(${call})).text());`;
  if (success.paged) return `for await (const item of ${call}) {\n  console.log(item);\n}`;
  return success.schema ? `console.log(await ${call});` : `await ${call};`;
}

function python(operation: Operation, url: string): string {
  const { method, examples, file, success } = operation;
  const given = [
    `"${url}"`,
    `headers={"Authorization": f"Bearer {os.environ['${bearerOf(operation)}']}"${file ? `, "Content-Type": "${file.types[0]}"` : ""}}`,
    ...(file ? [`data=${fileIn(examples, 'open("', JSON.stringify(examples.file), '", "rb")')}`] : []),
    ...(examples.body === undefined ? [] : [`json=${pythonLiteral(examples.body)}`]),
    ...(success.eventStream ? ["stream=True"] : []),
  ];
  const result = success.eventStream
    ? "for line in response.iter_lines():\n    print(line.decode())\n"
    : success.text
      ? "print(response.text)\n"
      : success.schema
        ? "print(response.json())\n"
        : "";
  return `import os
import requests

response = requests.${method.toLowerCase()}(
    ${given.join(",\n    ")},
)
response.raise_for_status()
${result}`;
}

const PYTHON_NAMES: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

/** JSON as Python, which has other names for three values. */
function pythonLiteral(value: unknown): string {
  const json = JSON.stringify(value, null, 4).replaceAll("\n", "\n    ");
  return json.replace(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => PYTHON_NAMES[token] ?? token);
}
