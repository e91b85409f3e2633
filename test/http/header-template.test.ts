/* The headers of responses, which come from templates that responses share. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { HeaderTemplate } from "../../src/http/responses/header-template.ts";

const FIXED = { "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff" };

test("a response copies its headers: those of the next one do not change it", async () => {
  const template = new HeaderTemplate(FIXED);
  const respond = (tag: string) => {
    template.begin();
    template.set("ETag", tag);
    return new Response("body", { headers: template.end() });
  };
  const responses = ["a", "b", "c"].map(respond);
  expect(responses.map(({ headers }) => headers.get("ETag"))).toEqual(["a", "b", "c"]);
  // On the wire too, where the headers are written after the next response was made.
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: ({ url }) => respond(url.slice(-1)) });
  const sent = await Promise.all(
    Array.from({ length: 50 }, async (_, nth) =>
      (await fetch(new URL(`/${nth % 10}`, server.url))).headers.get("ETag"),
    ),
  );
  await server.stop(true);
  expect(sent).toEqual(Array.from({ length: 50 }, (_, nth) => String(nth % 10)));
});

test("any sequence of responses has the headers that each would have alone", () => {
  const name = fc.constantFrom("ETag", "Link", "Cache-Control", "Content-Type", "X-Request-Id", "Vary");
  const responses = fc.array(fc.dictionary(name, fc.constantFrom("1", "2", "3")), { maxLength: 12 });
  const property = fc.property(responses, (all) => {
    const template = new HeaderTemplate(FIXED);
    for (const own of all) {
      template.begin();
      template.setAll(own);
      expect([...template.end()]).toEqual([...new Headers({ ...FIXED, ...own })]);
    }
  });
  fc.assert(property, { numRuns: 300 });
});
