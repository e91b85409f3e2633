/* The real process: what an operator relies on. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { runCommand } from "../support/command.ts";
import { emptyFolder } from "../support/folder.ts";
import { KEY, type Program, runProgram, startProgram, until } from "../support/program.ts";
import { Wire } from "../support/raw-http.ts";

// A test starts several processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const rex = { name: "Rex", categoryId: 9223372036854775807n } as const;
const CONFIGURED = "configured-key-of-at-least-32-characters";

/** The one key that the first start prints. */
function firstKey({ printedKeys }: Program): string {
  expect(printedKeys).toHaveLength(1);
  return printedKeys[0] ?? "";
}

describe("the first start in an empty folder", () => {
  test("prints no key when PETSTORE_API_KEY is set, and one at the first start without it", async () => {
    using folder = emptyFolder();
    {
      await using configured = await startProgram({ cwd: folder.path, env: { PETSTORE_API_KEY: CONFIGURED } });
      expect(await configured.as(CONFIGURED).createPet({ body: rex })).toMatchObject({ ok: true });
      expect(configured.printedKeys).toEqual([]);
    }
    await using later = await startProgram({ cwd: folder.path });
    expect(await later.as(CONFIGURED).listPets()).toMatchObject({ status: 401 });
    expect(await later.as(firstKey(later)).listPets()).toMatchObject({ ok: true, body: [rex] });
  });

  test("gives keys of staging a different prefix", async () => {
    await using program = await startProgram({ env: { PETSTORE_ENVIRONMENT: "staging" } });
    expect(firstKey(program)).toStartWith("pets_test_");
  });
});

test("the start says that SHOP_INQUIRIES does nothing without SHOP_NAME, and nothing with it", async () => {
  const said = /SHOP_INQUIRIES is 1, but there is no page for visitors: set SHOP_NAME too/;
  await using alone = await startProgram({ env: { SHOP_INQUIRIES: "1" } });
  await alone.until(said);
  await using shop = await startProgram({ env: { SHOP_INQUIRIES: "1", SHOP_NAME: "Riverside" } });
  await shop.until(/data {7}/);
  expect(shop.stderr()).not.toMatch(said);
});

