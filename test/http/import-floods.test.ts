/* Files that are meant to hold the service or to fill its memory: another client is served while they are read. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { openService, type TestService } from "../support/harness.ts";

setDefaultTimeout(120_000);

const CSV = "text/csv";
const NDJSON = "application/x-ndjson";
const PETS = `name,categoryId,breed,size\n${"Rex,7,,\n".repeat(200)}`;

/** How much memory the process may take meanwhile, in bytes: a tenth of what each of these files took when it was read as a whole. */
const GROWTH_MAX = 300e6;

/** How often the other client is served, at least: once in so many milliseconds of the file. Before, five times in all. */
const SERVED_MS = 250;

/** Sends a file, while another client asks for one pet after the other. */
async function sendFile(service: TestService, type: string, file: string, path = "/v1/imports?dryRun=true") {
  const { rss } = process.memoryUsage;
  const before = rss();
  const startedAt = performance.now();
  const sent = { isOpen: true, served: 0, growth: 0, ms: 0 };
  const init = { method: "POST", headers: { "Content-Type": type }, body: file };
  const response = service.send(path, init).finally(() => {
    sent.isOpen = false;
    sent.ms = performance.now() - startedAt;
  });
  while (sent.isOpen) {
    expect((await service.reader.getPet({ params: { petId: 1n } })).status).toBe(404);
    sent.growth = Math.max(sent.growth, rss() - before);
    sent.served += 1;
  }
  return { ...sent, status: (await response).status, body: await (await response).json() };
}

test.each<readonly [what: string, type: string, file: () => string, body: object]>([
  [
    "3,000,000 objects without members",
    NDJSON,
    () => "{}\n".repeat(3_000_000),
    { warnings: [{ code: "not_read_to_end" }] },
  ],
  [
    "a quote that is never closed, before 5,000,000 lines",
    CSV,
    () => `name,categoryId\n"Rex,7\n${"x\n".repeat(5_000_000)}`,
    { problems: [{ code: "misplaced_quote" }, { code: "missing_value" }] },
  ],
  ["5,000,000 rows with a name alone", CSV, () => `name,categoryId\n${"a\n".repeat(5_000_000)}`, { stored: false }],
  ["10,000,000 empty lines", CSV, () => "\n".repeat(10_000_000), { problems: [{ code: "no_titles" }] }],
  [
    "10,000,000 empty lines after the titles",
    CSV,
    () => `name,categoryId\n${"\n".repeat(10_000_000)}`,
    { problems: [{ code: "empty_file" }] },
  ],
  [
    "200 pets and 2,400,000 rows of commas",
    CSV,
    () => `${PETS}${",,,\n".repeat(2_400_000)}`,
    { added: 200, problems: [] },
  ],
  [
    "200 pets and the empty rows of a whole sheet",
    CSV,
    () => `${PETS}${",,,\n".repeat(1_048_376)}`,
    { added: 200, problems: [] },
  ],
  ["10,001 pets", CSV, () => `name,categoryId\n${"Rex,7\n".repeat(10_001)}`, { code: "payload_too_large" }],
  [
    "a million columns",
    CSV,
    () => `name,categoryId${",x".repeat(1_000_000)}\nRex,7\n`,
    { problems: [{ code: "no_titles", message: expect.stringContaining("at most 1000 columns; it has more") }] },
  ],
  [
    "a row of 10,000,000 commas",
    CSV,
    () => `${PETS}x${",".repeat(10_000_000)}`,
    { problems: [{ code: "misplaced_quote", lines: [202] }] },
  ],
  [
    "an empty row of 10,000,000 commas",
    CSV,
    () => `${PETS}${",,,\n".repeat(1_000)}${",".repeat(10_000_000)}`,
    { problems: [{ code: "misplaced_quote", lines: [1202] }] },
  ],
])("another client is served while a file has %s", async (_, type, file, body) => {
  await using service = await openService();
  const sent = await sendFile(service, type, file());
  expect(sent.body).toMatchObject(body);
  expect(sent.served).toBeGreaterThan(sent.ms / SERVED_MS);
  expect(sent.growth).toBeLessThan(GROWTH_MAX);
});

test("another client is served while 10,000 pets are stored, and changed with an event for each", async () => {
  await using service = await openService();
  const lines = (name: string) =>
    Array.from({ length: 10_000 }, (_, index) => `{"id":${index + 2},"name":"${name} ${index}","categoryId":7}\n`).join(
      "",
    );
  const added = await sendFile(service, NDJSON, lines("Rex"), "/v1/imports");
  expect(added).toMatchObject({ status: 200, body: { stored: true, added: 10_000 } });
  const changed = await sendFile(service, NDJSON, lines("Mia"), "/v1/imports?update=true");
  expect(changed).toMatchObject({ status: 200, body: { stored: true, updated: 10_000 } });
  for (const { served, ms } of [added, changed]) expect(served).toBeGreaterThan(ms / SERVED_MS);
});
