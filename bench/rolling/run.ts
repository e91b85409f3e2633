/* One run: instances that come and go under clients, and what is found afterwards. */
import { figure } from "../tables.ts";
import { type Followed, Followers } from "./feed.ts";
import { Fleet } from "./fleet.ts";
import { Clients, type Told } from "./load.ts";
import { current } from "./releases.ts";
import { judge, type Verdict } from "./verdict.ts";

/** Lines of one import. */
const LINES = 1000;
const PATIENCE_MS = 300_000;

/** What a run found. */
export interface Figures {
  readonly told: Told;
  readonly followed: Followed;
  readonly verdict: Verdict;
  readonly longestGapMs: number;
  /** From the last change of instances until all rows were filled in. */
  readonly filledInMs: number;
  /** What `doctor` of this release does not call ok. */
  readonly doctor: readonly string[];
  readonly isRight: boolean;
}

/** A database with instances and clients. */
export class Run implements AsyncDisposable {
  readonly fleet: Fleet;
  readonly #followers: Followers;
  #clients: Clients | undefined;
  readonly #seeded = new Map<number, string>();

  constructor(url: string) {
    this.fleet = new Fleet(url);
    this.#followers = new Followers(this.fleet);
  }

  /** Adds pets, whose words the next release has to fill in. */
  async seed(count: number): Promise<void> {
    for (let from = 0; from < count; from += LINES) {
      const names = Array.from({ length: LINES }, (_, nth) => `Seed z${from + nth}z Garten`);
      const created = await this.fleet.send("POST", "/imports?createCategories=true", {
        body: names.map((name) => ({ name, categoryId: 7 })),
        isFile: true,
      });
      if (created.status !== 200) throw new Error(`import: ${created.status} ${JSON.stringify(created.body)}`);
    }
    for (let from = 1; from <= count; from += 100) {
      const ids = Array.from({ length: 100 }, (_, nth) => from + nth);
      const { body } = await this.fleet.send("GET", `/pets?limit=100&ids=${ids}`);
      for (const { id, name } of body as { id: number; name: string }[]) this.#seeded.set(id, name);
    }
  }

  async begin(given: { readonly hasSearch: boolean }): Promise<void> {
    await this.#followers.start();
    this.#clients = new Clients(this.fleet, given);
    for (const [id, name] of this.#seeded) this.#clients.told.names.set(id, name);
    await this.#clients.start();
  }

  /** Stops the clients and compares. */
  async end(what: string): Promise<Figures> {
    if (this.#clients === undefined) throw new Error("the clients have not begun");
    const told = await this.#clients.stop();
    const startedAt = performance.now();
    // The last instances may be of the release before: this one has to find everything, too.
    const judging = await this.fleet.add(current);
    const isFilled = async () => {
      const { body } = await this.fleet.sendTo(judging, "GET", `${judging.program.origin}/readyz`);
      return (body as { upgrades?: unknown }).upgrades === undefined;
    };
    while (!(await isFilled())) {
      if (performance.now() - startedAt > PATIENCE_MS) throw new Error("rows are not filled in after five minutes");
      await Bun.sleep(100);
    }
    const filledInMs = performance.now() - startedAt;
    const followed = await this.#followers.stop();
    const verdict = await judge(this.fleet, judging, told);
    const { stdout } = await this.fleet.run(current, "doctor");
    const doctor = stdout.split("\n").filter((line) => /^(?:FAIL|warn)/.test(line));
    const wrong = [...Object.values(verdict), followed.unequalReaders, followed.undelivered, told.searches.missed];
    const isRight = wrong.every((count) => count === 0) && told.wrong.length === 0 && !doctor.some(isFailed);
    for (const line of [...told.wrong.slice(0, 5), ...doctor]) console.log(`${what}: ${line}`);
    console.log(`${what}: ${isRight ? "all right" : "WRONG"}`);
    return { told, followed, verdict, longestGapMs: longestGap(told.acknowledgedAt), filledInMs, doctor, isRight };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.fleet[Symbol.asyncDispose]();
  }
}

function isFailed(line: string): boolean {
  return line.startsWith("FAIL");
}

function longestGap(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.max(0, ...sorted.slice(1).map((at, index) => at - (sorted[index] ?? at)));
}

/** The rows of the report. */
export function rowsOf(runs: readonly Figures[]): string[][] {
  const row = (name: string, value: (run: Figures) => string | number): string[] => {
    return [name, ...runs.map(value).map((cell) => (typeof cell === "number" ? figure(cell) : cell))];
  };
  return [
    row("acknowledged writes", ({ told }) => told.acknowledgedAt.length),
    row("pets lost / doubled", ({ verdict: { lost, doubled } }) => `${lost} / ${doubled}`),
    row("pets whose stock or orders are not as acknowledged", ({ verdict }) => verdict.miscounted),
    row("pets that a word of their name does not find", ({ verdict }) => verdict.unfound),
    row(
      "searches during the run, and without the pet",
      ({ told: { searches } }) => `${figure(searches.all)}, ${searches.missed}`,
    ),
    row("longest time between two acknowledged writes, s", ({ longestGapMs }) => (longestGapMs / 1000).toFixed(2)),
    row("responses that were repeated with the same key", ({ told }) => {
      return [...told.repeated].map(([what, count]) => `${count} x ${what}`).join(", ") || "none";
    }),
    row("requests that no repetition settled", ({ told }) => told.wrong.length),
    row("events; readers of the feed without all, in order", ({ followed }) => {
      return `${figure(followed.events)}; ${followed.unequalReaders}`;
    }),
    row(
      "messages of the webhook missing / twice",
      ({ followed }) => `${followed.undelivered} / ${followed.deliveredTwice}`,
    ),
    row("rows filled in after the last change, s", ({ filledInMs }) => (filledInMs / 1000).toFixed(1)),
    row("doctor", ({ doctor }) => doctor.map((line) => line.split(/ {2,}/).slice(0, 2).join(" ")).join(", ") || "ok"),
  ];
}