/** Starts to send a pet with the configured key: the headers and the first bytes of the body. */
async function startToAdd({ origin }: Program, body: string): Promise<Wire> {
  const wire = new Wire(Number(new URL(origin).port));
  await wire.send(
    `POST /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${CONFIGURED}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
  );
  // The request that has begun, and this one.
  const isInFlight = async () => /^petstore_\w*in_flight\w* 2$/m.test(await (await fetch(`${origin}/metrics`)).text());
  await until(isInFlight, "the request");
  return wire;
}

describe("a shutdown", () => {
  const body = '{"name":"Rex","categoryId":7}';

  test("finishes the request in flight, accepts no new connection and exits with 0", async () => {
    await using program = await startProgram({ env: { PETSTORE_API_KEY: CONFIGURED } });
    using wire = await startToAdd(program, body);
    const stopped = program.stop("SIGTERM");
    await program.until(/SIGTERM, finishing requests in flight \(at most 10 s\)/);
    const healthz = () => fetch(`${program.origin}/healthz`);
    await until(async () => (await healthz().catch(() => undefined)) === undefined, "the end of new connections");
    await wire.send(body.slice(9));

    expect(await stopped).toBe(0);
    const response = await wire.response();
    expect(response).toMatchObject({
      status: 201,
      body: '{"id":1,"name":"Rex","categoryId":7,"status":"available"}\n',
    });
    expect(await wire.rest()).toBe("");
  });

  test("ends after SHUTDOWN_TIMEOUT when a request does not end", async () => {
    await using program = await startProgram({ env: { PETSTORE_API_KEY: CONFIGURED, SHUTDOWN_TIMEOUT: "1" } });
    using _ = await startToAdd(program, body);
    // It never ends, so whatever ends the process is the limit that the message names.
    expect(await program.stop("SIGTERM")).toBe(0);
    expect(program.stderr()).toContain("SIGTERM, finishing requests in flight (at most 1 s)");
  });

  test("is clean even when nobody reads the output", async () => {
    await using program = await startProgram({ isLeftAlone: true });
    expect(await (await fetch(`${program.origin}/healthz`)).json()).toEqual({ status: "ok" });
    expect(await program.stop("SIGTERM")).toBe(0);
  });
});

describe("a start that fails", () => {
  test("reports every wrong setting and what was expected, and exits with 2", async () => {
    using folder = emptyFolder();
    const env = {
      PORT: "70000",
      PETSTORE_ENVIRONMENT: "test",
      PETSTORE_API_KEY: "short-secret",
      RATE_LIMIT: "fast",
      CORS_ORIGINS: "shop.example",
      DATABASE_READ_URL: "standby.example",
    };
    const run = await runProgram(["serve", "--log-level", "loud"], { cwd: folder.path, env });
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    for (const name of [...Object.keys(env), "--log-level"]) expect(run.stderr).toContain(`${name}: expected `);
    expect(run.stderr).toContain('PORT: expected an integer from 0 to 65535; got "70000"');
    expect(run.stderr).not.toContain("short-secret");
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("a file .env in the folder of the start counts, unless the environment has the setting", async () => {
    using folder = emptyFolder();
    await Bun.write(join(folder.path, ".env"), 'PORT="70000"\nRATE_LIMIT=fast\n');
    const { stderr } = await runProgram(["serve"], { cwd: folder.path, env: { PORT: "80000" } });
    expect(stderr).toContain('PORT: expected an integer from 0 to 65535; got "80000"');
    expect(stderr).toContain('RATE_LIMIT: expected an integer from 0 to 1000000; got "fast"');
  });

  test("a taken port creates no database", async () => {
    using folder = emptyFolder();
    const url = `sqlite://${folder.path}/petstore.db`;
    using other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const taken = await runProgram(["serve", "--port", String(other.port)], {
      cwd: folder.path,
      env: { DATABASE_URL: url },
    });
    expect(taken).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("in use") });
    expect(existsSync(`${folder.path}/petstore.db`)).toBe(false);
  });

  test("reports a taken port in one line and exits with 1; the first key is still unprinted", async () => {
    using folder = emptyFolder();
    using other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const taken = await runProgram(["serve", "--port", String(other.port)], { cwd: folder.path });
    expect(taken).toMatchObject({ exitCode: 1, stdout: "" });
    expect(taken.stderr).toMatch(
      new RegExp(
        `^petstore: cannot listen on 127\\.0\\.0\\.1, port ${other.port} .*in use: .*another port with PORT\\)\\n$`,
      ),
    );
    expect(taken.stderr.match(KEY)).toBeNull();
    await using program = await startProgram({ cwd: folder.path });
    expect(await program.as(firstKey(program)).listPets()).toMatchObject({ ok: true });
  });

  test.each([
    [
      "an address of another machine, with the setting to change",
      // 192.0.2.0/24 belongs to nobody (RFC 5737).
      ["--host", "192.0.2.1"],
      /^petstore: cannot listen on 192\.0\.2\.1, port 0 \(this machine .* set HOST to .*\)\n$/,
    ],
    [
      "a wrong address",
      ["--host", "256.1.1.1"],
      /^petstore: cannot listen on 256\.1\.1\.1, port 0 .* set HOST to .*\n$/,
    ],
    [
      "a misspelt name",
      ["--host", "shop.invalid"],
      /^petstore: .* shop\.invalid, port 0 \(the name has no address: .*\n$/,
    ],
    [
      "a database that is not ours",
      ["--database-url", "sqlite://./letter.txt"],
      /^petstore: .*letter\.txt is not a SQLite database.*\n$/,
    ],
  ])("reports %s in one line and exits with 1", async (_, args, line) => {
    using folder = emptyFolder();
    await Bun.write(join(folder.path, "letter.txt"), "Dear Rex, ".repeat(100));
    const run = await runProgram(["serve", ...args], { cwd: folder.path });
    expect(run).toEqual({ exitCode: 1, stdout: "", stderr: expect.stringMatching(line) });
  });
});

