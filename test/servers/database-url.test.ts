import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { redactUrl } from "../../src/store/url.ts";
import { emptyFolder } from "../support/folder.ts";
import { sharedPostgres } from "../support/postgres.ts";

// A database server can be slow on a busy machine.
setDefaultTimeout(60_000);

const root = join(import.meta.dir, "../..");

/** Longer than a test may take: what ends under this limit did not wait for it. */
const ENDLESS_SECONDS = 600;

/** Starts the program with this DATABASE_URL and returns how it ended. */
async function start(databaseUrl: string, waitSeconds = ENDLESS_SECONDS, args: readonly string[] = []) {
  using folder = emptyFolder();
  const child = Bun.spawn([process.execPath, join(root, "src/main.ts"), ...args], {
    cwd: folder.path,
    env: { PATH: "/usr/bin:/bin", DATABASE_URL: databaseUrl, DATABASE_WAIT: String(waitSeconds), PORT: "0" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, output, errors };
}

/** Expects one line on stderr with this text and no password, and nothing on stdout. */
function expectOneLine(ended: Awaited<ReturnType<typeof start>>, text: RegExp): void {
  expect(ended).toMatchObject({ code: 1, output: "" });
  expect(ended.errors).toMatch(/^petstore: cannot open [^\n]+\n$/);
  expect(ended.errors).toMatch(text);
  expect(ended.errors).not.toContain("secret");
}

test("a wrong password, user or database name ends the start at once", async () => {
  const url = new URL((await sharedPostgres()).url);
  const wrong = (change: (url: URL) => void) => {
    const changed = new URL(url);
    change(changed);
    return start(changed.href);
  };
  const [password, database, user] = await Promise.all([
    wrong((url) => void (url.password = "wrong-secret")),
    wrong((url) => void (url.pathname = "/nowhere")),
    wrong((url) => void (url.username = "nobody")),
  ]);
  expectOneLine(password, /:\*\*\*@.*password authentication failed/);
  expectOneLine(database, /database "nowhere" does not exist/);
  expectOneLine(user, /password authentication failed for user "nobody"/);
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
  expectOneLine(mute, /timed out/);
  expectOneLine(left, /service:\*\*\*@/);
  expect(attempts).toBeGreaterThan(5);
});

test("an impossible address ends the start at once", async () => {
  for (const url of [
    "postgres://service:secret@127.0.0.1:99999/service",
    "postgres://service:secret%ZZ@127.0.0.1/service",
  ]) {
    const ended = await start(url);
    expectOneLine(ended, /service:\*\*\*@/);
  }
});

test("a data file that cannot be opened ends the start at once", async () => {
  const ended = await start("sqlite:///proc/none/petstore.db");
  expect(ended).toMatchObject({ code: 1, output: "" });
  expect(ended.errors).toMatch(/^petstore: [^\n]*\/proc\/none\/petstore\.db[^\n]*\n$/);
});

test("every command reports an unreachable database in the same way", async () => {
  expectOneLine(
    await start("postgres://service:secret@127.0.0.1:1/service", 2, ["keys", "list"]),
    /127\.0\.0\.1:1\/service: /,
  );
});

test("an unknown kind of database is a configuration error", async () => {
  const ended = await start("mysql://service:secret@127.0.0.1/service");
  expect(ended.code).toBe(2);
  expect(ended.errors).toMatch(/^petstore: DATABASE_URL: expected sqlite:/);
  expect(ended.errors).not.toContain("secret");
});

test("the password of a URL is hidden wherever it is", () => {
  expect(redactUrl("postgres://service:s3@cr@t@host/service")).toBe("postgres://service:***@host/service");
  expect(redactUrl("postgres://host/service?user=a&password=secret&x=1")).toBe(
    "postgres://host/service?user=a&password=***&x=1",
  );
});
