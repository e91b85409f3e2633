import { expect, test } from "bun:test";
import { openService } from "../support/harness.ts";

const SHOP = "https://shop.example";
const OTHER = "https://other.example";
const configured = { corsOrigins: [SHOP, "https://kiosk.example"] };

const allowed = ({ headers }: { headers: Headers }) => headers.get("Access-Control-Allow-Origin");

const preflight = (origin: string, path = "/v1/pets") =>
  new Request(`http://shop.test${path}`, {
    method: "OPTIONS",
    headers: { Origin: origin, "Access-Control-Request-Method": "POST" },
  });

test("lets a page of a configured origin read the response and its headers", async () => {
  await using service = await openService(configured);
  const response = await service.reader.listPets({ headers: { Origin: SHOP } });
  expect(allowed(response)).toBe(SHOP);
  expect(response.headers.get("Vary")).toBe("Origin");
  expect(response.headers.get("Access-Control-Expose-Headers")).toContain("Link");
  expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
});

test("lets a page of a configured origin read failures", async () => {
  await using service = await openService(configured);
  const headers = { Origin: SHOP };
  expect(allowed(await service.anonymous.listPets({ headers }))).toBe(SHOP);
  expect(allowed(await service.send("/v1/dogs", { headers }))).toBe(SHOP);
  expect(allowed(await service.send("/v1/pets", { headers, method: "DELETE" }))).toBe(SHOP);
});

test.each([OTHER, "http://shop.example", "https://shop.example.evil", "https://SHOP.example", "null"])(
  "keeps a page of %s from reading the response, with Vary for caches",
  async (origin) => {
    await using service = await openService(configured);
    const response = await service.reader.listPets({ headers: { Origin: origin } });
    expect(response.status).toBe(200);
    expect(allowed(response)).toBeNull();
    expect(response.headers.get("Vary")).toBe("Origin");
  },
);

test("sends no CORS headers without configured origins", async () => {
  await using service = await openService();
  const response = await service.reader.listPets({ headers: { Origin: SHOP } });
  expect(allowed(response)).toBeNull();
  expect(response.headers.get("Vary")).toBeNull();
});

test("responds to a preflight without a key", async () => {
  await using service = await openService(configured);
  const response = await service.fetch(preflight(SHOP));
  expect(response.status).toBe(204);
  expect(allowed(response)).toBe(SHOP);
  expect(response.headers.get("Access-Control-Allow-Methods")).toBe("GET, POST, HEAD, OPTIONS");
  expect(response.headers.get("Access-Control-Allow-Headers")).toContain("Authorization, Content-Type");
  expect(response.headers.get("Access-Control-Max-Age")).toBe("600");
});

test("gives no permission to a preflight of another origin", async () => {
  await using service = await openService(configured);
  const response = await service.fetch(preflight(OTHER));
  expect(response.status).toBe(204);
  expect(allowed(response)).toBeNull();
  expect(response.headers.get("Access-Control-Allow-Methods")).toBeNull();
});

test("gives no permission to a preflight without configured origins", async () => {
  await using service = await openService();
  const response = await service.fetch(preflight(SHOP));
  expect(response.status).toBe(204);
  expect(allowed(response)).toBeNull();
});

test("requires a key for a preflight of an unknown path", async () => {
  await using service = await openService(configured);
  expect((await service.fetch(preflight(SHOP, "/v1/dogs"))).status).toBe(401);
});

test("lets any page read the published document", async () => {
  await using service = await openService(configured);
  expect(allowed(await service.send("/v1/openapi.json", { headers: { Origin: OTHER } }))).toBe("*");
});
