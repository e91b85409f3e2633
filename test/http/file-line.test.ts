/* Files wait before they are read: a few are in memory, some wait, and more are refused. */
import { expect, test } from "bun:test";
import { fileLine } from "../../src/http/file-line.ts";

const MIB = 1024 * 1024;
const WAIT_MS = 60_000;

/** A line, and the names of the files that got their memory, in this order. */
function lineWith() {
  const line = fileLine();
  const started: string[] = [];
  async function take(name: string, keyId: string, megabytes: number, waitMs = WAIT_MS) {
    const release = await line.acquire({ keyId, bytes: megabytes * MIB }, waitMs);
    started.push(name);
    return release;
  }
  return { started, take };
}

/** Lets what was released start. */
const settled = () => new Promise(setImmediate);

test("32 MiB of files are in memory, half of them of one key; small ones pass those that wait", async () => {
  const { started, take } = lineWith();
  const releases = await Promise.all([take("a1", "a", 14), take("b1", "b", 14)]);
  const waiting = [take("a2", "a", 3), take("c1", "c", 10), take("c2", "c", 3), take("a3", "a", 1)];
  await settled();
  expect(started).toEqual(["a1", "b1", "c2", "a3"]);
  releases[1]?.();
  await settled();
  // a2 would be more than half for one key.
  expect(started).toEqual(["a1", "b1", "c2", "a3", "c1"]);
  releases[0]?.();
  await Promise.all(waiting);
  expect(started.at(-1)).toBe("a2");
});

test("a file that is alone never waits, however large it is", async () => {
  const { started, take } = lineWith();
  const release = await take("a1", "a", 100);
  const next = take("b1", "b", 1);
  await settled();
  expect(started).toEqual(["a1"]);
  release();
  await next;
});

test("16 files wait, 8 of one key; those after them are refused with Retry-After", async () => {
  const { take } = lineWith();
  const release = await take("first", "z", 32);
  const waiting = ["a", "b"].flatMap((key) => Array.from({ length: 8 }, (_, nth) => take(`${key}${nth}`, key, 1)));
  for (const key of ["a", "c"]) {
    const refusal = { code: "service_unavailable", headers: { "Retry-After": "3" } };
    await expect(take("late", key, 1)).rejects.toMatchObject(refusal);
  }
  release();
  await Promise.all(waiting);
});

test("a file that waits too long is refused and takes no memory later", async () => {
  const { started, take } = lineWith();
  const release = await take("a1", "a", 32);
  const refusal = { code: "service_unavailable", message: "Other files take too long; retry later" };
  await expect(take("b1", "b", 1, 1)).rejects.toMatchObject(refusal);
  release();
  await settled();
  expect(started).toEqual(["a1"]);
});
