/* The real process, run from its source but for single commands: what an operator relies on. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { emptyFolder } from "../support/folder.ts";
import {
  KEY,
  type Program,
  runProgram as runCommand,
  SOURCE,
  startProgram as startCommand,
  until,
  within,
} from "../support/program.ts";

// A test starts several processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const rex = { name: "Rex", categoryId: 9223372036854775807n } as const;
const CONFIGURED = "configured-key-of-at-least-32-characters";

type Options = Parameters<typeof startCommand>[0];
const startProgram = (options: Options) => startCommand({ command: SOURCE, ...options });
const runProgram = (args: readonly string[], options: Options) => runCommand(args, { command: SOURCE, ...options });

/** The one key that the first start prints. */
function firstKey({ printedKeys }: Program): string {
  expect(printedKeys).toHaveLength(1);
  return printedKeys[0] ?? "";
}

describe("the first start in an empty folder", () => {
  test("prints one key; data written with it survives a restart, which prints none", async () => {
    using folder = emptyFolder();
    let key: string;
    {
      await using first = await startProgram({ cwd: folder.path });
      key = firstKey(first);
      expect(key).toStartWith("pets_live_");
      expect(first.stderr()).toContain(`console    ${first.origin}/console`);
      expect(first.stderr()).toContain(`reference  ${first.origin}/docs`);
      expect(first.stderr()).toContain("data/petstore.db (new database)\n");
      expect(await first.as(key).createPet({ body: rex })).toMatchObject({ status: 201, body: rex });
      expect(first.printedKeys).toHaveLength(1);
      expect(await first.stop("SIGTERM")).toBe(0);
    }
    expect(existsSync(join(folder.path, "data/petstore.db"))).toBe(true);
    await using second = await startProgram({ cwd: folder.path });
    expect(await second.as(key).listPets()).toMatchObject({
      ok: true,
      body: [{ id: 1n, ...rex, status: "available" }],
    });
    expect(second.printedKeys).toEqual([]);
    expect(second.stderr()).not.toContain("new database");
    expect(await second.stop("SIGINT")).toBe(0);
  });

  test("prints no key when PETSTORE_API_KEY is set, and one at the first start without it", async () => {
    using folder = emptyFolder();
    {
      await using configured = await startProgram({ cwd: folder.path, env: { PETSTORE_API_KEY: CONFIGURED } });
      expect(await configured.as(CONFIGURED).createPet({ body: rex })).toMatchObject({ ok: true });
      expect(configured.printedKeys).toEqual([]);
      expect(`${configured.stdout()}${configured.stderr()}`).not.toContain(CONFIGURED);
    }
    await using later = await startProgram({ cwd: folder.path });
    expect(await later.as(CONFIGURED).listPets()).toMatchObject({ status: 401 });
    expect(await later.as(firstKey(later)).listPets()).toMatchObject({ ok: true, body: [rex] });
  });

  test("gives keys of staging a different prefix", async () => {
    using folder = emptyFolder();
    await using program = await startProgram({ cwd: folder.path, env: { PETSTORE_ENVIRONMENT: "staging" } });
    expect(firstKey(program)).toStartWith("pets_test_");
  });
});

describe("a shutdown", () => {
  test("finishes the request in flight, accepts no new connection and exits with 0", async () => {
    using folder = emptyFolder();
    await using program = await startProgram({ cwd: folder.path, env: { PETSTORE_API_KEY: CONFIGURED } });
    const { hostname, port } = new URL(program.origin);
    const body = '{"name":"Rex","categoryId":7}';
    const socket = connect(Number(port), hostname);
    let response = "";
    socket.on("data", (bytes) => {
      response += bytes;
    });
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.write(
      `POST /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${CONFIGURED}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
    );
    await untilInFlight(program);

    const stopped = program.stop("SIGTERM");
    await program.until(/SIGTERM, finishing requests in flight \(at most 10 s\)/);
    const isRefused = () =>
      fetch(`${program.origin}/healthz`).then(
        () => false,
        () => true,
      );
    await until(isRefused, "the end of new connections");
    socket.write(body.slice(9));

    expect(await stopped).toBe(0);
    await within(closed, "the end of the connection");
    expect(response).toStartWith("HTTP/1.1 201 Created\r\n");
    expect(response).toEndWith('{"id":1,"name":"Rex","categoryId":7,"status":"available"}\n');
  });

  test("ends after SHUTDOWN_TIMEOUT when a request does not end", async () => {
    using folder = emptyFolder();
    const env = { PETSTORE_API_KEY: CONFIGURED, SHUTDOWN_TIMEOUT: "1" };
    await using program = await startProgram({ cwd: folder.path, env });
    const { hostname, port } = new URL(program.origin);
    const socket = connect(Number(port), hostname).on("error", () => {});
    socket.write(
      `POST /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${CONFIGURED}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    );
    await untilInFlight(program);
    // It never ends, so whatever ends the process is the limit that the message names.
    expect(await program.stop("SIGTERM")).toBe(0);
    expect(program.stderr()).toContain("SIGTERM, finishing requests in flight (at most 1 s)");
    socket.destroy();
  });

  test("is clean even when nobody reads the output", async () => {
    using folder = emptyFolder();
    await using program = await startProgram({ cwd: folder.path, isLeftAlone: true });
    expect(await (await fetch(`${program.origin}/healthz`)).json()).toEqual({ status: "ok" });
    expect(await program.stop("SIGTERM")).toBe(0);
  });
});

