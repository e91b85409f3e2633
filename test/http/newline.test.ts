import { expect, test } from "bun:test";
import { openService } from "../support/harness.ts";

test.each(["/v1/inventory", "/v1/nothing", "/nothing", "/healthz", "/readyz", "/v1/openapi.json"])(
  "the JSON of %s ends with one newline, as that of every operation and failure",
  async (path) => {
    await using service = await openService();
    await service.stock(3000);
    expect(await (await service.send(path)).text()).toMatch(/[\]}]\n$/);
  },
);
