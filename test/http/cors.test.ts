import { expect, test } from "bun:test";
import { openService } from "../support/harness.ts";

const SHOP = "https://shop.example";
const OTHER = "https://other.example";
const configured = { corsOrigins: [SHOP, "https://kiosk.example"] };

const allowed = ({ headers }: { headers: Headers }) => headers.get("Access-Control-Allow-Origin");

test("lets a page of a configured origin read responses, failures and their headers", async () => {
  await using service = await openService(configured);
  const headers = { Origin: SHOP };
  for (const response of [
    await service.reader.listPets({ headers }),
    await service.anonymous.listPets({ headers }),
    await service.send("/v1/dogs", { headers }),
    await service.send("/v1/pets", { headers, method: "DELETE" }),
  ]) {
    expect(allowed(response)).toBe(SHOP);
    expect(response.headers.get("Vary")).toBe("Origin");
    expect(response.headers.get("Access-Control-Expose-Headers")).toContain("Link");
    expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
  }
});

test("keeps a page of another origin from reading the response, with Vary for caches", async () => {
  await using service = await openService(configured);
  for (const origin of [OTHER, "http://shop.example", `${SHOP}.evil`, "https://SHOP.example", "null"]) {
    const response = await service.reader.listPets({ headers: { Origin: origin } });
    expect([origin, response.status, allowed(response)]).toEqual([origin, 200, null]);
    expect(response.headers.get("Vary")).toBe("Origin");
  }
});

test("sends no CORS headers without configured origins", async () => {
  await using service = await openService();
  const response = await service.reader.listPets({ headers: { Origin: SHOP } });
  expect(allowed(response)).toBeNull();
  expect(response.headers.get("Vary")).toBeNull();
});

test.each([
  ["permits a configured origin, without a key", configured, SHOP, SHOP],
  ["gives no permission to another origin", configured, OTHER, null],
  ["gives no permission without configured origins", {}, SHOP, null],
])("a preflight %s", async (_, settings, origin, permitted) => {
  await using service = await openService(settings);
  const preflight = (path: string) => {
    const headers = { Authorization: "", Origin: origin, "Access-Control-Request-Method": "POST" };
    return service.send(path, { method: "OPTIONS", headers });
  };
  const { status, headers } = await preflight("/v1/pets");
  expect([status, allowed({ headers })]).toEqual([204, permitted]);
  expect(headers.get("Access-Control-Allow-Methods")).toBe(permitted && "GET, POST, HEAD, OPTIONS");
  if (permitted) expect(headers.get("Access-Control-Allow-Headers")).toContain("Authorization, Content-Type");
  expect(headers.get("Access-Control-Max-Age")).toBe(permitted && "600");
  expect((await preflight("/v1/dogs")).status).toBe(401);
});

test("lets any page read the published document", async () => {
  await using service = await openService(configured);
  expect(allowed(await service.send("/v1/openapi.json", { headers: { Origin: OTHER } }))).toBe("*");
});