/** Waits until the service has two requests: the one that does not end, and this one. */
async function untilInFlight({ origin }: Program): Promise<void> {
  const isInFlight = async () => /^petstore_\w*in_flight\w* 2$/m.test(await (await fetch(`${origin}/metrics`)).text());
  await until(isInFlight, "the request");
}

describe("a start that fails", () => {
  test("reports every wrong setting and what was expected, and exits with 2", async () => {
    using folder = emptyFolder();
    const env = {
      PORT: "70000",
      PETSTORE_ENVIRONMENT: "test",
      PETSTORE_API_KEY: "short-secret",
      RATE_LIMIT: "fast",
      CORS_ORIGINS: "shop.example",
    };
    const { exitCode, stdout, stderr } = await runProgram(["serve", "--log-level", "loud"], { cwd: folder.path, env });
    expect(exitCode).toBe(2);
    expect(stdout).toBe("");
    for (const name of [...Object.keys(env), "--log-level"]) expect(stderr).toContain(`${name}: expected `);
    expect(stderr).toContain('PORT: expected an integer from 0 to 65535; got "70000"');
    expect(stderr).not.toContain("short-secret");
    expect(existsSync(join(folder.path, "data"))).toBe(false);
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

  test("an address of another machine is reported with the setting to change", async () => {
    using folder = emptyFolder();
    // 192.0.2.0/24 belongs to nobody (RFC 5737).
    const { stderr } = await runProgram(["serve", "--host", "192.0.2.1"], { cwd: folder.path });
    expect(stderr).toMatch(/^petstore: cannot listen on 192\.0\.2\.1, port 0 \(this machine .* set HOST to .*\)\n$/);
  });

  test("reports a wrong address in one line and exits with 1", async () => {
    using folder = emptyFolder();
    const run = await runProgram(["serve", "--host", "256.1.1.1"], { cwd: folder.path });
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toMatch(/^petstore: cannot listen on 256\.1\.1\.1, port 0 .*\n$/);
  });

  test("reports a database that is not ours in one line and exits with 1", async () => {
    using folder = emptyFolder();
    await Bun.write(join(folder.path, "letter.txt"), "Dear Rex, ".repeat(100));
    const run = await runProgram(["serve", "--database-url", "sqlite://./letter.txt"], { cwd: folder.path });
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toMatch(/^petstore: .*letter\.txt is not a SQLite database.*\n$/);
  });
});

describe("keys, while the service runs", () => {
  test("a new key works at once, within its scopes, and is listed without its text", async () => {
    using folder = emptyFolder();
    await using program = await startProgram({ cwd: folder.path });
    const options = ["--name", "kiosk", "--scopes", "pets:read,inventory:read", "--expires", "90d"];
    const created = await runProgram(["keys", "create", ...options], { cwd: folder.path });
    expect(created.exitCode).toBe(0);
    expect(created.stdout).toMatch(/^pets_live_\w{36}\n$/);
    const kiosk = program.as(created.stdout.trim());
    expect(await kiosk.listPets()).toMatchObject({ ok: true });
    expect(await kiosk.createPet({ body: rex })).toMatchObject({ status: 403 });

    const { exitCode, stdout } = await runProgram(["keys", "list"], { cwd: folder.path });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ID +NAME +KEY +STATE +EXPIRES +LAST USED +ROLE +SCOPES\n/);
    expect(stdout).toMatch(/ first +\.\.\.\w{4} +usable +never .* all\n/);
    expect(stdout).toMatch(/ kiosk +\.\.\.\w{4} +usable +20\d\d-\d\d-\d\dT\d\d:\d\dZ .* pets:read inventory:read\n/);
    expect(stdout.match(KEY)).toBeNull();
  });

  test("a revoked key stops working", async () => {
    using folder = emptyFolder();
    await using program = await startProgram({ cwd: folder.path });
    const admin = program.as(firstKey(program));
    expect(await admin.listPets()).toMatchObject({ ok: true });
    const last = await runProgram(["keys", "revoke", "first"], { cwd: folder.path });
    expect(last).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("the last one that may manage keys") });
    await runProgram(["keys", "create", "--name", "Anna", "--role", "owner"], { cwd: folder.path });
    const revoked = await runProgram(["keys", "revoke", "first"], { cwd: folder.path });
    expect(revoked).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("within one second") });
    await until(async () => (await admin.listPets()).status === 401, "the end of the key");
  });

  test("a rotated key keeps working through the grace period, beside the new one", async () => {
    using folder = emptyFolder();
    await using program = await startProgram({ cwd: folder.path });
    const old = program.as(firstKey(program));
    const rotate = (grace: string, key: string) =>
      runProgram(["keys", "rotate", key, "--grace", grace], { cwd: folder.path });
    const rotated = await rotate("24h", "first");
    expect(rotated.exitCode).toBe(0);
    expect(rotated.stdout).toMatch(/^The old key .* works until 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/m);
    const [newKey = "", ...others] = rotated.stdout.match(KEY) ?? [];
    expect(others).toEqual([]);
    expect(await program.as(newKey).createPet({ body: rex })).toMatchObject({ ok: true });
    expect(await old.listPets()).toMatchObject({ ok: true });

    const ambiguous = await rotate("0s", "first");
    expect(ambiguous).toMatchObject({ exitCode: 2, stdout: "" });
    const [, id = ""] = /give the id, one of (\w+) \(\.\.\.\w{4}, created 20.*\), \w+ \(/.exec(ambiguous.stderr) ?? [];
    expect(await rotate("0s", id)).toMatchObject({ exitCode: 0 });
    await until(async () => (await old.listPets()).status === 401, "the end of the old key");
  });
});

