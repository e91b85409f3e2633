/* The service keeps the published contract, and the generated files are current. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { operations } from "../src/contract/index.ts";
import { parseJson } from "../src/contract/json/json.ts";
import { generatedFiles } from "../tools/generate.ts";
import { exampleRequest } from "./support/examples.ts";
import { openService } from "./support/harness.ts";
import { document } from "./support/published.ts";

const root = join(import.meta.dir, "..");

test("the checked-in files are current: otherwise run `npm run generate`", async () => {
  for (const [path, text] of Object.entries(await generatedFiles())) {
    expect({ path, isCurrent: (await Bun.file(join(root, path)).text()) === text }).toEqual({ path, isCurrent: true });
  }
});

describe("a response has what the document declares, and no more:", () => {
  for (const operation of operations) {
    test(operation.id, async () => {
      await using service = await openService({ rateLimit: 1000 });
      const { path, ...init } = await exampleRequest(service.store, operation);
      const response = await service.send(path, init);
      const { success } = operation;
      expect(response.status).toBe(success.status);
      const { headers = {}, content } =
        document.paths[operation.path][operation.method.toLowerCase()].responses[success.status];
      const declared = Object.keys(headers).map((name) => name.toLowerCase());
      for (const name of ["location", "deprecation", "sunset"]) {
        expect({ name, isSent: response.headers.has(name) }).toEqual({ name, isSent: declared.includes(name) });
      }
      for (const name of ["X-Request-Id", "RateLimit", "RateLimit-Policy"]) {
        expect({ name, isSent: response.headers.has(name) }).toEqual({ name, isSent: true });
      }
      expect(response.headers.get("X-Stability")).toBe(operation.stability ?? null);
      expect(content && Object.keys(content)).toEqual(success.schema && [response.headers.get("Content-Type") ?? ""]);
      if (success.schema === undefined || success.eventStream) await response.body?.cancel();
      else {
        const text = await response.text();
        // A terminal's prompt is on a line of its own.
        expect(text).toMatch(success.text ? /\r\n$/ : /[\]}]\n$/);
        expect(success.schema.safeParse(success.text ? text : parseJson(text)).success).toBe(true);
      }
    });
  }
});

test("the failures of every operation are tested beside its resource", async () => {
  const files = [...new Bun.Glob("api/*.test.ts").scanSync(import.meta.dir)];
  const texts = await Promise.all(files.map((path) => Bun.file(join(import.meta.dir, path)).text()));
  const tested = texts.flatMap((text) => [...text.matchAll(/^describeFailures\("(\w+)"/gm)].map(([, tag]) => tag));
  expect(tested.sort()).toEqual([...new Set(operations.map(({ tag }) => tag))].sort());
});
