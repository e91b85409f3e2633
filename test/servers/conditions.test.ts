/* What operators have to hear of: each condition of the table, brought about on a real service, is in log, metrics, doctor and alerts. */
import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { parse } from "yaml";
import { conditions } from "../../src/core/conditions.ts";
import { databaseIn } from "../faults/disk.ts";
import { killHalfway } from "../faults/imports.ts";
import { once, QUIET } from "../faults/writers.ts";
import { emptyFolder } from "../support/folder.ts";
import { startPostgres, startStandby } from "../support/postgres.ts";
import { type Program, runProgram, SOURCE, startProgram, until } from "../support/program.ts";

setDefaultTimeout(120_000);

type Environment = Readonly<Record<string, string>>;

/** A service under a condition, and the settings that it has. */
interface Case {
  readonly program: Program;
  readonly env: Environment;
  /** What the line of the log has besides its message. */
  readonly fields: object;
}

/** Where a case runs: what it uses is disposed of after the test. */
interface Place {
  readonly cwd: string;
  readonly env: Environment;
  readonly file: string;
  readonly stack: AsyncDisposableStack;
}

const DAY_MS = 86_400_000;

function change(file: string, sql: string): void {
  using database = new Database(file);
  database.run("pragma busy_timeout = 5000");
  database.run(sql);
}

/** Starts a service once, so that there is a database, and ends it. */
async function createDatabase({ cwd, env }: Place, work: (program: Program) => Promise<unknown> = async () => {}) {
  await using program = await startProgram({ cwd, env, command: SOURCE });
  await work(program);
  await program.stop("SIGTERM");
}

async function start({ cwd, stack }: Place, env: Environment): Promise<Program> {
  return stack.use(await startProgram({ cwd, env, command: SOURCE }));
}

/** A service with a primary and a standby. */
async function startOnStandby(place: Place) {
  const primary = await startPostgres(["fsync=off"]);
  place.stack.defer(() => primary.stop());
  const standby = await startStandby(primary, { isSynchronous: false });
  place.stack.defer(() => standby.stop());
  const url = await primary.createDatabase();
  const readUrl = new URL(url);
  readUrl.port = String(standby.port);
  const env = { ...place.env, DATABASE_URL: url, DATABASE_READ_URL: readUrl.href };
  return { standby, readUrl, env, program: await start(place, env) };
}

/** How each condition begins. */
const begin = {
  async standby(place) {
    const { standby, env, program } = await startOnStandby(place);
    await standby.stop();
    return { program, env, fields: { standby: expect.any(String), reason: expect.any(String) } };
  },
  async inquiryLimit(place) {
    const env = { ...place.env, SHOP_NAME: "Riverside", SHOP_INQUIRIES: "1" };
    const program = await start(place, env);
    await once(program).createPet({ body: { name: "Rex", categoryId: 7n } });
    const ask = (nth: number) =>
      fetch(`${program.origin}/pets/1`, {
        method: "POST",
        body: new URLSearchParams({ name: "Ada", contact: "ada@example.com", message: `Question ${nth}?` }),
      });
    for (let nth = 0; nth < 12; nth++) await ask(nth);
    return { program, env, fields: { limit: "contact", max: 10 } };
  },
  async purge(place) {
    await createDatabase(place, (program) => once(program).createPet({ body: { name: "Rex", categoryId: 7n } }));
    change(place.file, `update events set at = at - ${10 * DAY_MS}`);
    change(
      place.file,
      "create trigger fault before delete on events begin select raise(abort, 'a fault of this test'); end",
    );
    const env = { ...place.env, EVENTS_RETENTION_DAYS: "1" };
    return { program: await start(place, env), env, fields: { kind: "events", err: expect.anything() } };
  },
  async clock(place) {
    await createDatabase(place);
    change(place.file, `update purges set at = at - ${500 * DAY_MS}`);
    return {
      program: await start(place, place.env),
      env: place.env,
      fields: { problem: expect.stringContaining("500.0") },
    };
  },
  async webhook(place) {
    const receiver = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("", { status: 500 }) });
    place.stack.defer(() => receiver.stop(true));
    const env = { ...place.env, WEBHOOK_ALLOW_PRIVATE: "1" };
    const program = await start(place, env);
    const created = await once(program).createWebhook({ body: { url: `${receiver.url}hook`, types: ["*"] } });
    expect(created).toMatchObject({ status: 201 });
    for (const name of ["Rex", "Mia"]) await once(program).createPet({ body: { name, categoryId: 7n } });
    return { program, env, fields: { webhook: "1", status: 500 } };
  },
  async leftImport(place) {
    await killHalfway(place);
    const fault = "create trigger fault before delete on pets begin select raise(abort, 'a fault of this test'); end";
    change(place.file, fault);
    change(place.file, "update import_runs set leased_until = 1");
    return { program: await start(place, place.env), env: place.env, fields: { import: "1" } };
  },
} satisfies Readonly<Record<keyof typeof conditions, (place: Place) => Promise<Case>>>;