test("while the service runs, a rotated key works through the grace period, beside the new one, and then no more", async () => {
  await using program = await startProgram();
  const old = program.as(firstKey(program));
  const rotate = (grace: string, key: string) => runCommand(program.cwd, {}, ["keys", "rotate", key, "--grace", grace]);
  const rotated = await rotate("24h", "first");
  expect(rotated.exitCode).toBe(0);
  expect(rotated.stdout).toMatch(/^The old key .* works until 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/m);
  const [newKey = "", ...others] = rotated.stdout.match(KEY) ?? [];
  expect(others).toEqual([]);
  expect(await program.as(newKey).createPet({ body: rex })).toMatchObject({ ok: true });
  expect(await old.listPets()).toMatchObject({ ok: true });

  const ambiguous = await rotate("0s", "first");
  expect([ambiguous.exitCode, ambiguous.stdout]).toEqual([2, ""]);
  const [, id = ""] = /give the id, one of (\w+) \(\.\.\.\w{4}, created 20.*\), \w+ \(/.exec(ambiguous.stderr) ?? [];
  expect(await rotate("0s", id)).toMatchObject({ exitCode: 0 });
  await until(async () => (await old.listPets()).status === 401, "the end of the old key");
});

describe("the command line", () => {
  const create = (name: string, scopes: string, ...more: string[]) =>
    ["keys", "create", "--name", name, "--scopes", scopes, ...more] as const;

  test.each<[args: readonly string[], help: RegExp]>([
    [["fly"], /^petstore: unknown command 'fly'/],
    [["backpu", "file"], /^petstore: unknown command 'backpu'\n\(Did you mean backup\?\)/],
    [["--fly"], /unknown option '--fly'/],
    [["--prot", "80"], /^petstore: unknown option '--prot'\n\(Did you mean --port\?\)/],
    [["keys", "creat"], /^petstore: unknown command 'creat'\n\(Did you mean create\?\)/],
    [["keys"], /Usage: petstore keys/],
    [["keys", "create", "--name", "kiosk"], /expected either --role or --scopes; got neither/],
    [create("kiosk", "pets:fly"), /--scopes: expected all, or some of .*; got pets:fly/],
    [create("", "all"), /--name: expected 1 to 255 printable characters/],
    [create("   ", "all"), /--name: expected .*, not all of them spaces/],
    [create("x", "all", "--expires", "soon"), /--expires: expected .* such as 90d; got soon/],
    [create("x", "all", "--expires", "0d"), /--expires: expected a time longer than 0/],
    [create("x", "all"), /no database at sqlite:\/\/\.\/data\/petstore.db/],
    [["keys", "list"], /no database at sqlite:\/\/\.\/data\/petstore.db: set DATABASE_URL to the service's database/],
    [["keys", "rotate"], /missing required argument 'key'/],
    [["serve", "--port"], /argument missing/],
    [["serve", "--port", "http"], /--port: expected an integer from 0 to 65535; got "http"/],
  ])("explains what is wrong with `petstore %p` and exits with 2", async (args, help) => {
    using folder = emptyFolder();
    const { exitCode, stdout, stderr } = await runCommand(folder.path, {}, args);
    expect(stderr).toMatch(help);
    expect(stderr).toMatch(/^(?:petstore: |Usage: )/);
    expect([exitCode, stdout, readdirSync(folder.path)]).toEqual([2, "", []]);
  });

  test.each([
    ...[["version"], ["--version"], ["-v"]].map((args) => [args, new RegExp(`^${manifest.version}\n$`)] as const),
    ...[["help"], ["--help"], ["-h"]].map((args) => [args, /petstore keys create --name kiosk/] as const),
    [["help", "serve"], /--port <value> .*\(PORT,\s+default 8080\)/],
    [["keys", "create", "--help"], /petstore keys create/],
    [["help", "keys", "create"], /petstore keys create/],
  ])("prints what `petstore %p` asks for and exits with 0", async (args, text) => {
    expect(await runCommand(import.meta.dir, {}, args)).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(text),
      stderr: "",
    });
  });
});

describe("the log", () => {
  test("has one JSON line on stdout for each request, and no key anywhere", async () => {
    await using program = await startProgram();
    const key = firstKey(program);
    await program.as(key).createPet({ body: rex });
    await fetch(`${program.origin}/v1/pets?key=${key}`, { headers: { "X-Request-Id": "mine" } });
    await program.stop("SIGTERM");
    const requests = logged(program).filter(({ msg }) => msg === "request completed");
    expect(requests).toMatchObject([
      {
        req: { id: expect.any(String), method: "POST", url: "/v1/pets" },
        res: { statusCode: 201 },
        responseTime: expect.any(Number),
        operation: "createPet",
        key: key.slice(-4),
      },
      {
        req: { id: "mine", url: "/v1/pets", remoteAddress: "127.0.0.1" },
        res: { statusCode: 401 },
        operation: "listPets",
      },
    ]);
    expect(program.stdout()).not.toMatch(KEY);
  });

  test("has an event for the start and the end of the service", async () => {
    await using program = await startProgram();
    expect(await program.stop("SIGTERM")).toBe(0);
    expect(logged(program).filter(({ msg }) => !/^request/.test(msg))).toMatchObject([
      {
        msg: "listening",
        level: 30,
        version: manifest.version,
        address: program.origin,
        environment: "production",
        database: "sqlite://./data/petstore.db",
        isNewDatabase: true,
      },
      { msg: "stopping", signal: "SIGTERM" },
    ]);
  });
});

/** The lines of a program's log. */
function logged(program: Program): readonly { readonly msg: string }[] {
  const lines = program.stdout().trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

describe("the first key, with FIRST_KEY_FILE", () => {
  test("is in the file, which only its owner may read, and nowhere else", async () => {
    using folder = emptyFolder();
    const file = join(folder.path, "first-key");
    await Bun.write(file, "the key of an earlier database");
    await using program = await startProgram({ cwd: folder.path, env: { FIRST_KEY_FILE: file } });
    const key = (await Bun.file(file).text()).trim();
    expect(await program.as(key).listPets()).toMatchObject({ ok: true });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(program.printedKeys).toEqual([]);
    expect(program.stderr()).toContain(`the first API key, with every scope, is in ${file}`);
  });

  test("no key is made while the file cannot be written, and the start fails", async () => {
    using folder = emptyFolder();
    const missing = join(folder.path, "missing");
    const file = join(missing, "first-key");
    const options = { cwd: folder.path, env: { FIRST_KEY_FILE: file } };
    const refused = await runProgram(["serve"], options);
    expect(refused.stderr).toBe(
      `petstore: FIRST_KEY_FILE: cannot write ${file}, so no key was created: the folder ${missing} ` +
        "does not exist: create it, or name another file\n",
    );
    expect(refused.exitCode).toBe(2);
    mkdirSync(missing);
    await using program = await startProgram(options);
    const key = (await Bun.file(file).text()).trim();
    expect(await program.as(key).listPets()).toMatchObject({ ok: true });
  });
});
