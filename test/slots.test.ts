/* The limiter: what starts at once, what waits and in which order, and what is refused. */
import { expect, test } from "bun:test";
import { type SlotLimits, Slots, type Wanted } from "../src/core/concurrency/slots.ts";

const FILES = {
  what: "files",
  max: 32,
  maxPerOwner: 16,
  maxWaiting: 16,
  maxWaitingPerOwner: 8,
  late: "Other files take too long",
  retryAfter: 3,
};

/** Slots, and the names of those that got theirs, in this order. */
function slotsWith(limits: SlotLimits = FILES) {
  const slots = new Slots(limits);
  const started: string[] = [];
  async function take(name: string, owner: string | undefined, size: number, more: Wanted = {}) {
    const release = await slots.wait({ owner, size, ...more });
    started.push(name);
    return release;
  }
  return { slots, started, take };
}

/** Lets what was released start. */
const settled = () => new Promise(setImmediate);

test("half of the slots are for one owner; small ones pass those that wait", async () => {
  const { started, take } = slotsWith();
  const releases = await Promise.all([take("a1", "a", 14), take("b1", "b", 14)]);
  const waiting = [take("a2", "a", 3), take("c1", "c", 10), take("c2", "c", 3), take("a3", "a", 1)];
  await settled();
  expect(started).toEqual(["a1", "b1", "c2", "a3"]);
  releases[1]?.();
  await settled();
  // a2 would be more than half for one owner.
  expect(started).toEqual(["a1", "b1", "c2", "a3", "c1"]);
  releases[0]?.();
  await Promise.all(waiting);
  expect(started.at(-1)).toBe("a2");
});

test("a single request never waits, however large it is", async () => {
  const { started, take } = slotsWith();
  const release = await take("a1", "a", 100);
  const next = take("b1", "b", 1);
  await settled();
  expect(started).toEqual(["a1"]);
  release();
  await next;
});

test("some wait, half of them of one owner; those after them are refused with Retry-After", async () => {
  const { take } = slotsWith();
  const release = await take("first", "z", 32);
  const waiting = ["a", "b"].flatMap((owner) =>
    Array.from({ length: 8 }, (_, nth) => take(`${owner}${nth}`, owner, 1)),
  );
  for (const owner of ["a", "c"]) {
    const refusal = { code: "service_unavailable", headers: { "Retry-After": "3" } };
    await expect(take("late", owner, 1)).rejects.toMatchObject(refusal);
  }
  release();
  await Promise.all(waiting);
});

test("who waits too long is refused and takes nothing later", async () => {
  const { started, take } = slotsWith();
  const release = await take("a1", "a", 32);
  const refusal = { code: "service_unavailable", message: "Other files take too long; retry later" };
  await expect(take("b1", "b", 1, { waitMs: 1 })).rejects.toMatchObject(refusal);
  release();
  await settled();
  expect(started).toEqual(["a1"]);
});

test("who is urgent goes ahead of those who wait", async () => {
  const { started, take } = slotsWith();
  const release = await take("first", undefined, 32);
  const waiting = [take("second", undefined, 32), take("urgent", undefined, 32, { isUrgent: true })];
  release();
  (await waiting[1])?.();
  (await waiting[0])?.();
  expect(started).toEqual(["first", "urgent", "second"]);
});

test("without a queue, the error names the limit; a slot is released once, also by work that fails", async () => {
  const { slots } = slotsWith({ what: "streams", max: 3, maxPerOwner: 2 });
  const releases = [slots.take("a"), slots.take("a")];
  const refused = { code: "service_unavailable", headers: { "Retry-After": "1" } };
  const message = "Limit of 2 streams of this API key reached; retry later";
  expect(() => slots.take("a")).toThrow(expect.objectContaining({ ...refused, message }));
  slots.take("b");
  expect(() => slots.take("c")).toThrow("Limit of 3 streams reached; retry later");
  for (let time = 0; time < 2; time++) releases[0]?.();
  expect(slots.used).toBe(2);
  const failed = () => {
    throw new Error("failed");
  };
  expect(() => slots.run("a", failed)).toThrow("failed");
  await expect(slots.run("a", async () => failed())).rejects.toThrow("failed");
  expect(slots.run("a", () => slots.used)).toBe(3);
  expect(slots.used).toBe(2);
});

test("tells when nothing is in use any more", async () => {
  const { slots } = slotsWith();
  await slots.empty();
  const release = slots.take();
  let isEmpty = false;
  const emptied = slots.empty().then(() => (isEmpty = true));
  await settled();
  expect(isEmpty).toBe(false);
  release();
  await emptied;
});
