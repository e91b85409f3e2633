import { expect, test } from "bun:test";
import { until } from "../support/program.ts";
import { Wire } from "../support/raw-http.ts";
import { openStreams } from "./streams.ts";
import { CONFIGURED, once, startQuiet, streamsOf } from "./writers.ts";

test("SIGTERM ends streams properly, after the events that were sent, and the program with 0", async () => {
  await using program = await startQuiet({ SHUTDOWN_DELAY: "1" });
  using wire = new Wire(Number(new URL(program.origin).port));
  await wire.send(`GET /v1/events/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${CONFIGURED}\r\n\r\n`);
  await until(() => wire.received.includes("id: "), "the start of the stream");
  await once(program).createPet({ body: { name: "Rex", categoryId: 7n } });
  await until(() => wire.received.includes("event: pet.created"), "the event");
  const stopped = program.stop("SIGTERM");
  expect(await wire.rest()).toEndWith("\r\n0\r\n\r\n");
  expect(await stopped).toBe(0);
}, 60_000);

test("a hundred streams get an event once each, and leave nothing open", async () => {
  await using program = await startQuiet();
  await using clients = await openStreams(program, 100, "?types=pet.created");
  expect(await streamsOf(program)).toBe(100);
  await once(program).createPet({ body: { name: "Rex", categoryId: 7n } });
  await until(async () => (await clients.received()) >= 100, "the event on each stream");
  expect(await clients.end()).toBe(100);
  await until(async () => (await streamsOf(program)) === 0, "the end of the streams");
}, 60_000);
