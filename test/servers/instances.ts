/* The service as a process on a database that fails, and what clients are told then. */
import { expect } from "bun:test";
import { CONFIGURED, once, QUIET } from "../faults/writers.ts";
import { emptyFolder } from "../support/folder.ts";
import { type Program, startProgram, until } from "../support/program.ts";

/** The message of a commit that the database did not confirm. */
export const UNCONFIRMED =
  "The database did not confirm the change: it may or may not be stored. Check before you retry";

/** Instances of the service in one folder. */
export interface Services extends AsyncDisposable {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly programs: Program[];
  /** Starts another one. */
  start(): Promise<Program>;
}

/** Starts so many instances at the same time, without a rate limit and with the configured key. */
export async function startServices(settings: Readonly<Record<string, string>>, count: number): Promise<Services> {
  const folder = emptyFolder();
  const env = { ...QUIET, ...settings };
  const start = () => startProgram({ cwd: folder.path, env });
  const programs = await Promise.all(Array.from({ length: count }, start));
  return {
    cwd: folder.path,
    env,
    programs,
    start,
    async [Symbol.asyncDispose]() {
      for (const program of programs) await program[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Starts one instance on a database. */
export async function startOn(databaseUrl: string, settings: Readonly<Record<string, string>> = {}) {
  const services = await startServices({ DATABASE_URL: databaseUrl, ...settings }, 1);
  const [program] = services.programs as [Program];
  return { program, [Symbol.asyncDispose]: () => services[Symbol.asyncDispose]() };
}

/** Creates a pet, and does not repeat the request. */
export function createPet(program: Program, headers: Readonly<Record<string, string>> = {}) {
  return once(program).createPet({ body: { name: "Rex", categoryId: 7n }, headers });
}

/** Every pet. */
export async function petsOf(program: Program) {
  const { body } = await program.as(CONFIGURED).listPets();
  return body;
}

/** Sends a read, a write and a readiness check at once. Returns the statuses, and how long to wait after each refusal. */
export async function askAll(program: Program): Promise<readonly string[]> {
  const responses = await Promise.all([
    once(program).listPets(),
    createPet(program),
    fetch(`${program.origin}/readyz`),
  ]);
  return responses.map(({ status, headers }) => `${status} ${headers.get("Retry-After") ?? ""}`.trim());
}

/** What `askAll` returns while the database is gone. */
export const REFUSED = ["503 1", "503 1", "503 1"];

/** Waits until the service does everything. */
export function untilWorking(program: Program): Promise<void> {
  return until(async () => (await askAll(program)).every((status) => status.startsWith("2")), "responses");
}

/** Checks that a client is told to check whether its change is stored. */
export function expectUnconfirmed(outcome: Awaited<ReturnType<typeof createPet>>): void {
  expect(outcome).toMatchObject({ status: 503, body: { code: "service_unavailable", message: UNCONFIRMED } });
  expect(outcome.headers.get("Retry-After")).toBe("1");
}
