/* What expires where the clock is wrong, or right and nothing happens (decision 072). */
import { describe, expect } from "bun:test";
import { DAY_MS } from "../../src/core/feed/local-days.ts";
import { expiring, purge } from "../../src/core/purge/purge.ts";
import { PurgeClock } from "../../src/core/purge/purge-clock.ts";
import { test } from "../support/databases.ts";
import { addInquiry } from "../support/examples.ts";
import { openService, type TestService } from "../support/harness.ts";

const HOUR_MS = 3_600_000;
const RETENTION_MS = 180 * DAY_MS;

/** A computer with a service: its clock may jump, and its service purges when it is told to. */
class Computer implements AsyncDisposable {
  readonly service: TestService;
  #uptimeMs = 0;
  #clock = this.#newClock();

  constructor(service: TestService) {
    this.service = service;
  }

  /** Opens one with an event and an inquiry, whose service has purged once. */
  static async open(): Promise<Computer> {
    const computer = new Computer(await openService());
    await computer.sell();
    expect(await computer.purge()).toBeUndefined();
    return computer;
  }

  #newClock(): PurgeClock {
    return new PurgeClock(() => this.#uptimeMs);
  }

  /** Stores an event and an inquiry, as a day in the shop does. */
  async sell(): Promise<void> {
    await this.service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    await this.service.publish();
    await this.service.store.transaction(async ({ inquiries }) => {
      const id = await addInquiry(inquiries, 1n);
      const inquiry = (await inquiries.find(id)) as NonNullable<Awaited<ReturnType<typeof inquiries.find>>>;
      await inquiries.replace(inquiry, { ...inquiry, state: "answered" }, this.service.now);
    });
  }

  pass(ms: number): void {
    this.service.now += ms;
    this.#uptimeMs += ms;
  }

  jump(ms: number): void {
    this.service.now += ms;
  }

  restart(): void {
    this.#uptimeMs = 0;
    this.#clock = this.#newClock();
  }