describe("the command line", () => {
  for (const [args, help] of [
    [["fly"], /^petstore: unknown command 'fly'/],
    [["backpu", "file"], /^petstore: unknown command 'backpu'\n\(Did you mean backup\?\)/],
    [["--fly"], /unknown option '--fly'/],
    [["--prot", "80"], /^petstore: unknown option '--prot'\n\(Did you mean --port\?\)/],
    [["keys", "creat"], /^petstore: unknown command 'creat'\n\(Did you mean create\?\)/],
    [["keys"], /Usage: petstore keys/],
    [["keys", "create", "--name", "kiosk"], /expected either --role or --scopes; got neither/],
    [
      ["keys", "create", "--name", "kiosk", "--scopes", "pets:fly"],
      /--scopes: expected all, or some of .*; got pets:fly/,
    ],
    [["keys", "create", "--name", "", "--scopes", "all"], /--name: expected 1 to 255 printable characters/],
    [["keys", "create", "--name", "   ", "--scopes", "all"], /--name: expected .*, not all of them spaces/],
    [
      ["keys", "create", "--name", "x", "--scopes", "all", "--expires", "soon"],
      /--expires: expected .* such as 90d; got soon/,
    ],
    [
      ["keys", "create", "--name", "x", "--scopes", "all", "--expires", "0d"],
      /--expires: expected a time longer than 0/,
    ],
    [["keys", "create", "--name", "x", "--scopes", "all"], /no database at sqlite:\/\/\.\/data\/petstore.db/],
    [["keys", "list"], /no database at sqlite:\/\/\.\/data\/petstore.db: set DATABASE_URL to the service's database/],
    [["keys", "rotate"], /missing required argument 'key'/],
    [["serve", "--port"], /argument missing/],
    [["serve", "--port", "http"], /--port: expected an integer from 0 to 65535; got "http"/],
  ] as const) {
    test(`explains what is wrong with \`petstore ${args.join(" ")}\` and exits with 2`, async () => {
      using folder = emptyFolder();
      const { exitCode, stdout, stderr } = await runCommand(args, { cwd: folder.path });
      expect(stderr).toMatch(help);
      expect(stderr).toMatch(/^(?:petstore: |Usage: )/);
      expect(stdout).toBe("");
      expect(exitCode).toBe(2);
      expect(readdirSync(folder.path)).toEqual([]);
    });
  }

  test("prints the version and the help of every command, and exits with 0", async () => {
    using folder = emptyFolder();
    const run = (...args: string[]) => runCommand(args, { cwd: folder.path });
    for (const arg of ["version", "--version", "-v"])
      expect(await run(arg)).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: "" });
    for (const args of [["help"], ["--help"], ["-h"]]) {
      const { exitCode, stdout, stderr } = await run(...args);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      expect(stdout).toContain("petstore keys create --name kiosk");
    }
    const serve = await run("help", "serve");
    expect(serve.exitCode).toBe(0);
    expect(serve.stdout).toMatch(/--port <value> .*\(PORT,\s+default 8080\)/);
    for (const args of [
      ["keys", "create", "--help"],
      ["help", "keys", "create"],
    ]) {
      const create = await run(...args);
      expect(create).toEqual({ exitCode: 0, stdout: expect.stringContaining("petstore keys create"), stderr: "" });
    }
  });

  test("prints the checked-in document", async () => {
    using folder = emptyFolder();
    const { exitCode, stdout } = await runCommand(["openapi"], { cwd: folder.path });
    expect(exitCode).toBe(0);
    expect(stdout).toBe(await Bun.file(join(import.meta.dir, "../../api/openapi.json")).text());
  });
});

