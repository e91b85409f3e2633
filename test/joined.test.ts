/* Which bodies are joined again. */
import { expect, test } from "bun:test";
import * as z from "zod";
import { ADDED, type Added, serializer } from "../src/contract/json/serializer.ts";
import { joiner } from "../src/http/responses/joined-bodies.ts";

const write = serializer(z.array(z.object({ id: z.number() })));

function keeper() {
  const join = joiner();
  return (value: readonly Added[]) => join(value, write);
}

/** Objects with texts that are made anew each time. */
const parts = (...texts: readonly string[]) =>
  texts.map((text, id) => ({ id, [ADDED]: `,"text":${JSON.stringify(text)}` }));

test("a body is that of its parts, whichever of them changed since", () => {
  const join = keeper();
  const first = join(parts("a", "b"));
  expect(first.body).toBe('[{"id":0,"text":"a"},{"id":1,"text":"b"}]\n');
  expect(join(parts("a", "b"))).toBe(first);
  const second = join(parts("a", "c"));
  expect(second.body).toBe('[{"id":0,"text":"a"},{"id":1,"text":"c"}]\n');
  expect(second.tag).not.toBe(first.tag);
  expect(join(parts("a")).body).toBe('[{"id":0,"text":"a"}]\n');
  expect(join(parts("a", "b"))).toEqual(first);
});

test("at most 8 MiB of bodies are cached: the least recently used go first", () => {
  const join = keeper();
  const long = Array.from({ length: 6 }, (_, id) => [{ id, [ADDED]: `,"text":"${"x".repeat(1024 * 1024 - 64)}"` }]);
  const [used = [], unused = [], ...others] = long;
  const [usedBody, unusedBody] = [join(used), join(unused)];
  for (const other of others) {
    join(other);
    expect(join(used)).toBe(usedBody);
  }
  expect(join(unused)).not.toBe(unusedBody);
});