const root = join(import.meta.dir, "../..");
const alerts = parse(readFileSync(join(root, "deploy/alerts.yaml"), "utf8"));
const rules: readonly { alert: string; expr: string }[] = alerts.groups.flatMap(
  ({ rules }: { rules: readonly unknown[] }) => rules,
);

const numberOf = async ({ origin }: Program, metric: string) => {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(new RegExp(`^${metric} (\\S+)$`, "m").exec(text)?.[1]);
};

/** The lines of the log with a message. */
const linesOf = ({ stdout }: Program, message: string) =>
  stdout()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === message);

/** Checks that an operator hears of a condition in the four ways of its row. */
async function expectHeard(name: keyof typeof conditions, { program, env, fields }: Case, cwd: string): Promise<void> {
  const { log, metric, help, check, alert } = conditions[name];
  await until(() => linesOf(program, log).length > 0, `"${log}" in the log`);
  await until(async () => (await numberOf(program, metric)) > 0, `${metric} above 0`);
  expect(await (await fetch(`${program.origin}/metrics`)).text()).toContain(`# HELP ${metric} ${help}`);
  const { stdout } = await runProgram(["doctor", "--json"], { cwd, env, command: SOURCE });
  const findings = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(findings.filter((finding) => finding.check === check)).toEqual([
    expect.objectContaining({ level: expect.stringMatching(/warn|FAIL/) }),
  ]);
  expect(rules.filter((rule) => rule.alert === alert)).toMatchObject([{ expr: `${metric} > 0` }]);
  // Once, however long it lasts.
  expect(linesOf(program, log)).toEqual([expect.objectContaining({ ...fields, level: 40 })]);
}

async function inPlace(work: (place: Place) => Promise<void>): Promise<void> {
  using folder = emptyFolder();
  await using stack = new AsyncDisposableStack();
  const file = databaseIn(folder.path);
  const env = { ...QUIET, LOG_LEVEL: "warn", DATABASE_URL: `sqlite://${file}` };
  await work({ cwd: folder.path, env, file, stack });
}

const names = Object.keys(conditions) as (keyof typeof conditions)[];

test.each(names)("log, metric, doctor and alert tell of the condition %s", (name) =>
  inPlace(async (place) => expectHeard(name, await begin[name](place), place.cwd)),
);

test("a standby that was promoted is told of like one that is gone", () =>
  inPlace(async (place) => {
    const { readUrl, env, program } = await startOnStandby(place);
    {
      await using administrator = new SQL(readUrl.href, { max: 1 });
      await administrator`select pg_promote()`;
    }
    await expectHeard("standby", { program, env, fields: { reason: expect.stringContaining("promoted") } }, place.cwd);
  }));

test("a service under no condition tells of none", () =>
  inPlace(async (place) => {
    const env = { ...place.env, SHOP_NAME: "Riverside", SHOP_INQUIRIES: "1" };
    const program = await start(place, env);
    await once(program).createPet({ body: { name: "Rex", categoryId: 7n } });
    const { stdout } = await runProgram(["doctor"], { cwd: place.cwd, env, command: SOURCE });
    for (const { log, metric, check } of Object.values(conditions)) {
      expect([metric, await numberOf(program, metric)]).toEqual([metric, 0]);
      expect(linesOf(program, log)).toEqual([]);
      if (check !== conditions.standby.check) expect(stdout).toMatch(new RegExp(`^ok    ${check} `, "m"));
    }
  }));