  /** Deletes what has expired. Returns what is wrong with the clock, if it cannot be right. */
  async purge(): Promise<string | undefined> {
    const { store, now } = this.service;
    const problem = await store.transaction(({ purges }) => this.#clock.begin(purges, now));
    if (problem === undefined) {
      for (const kind of expiring) await purge(store, kind, { now, keptSince: now - RETENTION_MS });
    }
    return problem;
  }

  /** How many events and inquiries are left. */
  async left(): Promise<readonly number[]> {
    const slice = { after: 0n, limit: 100 };
    const { events, inquiries } = this.service.store;
    return [(await events.list({}, slice, 10_000n)).length, (await inquiries.list({}, slice)).length];
  }

  [Symbol.asyncDispose]() {
    return this.service[Symbol.asyncDispose]();
  }
}

/** The events of a new pet, and an inquiry. */
const ALL = [2, 1];

describe("a running service", () => {
  test.each([2 * HOUR_MS, DAY_MS, 300 * DAY_MS, 3650 * DAY_MS])(
    "deletes nothing after a jump ahead of %p ms",
    async (ms) => {
      await using computer = await Computer.open();
      computer.pass(HOUR_MS);
      computer.jump(ms);
      expect(await computer.purge()).toContain("days after the last time that expired rows were deleted");
      // Neither by waiting, nor because somebody sells a pet.
      await computer.sell();
      computer.pass(HOUR_MS);
      expect(await computer.purge()).toContain("days after");
      expect(await computer.left()).toEqual([4, 2]);
    },
  );

  test("goes on by itself when the clock is set back", async () => {
    await using computer = await Computer.open();
    computer.jump(3650 * DAY_MS);
    expect(await computer.purge()).toBeDefined();
    computer.jump(-3650 * DAY_MS);
    for (let hour = 0; hour < 2; hour++) {
      computer.pass(HOUR_MS);
      expect(await computer.purge()).toBeUndefined();
    }
    expect(await computer.left()).toEqual(ALL);
  });

  test("deletes nothing while the clock is back by years, and does not forget how late it was", async () => {
    await using computer = await Computer.open();
    computer.jump(-20 * 365 * DAY_MS);
    expect(await computer.purge()).toContain("days before the last time that expired rows were deleted");
    await computer.sell();
    computer.jump(20 * 365 * DAY_MS);
    computer.pass(HOUR_MS);
    expect(await computer.purge()).toBeUndefined();
    // What was sold meanwhile has the time of that clock. The events before it are not older for that.
    expect(await computer.left()).toEqual([4, 1]);
  });

  test.each([-HOUR_MS, HOUR_MS])("bears an hour, as when it is corrected: %p ms", async (ms) => {
    await using computer = await Computer.open();
    computer.pass(DAY_MS);
    computer.jump(ms);
    expect(await computer.purge()).toBeUndefined();
  });

  test("bears a computer that sleeps, whose clock and uptime go on", async () => {
    await using computer = await Computer.open();
    for (let night = 0; night < 30; night++) {
      computer.pass(14 * HOUR_MS);
      expect(await computer.purge()).toBeUndefined();
    }
  });

  test("goes on when somebody says that the clock is right", async () => {
    await using computer = await Computer.open();
    computer.jump(200 * DAY_MS);
    expect(await computer.purge()).toBeDefined();
    await computer.service.store.transaction(({ purges }) => purges.record(computer.service.now));
    computer.pass(HOUR_MS);
    expect(await computer.purge()).toBeUndefined();
    expect(await computer.left()).toEqual([0, 0]);
  });

  test("believes no other instance that is still right while its own clock is not", async () => {
    await using computer = await Computer.open();
    computer.pass(2 * HOUR_MS);
    const { now } = computer.service;
    await computer.service.store.transaction(({ purges }) => purges.record(now));
    computer.jump(300 * DAY_MS);
    expect(await computer.purge()).toBeDefined();
  });
});

describe("a start", () => {
  test("after 400 days deletes what has expired, and a day later nothing", async () => {
    await using computer = await Computer.open();
    computer.jump(401 * DAY_MS);
    computer.restart();
    expect(await computer.purge()).toContain("401.0 days after");
    expect(await computer.left()).toEqual(ALL);
    computer.jump(-DAY_MS);
    expect(await computer.purge()).toBeUndefined();
    expect(await computer.left()).toEqual([0, 0]);
  });

  test("with a clock far in the past deletes nothing, and continues once it is set", async () => {
    await using computer = await Computer.open();
    computer.jump(-15 * 365 * DAY_MS);
    computer.restart();
    expect(await computer.purge()).toBeDefined();
    // As a time server does a minute after the start.
    computer.jump(15 * 365 * DAY_MS);
    expect(await computer.purge()).toBeUndefined();
    expect(await computer.left()).toEqual(ALL);
  });
});

describe("an inquiry", () => {
  test("is gone 180 days after its last change, also where nothing else happens", async () => {
    await using computer = await Computer.open();
    for (let day = 0; day < 180; day++) {
      computer.pass(DAY_MS);
      expect(await computer.purge()).toBeUndefined();
    }
    expect(await computer.left()).toEqual(ALL);
    computer.pass(1);
    await computer.purge();
    expect(await computer.left()).toEqual([0, 0]);
  });

  test("from a time when the clock was ten years ahead is gone 180 days after the clock was set", async () => {
    await using computer = await Computer.open();
    computer.jump(3650 * DAY_MS);
    await computer.sell();
    computer.jump(-3650 * DAY_MS);
    expect(await computer.purge()).toBeUndefined();
    computer.pass(180 * DAY_MS);
    await computer.purge();
    expect(await computer.left()).toEqual([4, 2]);
    computer.pass(1);
    await computer.purge();
    // The events go with the next one that has a time which can be right.
    expect(await computer.left()).toEqual([2, 0]);
  });
});
