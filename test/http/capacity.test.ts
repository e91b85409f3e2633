/* Limits on what may be in progress at one time: what counts, for how long, and who is not affected. */
import { expect, test } from "bun:test";
import { openService, refusal, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { Wire } from "../support/raw-http.ts";

const BODY = '{"name":"Rex","categoryId":7}';
const STREAM = "/v1/events/stream";

/** Opens connections that have sent the headers of a request and the first byte of its body. */
async function startBodies({ port }: TestService, key: string, count: number) {
  const head = `POST /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${key}\r\n`;
  const start = `${head}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY[0]}`;
  const wires = Array.from({ length: count }, () => new Wire(port));
  await Promise.all(wires.map((wire) => wire.send(start)));
  const hangUp = () => {
    for (const wire of wires) wire[Symbol.dispose]();
  };
  return { wires, hangUp, [Symbol.dispose]: hangUp };
}

const isRefused = (wire: Wire) => wire.received.startsWith("HTTP/1.1 503 ");

test("one key may send half of MAX_IN_FLIGHT bodies at a time, and the requests of others do not notice", async () => {
  await using service = await openService({ maxInFlight: 4, bodyTimeoutMs: 20_000 });
  const { key } = await service.as(["pets:write"]);
  using started = await startBodies(service, key, 200);
  const { wires } = started;
  await until(() => wires.filter(isRefused).length === 198, "198 refusals");
  const open = wires.filter((wire) => !isRefused(wire));
  const response = await wires.find(isRefused)?.response();
  expect(response?.headers.get("retry-after")).toBe("1");
  expect(response?.body).toContain("Limit of 2 bodies in arrival of this API key reached; retry later");

  expect(await service.reader.listPets()).toMatchObject({ status: 200 });
  expect(await service.admin.createPet({ body: rex })).toMatchObject({ status: 201 });
  for (const wire of open) {
    await wire.send(BODY.slice(1));
    expect((await wire.response()).status).toBe(201);
  }
  expect((await service.send("/v1/pets", { method: "POST", body: BODY, headers: headersOf(key) })).status).toBe(201);
});

test("bodies in arrival are limited in total, and hold no request without a body", async () => {
  await using service = await openService({ maxInFlight: 2, bodyTimeoutMs: 20_000 });
  const [one, other] = [await service.as(["pets:write"]), await service.as(["pets:write"])];
  using _ = await startBodies(service, one.key, 1);
  using __ = await startBodies(service, other.key, 1);
  await until(() => service.inFlight() === 2, "both requests");
  const refused = await service.admin.createPet({ body: rex });
  expect(refused).toMatchObject(
    refusal(503, "service_unavailable", /^Limit of 2 bodies in arrival reached; retry later$/),
  );
  expect(await service.reader.listPets()).toMatchObject({ status: 200 });
});

test("a body that ends early or late releases its slot", async () => {
  await using service = await openService({ maxInFlight: 1, bodyTimeoutMs: 1000 });
  using late = await startBodies(service, service.adminKey, 1);
  expect((await late.wires[0]?.response())?.status).toBe(408);
  const { hangUp } = await startBodies(service, service.adminKey, 1);
  await until(() => service.inFlight() === 1, "the request");
  hangUp();
  await until(() => service.inFlight() === 0, "its end");
  expect(await service.admin.createPet({ body: rex })).toMatchObject({ status: 201 });
});

test("a body refused for its length releases its slot", async () => {
  await using service = await openService({ maxInFlight: 1 });
  for (let nth = 0; nth < 3; nth++) {
    const body = { ...rex, name: "x".repeat(70_000) };
    expect(await service.admin.createPet({ body })).toMatchObject({ status: 413 });
  }
  expect(await service.admin.createPet({ body: rex })).toMatchObject({ status: 201 });
});

test("refuses more requests than may be in flight, whatever they do", async () => {
  const resolved = Promise.withResolvers<void>();
  let lookups = 0;
  const requirePublic = () => {
    lookups += 1;
    return resolved.promise;
  };
  await using service = await openService({ maxInFlight: 4, requirePublic });
  const create = () => service.admin.createWebhook({ body: { url: "https://example.com/", types: ["pet.created"] } });
  const waiting = Array.from({ length: 4 }, create);
  await until(() => lookups === 4, "four requests in flight");
  const refused = await service.reader.listPets();
  expect(refused).toMatchObject(refusal(503, "service_unavailable", "Limit of 4 requests in flight reached"));
  expect(refused.headers.get("Retry-After")).toBe("1");
  resolved.resolve();
  for (const created of waiting) expect(await created).toMatchObject({ status: 201 });
  expect(await service.reader.listPets()).toMatchObject({ status: 200 });
});

test("of streams that are requested together, no more open than may", async () => {
  await using service = await openService({ maxStreams: 3 });
  const responses = await Promise.all(Array.from({ length: 6 }, () => service.send(STREAM)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503, 503, 503]);
  await Promise.all(responses.map(({ body }) => body?.cancel()));
});

test("a stream without a reader holds no slot: HEAD, and a client that leaves before the first part", async () => {
  await using service = await openService({ maxStreams: 1 });
  for (let nth = 0; nth < 3; nth++) {
    expect((await service.send(STREAM, { method: "HEAD" })).status).toBe(200);
    using wire = new Wire(service.port);
    await wire.send(`GET ${STREAM} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.adminKey}\r\n\r\n`);
    wire.socket.destroy();
    const opens = async () => {
      const response = await service.send(STREAM);
      await response.body?.cancel();
      return response.status === 200;
    };
    await until(opens, "a free slot");
  }
});

function headersOf(key: string) {
  return { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
}