describe("the log", () => {
  test("has one JSON line on stdout for each request, and no key anywhere", async () => {
    using folder = emptyFolder();
    await using program = await startProgram({ cwd: folder.path });
    const key = firstKey(program);
    const wrong = `pets_live_${"w".repeat(36)}`;
    await program.as(key).createPet({ body: rex });
    await program.as(key).getPet({ params: { petId: 404n } });
    await program.as(wrong).listPets();
    await fetch(`${program.origin}/v1/pets?key=${key}`, { headers: { "X-Request-Id": "mine" } });
    expect(await program.stop("SIGTERM")).toBe(0);

    const lines = program.stdout().trimEnd().split("\n");
    const requests = lines.map((line) => JSON.parse(line)).filter(({ operation }) => operation !== undefined);
    expect(requests).toMatchObject([
      {
        req: { id: expect.any(String), method: "POST", url: "/v1/pets", remoteAddress: "127.0.0.1" },
        res: { statusCode: 201 },
        responseTime: expect.any(Number),
        operation: "createPet",
        key: key.slice(-4),
        msg: "request completed",
      },
      { operation: "getPet", res: { statusCode: 404 } },
      { operation: "listPets", res: { statusCode: 401 } },
      { operation: "listPets", res: { statusCode: 401 }, req: { id: "mine", url: "/v1/pets" } },
    ]);
    expect(program.stdout()).not.toMatch(KEY);
  });

  for (const workers of ["1", "2"]) {
    test(`has an event for the start and the end of the service (workers: ${workers})`, async () => {
      using folder = emptyFolder();
      const env = { WORKERS: workers };
      await using program = await startProgram({ cwd: folder.path, env });
      expect(await program.stop("SIGTERM")).toBe(0);
      const lines = program.stdout().trimEnd().split("\n");
      expect(lines.map((line) => JSON.parse(line)).filter(({ msg }) => !/^request/.test(msg))).toMatchObject([
        {
          msg: "listening",
          level: 30,
          version: manifest.version,
          address: program.origin,
          environment: "production",
          workers: Number(workers),
          database: "sqlite://./data/petstore.db",
          isNewDatabase: true,
        },
        { msg: "stopping", signal: "SIGTERM" },
      ]);
    });
  }
});

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

  for (const workers of ["1", "2"]) {
    test(`no key is made while the file cannot be written, and the start fails (${workers} workers)`, async () => {
      using folder = emptyFolder();
      const file = join(folder.path, "missing/first-key");
      const env = { FIRST_KEY_FILE: file, WORKERS: workers };
      const refused = await runProgram(["serve"], { cwd: folder.path, env });
      expect(refused.stderr).toBe(
        `petstore: FIRST_KEY_FILE: cannot write ${file}, so no key was created: the folder ${join(folder.path, "missing")} ` +
          "does not exist: create it, or name another file\n",
      );
      expect(refused.exitCode).toBe(2);
      mkdirSync(join(folder.path, "missing"));
      await using program = await startProgram({ cwd: folder.path, env });
      const key = (await Bun.file(file).text()).trim();
      expect(await program.as(key).listPets()).toMatchObject({ ok: true });
    });
  }
});
