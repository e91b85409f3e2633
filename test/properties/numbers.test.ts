/* JSON numbers in every notation, compared with a model of exact fractions that shares no code with the service. */
import { expect } from "bun:test";
import * as fc from "fast-check";
import { INT64_MAX, INT64_MIN } from "../../src/contract/common.ts";
import { test } from "../support/databases.ts";
import { openService, type TestService } from "../support/harness.ts";
import { allOf, everyPage } from "../support/pages.ts";

/** The integer that a text stands for in the grammar of RFC 8259, or what is wrong with it. */
function model(text: string): bigint | "no JSON" | "no int64" {
  const [all, minus = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$/.exec(text) ?? [];
  if (all === undefined) return "no JSON";
  const mantissa = BigInt(whole + fraction);
  const scale = BigInt(exponent) - BigInt(fraction.length);
  const numerator = scale > 0n ? mantissa * 10n ** scale : mantissa;
  const denominator = scale < 0n ? 10n ** -scale : 1n;
  if (numerator % denominator !== 0n) return "no int64";
  const value = (minus === "-" ? -1n : 1n) * (numerator / denominator);
  return value >= -(2n ** 63n) && value < 2n ** 63n ? value : "no int64";
}

async function expectAsModelled(service: TestService, text: string): Promise<void> {
  const expected = model(text);
  const headers = { "Content-Type": "application/json" };
  const body = `{"name":"Rex","categoryId":${text}}`;
  const response = await service.send("/v1/pets", { method: "POST", headers, body });
  const part = { "no JSON": '"code":"malformed_json"', "no int64": '"code":"validation_failed"' }[String(expected)];
  expect(await response.text()).toContain(part ?? `"categoryId":${expected},`);
  expect([text, response.status]).toEqual([text, part === undefined ? 201 : 400]);
}

const int64 = fc.oneof(
  fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
  fc.constantFrom(INT64_MIN, INT64_MAX, 0n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n),
);

/** Numbers near the limits: few digits, runs of zeros, exponents that move the point to the end. */
const digits = fc.oneof(
  fc.stringMatching(/^[0-9]{1,3}$/),
  fc.stringMatching(/^[0-9]{17,21}$/),
  fc
    .tuple(fc.integer({ min: 0, max: 80 }), fc.stringMatching(/^[0-9]{0,2}$/))
    .map(([zeros, end]) => `${"0".repeat(zeros)}${end}`),
  fc
    .tuple(fc.stringMatching(/^[1-9]$/), fc.integer({ min: 0, max: 80 }))
    .map(([start, zeros]) => start + "0".repeat(zeros)),
);
const exponent = fc
  .tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), fc.oneof(fc.nat(90), fc.nat(999)))
  .map(([e, sign, power]) => `${e}${sign}${power}`);
const written = fc
  .tuple(
    fc.constantFrom("", "", "", "-", "+"),
    digits,
    fc.oneof(
      fc.constant(""),
      digits.map((fraction) => `.${fraction}`),
    ),
    fc.oneof(fc.constant(""), exponent),
  )
  .map((parts) => parts.join(""));

test("a number is accepted exactly if it is an int64, however it is written", async () => {
  const examples: readonly (readonly [ReturnType<typeof model>, readonly string[]])[] = [
    [0n, ["-0", "-0.0e5", "0e999"]],
    [1n, ["1.0", "10e-1", "0.1e1"]],
    [1000n, ["1e3"]],
    [7n, [`0.${"0".repeat(80)}7e81`, `7${"0".repeat(80)}e-80`]],
    [INT64_MAX, ["9223372036854775807.0"]],
    [INT64_MIN, ["-9223372036854775808e0"]],
    [
      "no int64",
      ["1e400", "1e-400", "1.0000000000000000000001", "0.5", "1e19", `${INT64_MAX + 1n}`, `${INT64_MIN - 1n}`],
    ],
    ["no JSON", ["01", "-01", "00", "+1", ".5", "1.", "1e", "0x10", "1_000", "--1", "Infinity"]],
  ];
  await using service = await openService();
  for (const [value, texts] of examples) {
    for (const text of texts) {
      expect([text, model(text)]).toEqual([text, value]);
      await expectAsModelled(service, text);
    }
  }
  await fc.assert(
    fc.asyncProperty(written, (text) => expectAsModelled(service, text)),
    { numRuns: 500 },
  );
});

