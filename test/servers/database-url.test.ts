import { expect, setDefaultTimeout, test } from "bun:test";
import { redactUrl } from "../../src/store/url.ts";
import { emptyFolder } from "../support/folder.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { type Run, runProgram } from "../support/program.ts";

// A database server can be slow on a busy machine.
setDefaultTimeout(60_000);

/** Longer than a test may take: what ends under this limit did not wait for it. */
const ENDLESS_SECONDS = 600;

/** Starts the program with this DATABASE_URL and returns how it ended. */
async function start(databaseUrl: string, waitSeconds = ENDLESS_SECONDS, args: readonly string[] = []): Promise<Run> {
  using folder = emptyFolder();
  const env = { DATABASE_URL: databaseUrl, DATABASE_WAIT: String(waitSeconds) };
  return await runProgram(args, { cwd: folder.path, env });
}

/** Expects one line on stderr with this text and no password, and nothing on stdout. */
function expectOneLine({ exitCode, stdout, stderr }: Run, text: RegExp): void {
  expect([exitCode, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^petstore: cannot open [^\n]+\n$/);
  expect(stderr).toMatch(text);
  expect(stderr).not.toContain("secret");
}

test.each<[keyof URL, string, RegExp]>([
  ["password", "wrong-secret", /:\*\*\*@.*password authentication failed/],
  ["pathname", "/nowhere", /database "nowhere" does not exist/],
  ["username", "nobody", /password authentication failed for user "nobody"/],
])("a wrong %s ends the start at once", async (part, value, message) => {
  const url = Object.assign(new URL((await sharedPostgres()).url), { [part]: value });
  expectOneLine(await start(url.href), message);
});

test("an unreachable database is tried again, and ends the start after DATABASE_WAIT", async () => {
  using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  let attempts = 0;
  using leaving = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        attempts += 1;
        socket.end();
      },
      data() {},
    },
  });
  const [closed, mute, left] = await Promise.all([
    start("postgres://service:secret@127.0.0.1:1/service", 2),
    start(`postgres://service:secret@127.0.0.1:${silent.port}/service`, 2),
    start(`postgres://service:secret@127.0.0.1:${leaving.port}/service`, 2),
  ]);
  expectOneLine(closed, /service:\*\*\*@127\.0\.0\.1:1\/service: /);
  expectOneLine(mute, /no database server answers there/);
  expectOneLine(left, /service:\*\*\*@/);
  expect(attempts).toBeGreaterThan(5);
});

test.each(["secret@127.0.0.1:99999", "secret%ZZ@127.0.0.1"])(
  "the impossible address %s ends the start at once",
  async (address) => {
    expectOneLine(await start(`postgres://service:${address}/service`), /service:\*\*\*@/);
  },
);

test("a data file that cannot be opened ends the start at once", async () => {
  const { exitCode, stdout, stderr } = await start("sqlite:///proc/none/petstore.db");
  expect([exitCode, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^petstore: [^\n]*\/proc\/none\/petstore\.db[^\n]*\n$/);
});

test("every command reports an unreachable database in the same way", async () => {
  const ended = await start("postgres://service:secret@127.0.0.1:1/service", 2, ["keys", "list"]);
  expectOneLine(ended, /127\.0\.0\.1:1\/service: /);
});

test("an unknown kind of database is a configuration error", async () => {
  const { exitCode, stderr } = await start("mysql://service:secret@127.0.0.1/service");
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^petstore: DATABASE_URL: expected sqlite:/);
  expect(stderr).not.toContain("secret");
});

test("the password of a URL is hidden wherever it is", () => {
  expect(redactUrl("postgres://service:s3@cr@t@host/service")).toBe("postgres://service:***@host/service");
  expect(redactUrl("postgres://host/service?user=a&password=secret&x=1")).toBe(
    "postgres://host/service?user=a&password=***&x=1",
  );
});
