/* The client for Python: `npm run test:python`. It needs Python 3.11 and, for its types, the npm registry. PYTHON names the interpreter. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { startProgram } from "./support/program.ts";

const PYRIGHT = "pyright@1.1.414";
const folder = join(import.meta.dir, "../clients/python");
const python = process.env["PYTHON"] ?? "python3";

test("the client and its tests have the strictest types", () => {
  const { exitCode, stdout } = Bun.spawnSync(["npm", "exec", "--yes", "--", PYRIGHT, "--project", folder]);
  expect([exitCode, stdout.toString()]).toEqual([0, expect.stringContaining("0 errors, 0 warnings")]);
}, 300_000);

test("the client works through a day in a shop, with a real service", async () => {
  const API_KEY = "configured-key-of-at-least-32-characters";
  await using program = await startProgram({ env: { PETSTORE_API_KEY: API_KEY } });
  const { exitCode, stderr } = Bun.spawnSync([python, "-m", "unittest", "discover", "--start-directory", "tests"], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: "src", BASE_URL: `${program.origin}/v1`, API_KEY },
  });
  expect([exitCode, stderr.toString()]).toEqual([0, expect.stringMatching(/\nOK\n$/)]);
}, 120_000);

test("the examples of its README run", async () => {
  const API_KEY = "configured-key-of-at-least-32-characters";
  await using program = await startProgram({ env: { PETSTORE_API_KEY: API_KEY } });
  await program.as(API_KEY).createPet({ body: { name: "Rex", categoryId: 7n, profile: { breed: "Beagle" } } });
  const readme = await Bun.file(join(folder, "README.md")).text();
  const blocks = [...readme.matchAll(/^( *)```python\n(.*?)^ *```$/gms)].map(([, indent = "", code = ""]) =>
    code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
  expect(blocks.length).toBeGreaterThan(1);
  const text = blocks.join("\n").replace("https://pets.example", program.origin);
  const { exitCode, stdout, stderr } = Bun.spawnSync([python, "-c", text], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: "src", API_KEY },
  });
  expect([exitCode, stdout.toString(), stderr.toString()]).toEqual([0, "Rex Beagle\n", ""]);
}, 120_000);