test("every int64 is accepted in many notations", async () => {
  await using service = await openService();
  const notation = fc.tuple(int64, fc.nat(40), fc.constantFrom("e-", "E-")).map(([value, zeros, e]) => {
    const [sign, whole] = value < 0n ? ["-", String(-value)] : ["", String(value)];
    return value === 0n ? "0" : `${sign}${whole}${"0".repeat(zeros)}${e}${zeros}`;
  });
  await fc.assert(
    fc.asyncProperty(notation, (text) => expectAsModelled(service, text)),
    { numRuns: 100 },
  );
});

test("every int64 is returned as it was sent, and valid as an id in a path and a filter", async () => {
  await using service = await openService();
  await service.stock(1);
  const { admin, reader } = service;
  const property = fc.asyncProperty(int64, async (value) => {
    const { headers } = await admin.createPet({ body: { name: "Rex", categoryId: value } });
    const petId = BigInt(headers.get("Location")?.split("/").at(-1) ?? "");
    expect(await reader.getPet({ params: { petId } })).toMatchObject({ body: { id: petId, categoryId: value } });
    expect(await reader.listPets({ query: { ids: [petId] } })).toMatchObject({ body: [{ categoryId: value }] });
    const isFound = value >= 1n && value <= petId;
    expect((await reader.getPet({ params: { petId: value } })).status).toBe(isFound ? 200 : 404);
    expect((await reader.listPets({ query: { ids: [value] } })).body).toHaveLength(isFound ? 1 : 0);
    const call = { params: { petId: value }, body: { quantity: 1 } };
    expect((await service.clerk.updateInventory(call)).status).toBe(isFound ? 200 : 404);
  });
  await fc.assert(property, { numRuns: 100, examples: [[1n]] });
});

test("every id that a store assigns is exact in paths, filters, cursors and bodies", async () => {
  await using service = await openService();
  const id = fc.oneof(fc.bigInt({ min: 1n, max: INT64_MAX }), fc.constantFrom(1n, 2n ** 53n + 1n, INT64_MAX));
  const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 5 });
  const property = fc.asyncProperty(ids, async (some) => {
    const ascending = some.toSorted((a, b) => (a < b ? -1 : 1));
    const values = some.map((id) => `(${id}, 'Rex', 7, 'sold', 0)`).join();
    await service.sql(`delete from pets; insert into pets (id, name, category_id, status, quantity) values ${values}`);
    for (const query of ["", `&ids=${some}`, `&ids=${some.join("&ids=")}`])
      expect(allOf(await everyPage(service, `/v1/pets?limit=1${query}`), "id")).toEqual(ascending);
    expect(allOf(await everyPage(service, "/v1/inventory?limit=1"), "petId")).toEqual(ascending);
    for (const petId of some)
      expect(await service.reader.getPet({ params: { petId } })).toMatchObject({ body: { id: petId } });
  });
  await fc.assert(property, { numRuns: 30 });
});

test("a cursor with a position that is not a positive int64 is invalid, even if it is well-formed", async () => {
  await using service = await openService();
  const binding = Bun.hash.crc32(["pets", "", "", "", "", "asc"].join(" "));
  const property = fc.asyncProperty(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), async (after) => {
    const cursor = btoa(`1.${binding}.${after}`).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const { status } = await service.reader.listPets({ query: { cursor } });
    expect(status).toBe(after >= 0n && after <= INT64_MAX ? 200 : 400);
  });
  await fc.assert(property, { numRuns: 200, examples: [[0n], [-1n], [INT64_MAX], [INT64_MAX + 1n]] });
});
