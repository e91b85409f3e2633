/* The requests that docs/no-code.md has for tools without code: each succeeds as it is there. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { bodyOf, openService } from "./support/harness.ts";
import { jpeg } from "./support/images.ts";

const page = await Bun.file(join(import.meta.dir, "../docs/no-code.md")).text();

/** What the requests of the page name. */
const PET = 12;
const ORDER = 5;

const requests = [...page.matchAll(/^\| [^|]+ \| `(GET|POST|PATCH) (\S+)`[^|]*\| (?:`(\{.*\})`|[^|]*) ?\|$/gm)].map(
  ([, method = "", path = "", body]) => [method, path, body] as const,
);

test("the page has requests that read and requests that change something", () => {
  expect(new Set(requests.map(([method]) => method))).toEqual(new Set(["GET", "POST", "PATCH"]));
  expect(requests.length).toBeGreaterThan(6);
});

test.each(requests)("%s %s succeeds", async (method, path, body) => {
  await using service = await openService();
  await service.stock(PET);
  for (let petId = 1n; petId <= ORDER; petId++) await bodyOf(service.admin.placeOrder({ body: { petId } }));
  const form = new FormData();
  form.set("file", new File([await jpeg()], "rex.jpg", { type: "image/jpeg" }));
  const sent =
    body === undefined
      ? path.endsWith("/photos")
        ? { body: form }
        : {}
      : { body, headers: { "Content-Type": "application/json" } };
  const response = await service.send(`/v1${path}`, { method, ...sent });
  expect([response.status < 300, await response.text()]).toEqual([true, expect.any(String)]);
});
