/* The samples beside each operation of the reference page: they run and compile. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { contract, operations } from "../src/contract/index.ts";
import { samples } from "../src/contract/openapi/samples.ts";
import { fillPath, type Operation } from "../src/contract/operation.ts";
import { exampleRequest } from "./support/examples.ts";
import { emptyFolder } from "./support/folder.ts";
import { openService } from "./support/harness.ts";
import { jpeg } from "./support/images.ts";
import { run } from "./support/run.ts";

const root = join(import.meta.dir, "..");

function sampleOf(label: string, operation: Operation, baseUrl = "https://pets.example/v1"): string {
  return samples(operation, baseUrl).find((sample) => sample.label === label)?.source ?? "";
}

describe("the command with curl succeeds:", () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))("%s", async (_, operation) => {
    await using service = await openService();
    const { path, headers } = await exampleRequest(service.store, operation);
    const command = sampleOf("curl", operation, `http://127.0.0.1:${service.port}/v1`);
    const examplePath = `/v1${fillPath(operation.path, operation.examples.params ?? {})}"`;
    expect(command).toContain(examplePath);
    const env = { ...process.env, KEY: service.adminKey, INVITATION: headers["Authorization"]?.slice(7) };
    // The head is enough: the stream of events has no end.
    using folder = emptyFolder();
    const { file } = operation.examples;
    if (typeof file === "object") await Bun.write(join(folder.path, file.name), await jpeg());
    const curl = Bun.spawn(["sh", "-c", `exec ${command.replace(examplePath, `${path}" -isS`)}`], {
      cwd: folder.path,
      env,
      stdout: "pipe",
    });
    const { value } = await curl.stdout.getReader().read();
    curl.kill();
    expect(new TextDecoder().decode(value)).toStartWith(`HTTP/1.1 ${operation.success.status} `);
  });
});

test("the programs with the client package compile in strict mode", async () => {
  using folder = emptyFolder();
  for (const operation of operations) {
    await Bun.write(join(folder.path, `${operation.id}.ts`), sampleOf("TypeScript", operation));
  }
  const compilerOptions = {
    noPropertyAccessFromIndexSignature: false,
    typeRoots: [join(root, "node_modules/@types")],
    paths: { "petstore-client": [join(root, "src/client/index.ts")] },
  };
  const tsconfig = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["*.ts"], exclude: [] };
  await Bun.write(join(folder.path, "tsconfig.json"), JSON.stringify(tsconfig));
  await run("node_modules/.bin/tsc", "--project", folder.path);
}, 60_000);

test("the programs in Python have the names of Python", () => {
  expect(sampleOf("Python", contract.updateWebhook)).toBe(`import os
import requests

response = requests.patch(
    "https://pets.example/v1/webhooks/3",
    headers={"Authorization": f"Bearer {os.environ['KEY']}"},
    json={
        "active": False
    },
)
response.raise_for_status()
print(response.json())
`);
});
