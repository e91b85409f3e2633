/* What every operation refuses in its body, with the name of the member: a new member needs a row. */
import { describe, expect, test } from "bun:test";
import { type OperationId, operations } from "../../src/contract/index.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { StaffReason, StockChangeReason } from "../../src/contract/pets/inventory.ts";
import { exampleRequest } from "../support/examples.ts";
import { NOON, openService } from "../support/harness.ts";

/** A member of a body, or one inside it; what it expects, as the message says it; and wrong values of the member as JSON. */
type Row = readonly [field: string, expected: string, values: readonly string[], only?: readonly OperationId[]];

const quoted = (length: number) => JSON.stringify("x".repeat(length));
const numbered = (count: number) => JSON.stringify(Array.from({ length: count }, (_, nth) => `tag ${nth}`));
const at = (hours: number) => JSON.stringify(new Date(NOON + hours * 3_600_000).toISOString());

/** Reasons that the service gives: no client may. */
const ownReasons = StockChangeReason.options.filter((reason) => !StaffReason.options.some((one) => one === reason));

const plain = ["createPet", "updatePet", "createCategory", "updateCategory"] as const;
const forOthers = ["createPet", "updatePet", "updateInventory", "changeStock", "placeOrder"] as const;

const rows: readonly Row[] = [
  ["name", "expected a string of 1 to 255 characters", ["null", "5", '""', '" "', '"a\\nb"', quoted(256)], plain],
  ["name", "expected 1 to 255 printable characters", ['" "', '"a\\u202eb"', quoted(256)], ["createKey", "updateKey"]],
  ["name", "expected 1 to 100 printable characters", ['"\\t "', quoted(101)], ["createInvitation"]],
  ["categoryId", "expected an integer", ["null", '"7"', "1.5", "9223372036854775808"]],
  ["status", 'expected one of "available", "pending", "sold"', ["null", '"lost"', '"Sold"']],
  ["note", "expected a string of 1 to 500 characters", ["5", '""', quoted(501)]],
  ["note", "expected a string of 1 to 500 characters", ["null"], forOthers],
  ["description", "expected a string of 1 to 500 characters", ["5", '""', quoted(501)], plain],

  ["profile", "expected an object", ["[]"]],
  ["profile.birthDate", "expected a year", ['{"birthDate":"2027"}']],
  ["profile.tags", "expected each tag once", ['{"tags":["a","A"]}']],
  ["profile.breed", "expected a string", ['{"breed":7}']],
  ["profile.price.currency", "expected a currency code", ['{"price":{"amount":1}}']],
  ["breed", "expected a string of 1 to 100 characters", ['""', '" "', "7"]],
  ["color", "expected a string of 1 to 100 characters", [quoted(101), '"a\\nb"']],
  ["sex", 'expected one of "female", "male"; got', ['"f"']],
  ["size", 'expected one of "small", "medium", "large", "extra_large"; got', ['"huge"']],
  ["neutered", "expected true or false", ['"yes"', "1"]],
  ["together", "expected an array of at most 8 ids of pets", ["1", "{}", `[${"1,".repeat(8)}1]`]],
  ["together.0", "expected", ['["1"]', "[1.5]", "[404]"]],
  ["apart", "expected true or false", ['"yes"', "1"]],
  ["published", "expected true or false", ['"yes"', "1"]],
  ["birthDate", "expected a year, a month or a day", ['"2024-13"', '"2023-02-29"', '"24"', '"0000"', "2024", '"2027"']],
  ["birthDate", "expected a year, a month or a day", ['"2024-05-17T00:00:00Z"']],
  ["description", "expected a string of 1 to 10000 characters", [quoted(10_001), '"a\\u0000b"'], ["updateProfile"]],
  ["tags", "expected at most 20 tags", [numbered(21)]],
  ["tags", "expected an array of at most 20 tags", ['"calm"']],
  ["tags", "expected each tag once, ignoring case", ['["calm","CALM"]']],
  ["tags.1", "expected a string of 1 to 50 characters", ['["calm",""]']],
  ["tags.0", "expected a string of 1 to 50 characters", ['[" calm"]', '["a|b"]', `[${quoted(51)}]`]],
  ["reference", "expected a string of 1 to 64 characters", ['" 17"', quoted(65)]],
  ["microchip", "expected 9 to 15 letters and digits", ['"12345678"', '"276 098 106 123 456"', "276098106123456"]],

  ["price", "expected an object with an amount and a currency", ["150"]],
  ["price.amount", "expected an integer from 0", ['{"amount":-1,"currency":"EUR"}', '{"amount":1.5,"currency":"EUR"}']],
  ["price.amount", "expected an integer from 0", ['{"amount":9223372036854775808,"currency":"EUR"}']],
  [
    "price.amount",
    "expected a new price with an amount and a currency",
    ['{"currency":"EUR"}', "{}"],
    ["updateProfile"],
  ],
  ["price.currency", "expected a currency code of ISO 4217", ['{"amount":1,"currency":"eur"}']],
  ["price.currency", "expected a currency code of ISO 4217", ['{"amount":1,"currency":"ABC"}']],
  ["price.currency", "expected a new price with an amount and a currency", ['{"amount":150}'], ["updateProfile"]],
  ["price.currency", "expected a currency code of ISO 4217", ['{"amount":150}'], ["placeOrder"]],

  ["alt", "expected a string of 1 to 500 characters", ['""', quoted(501)]],
  ["position", "expected an integer from 1 to 12", ["0", "13", "null"]],

  ["quantity", "expected an integer from 0 to 2147483647; got", ["-1", "1e400", '{"value":5}'], ["updateInventory"]],
  ["quantity", "expected an integer from", ['"5"', "true", "null", "1.5", "-1", "2147483648", "[5]"]],
  ["quantity", "expected an integer from 1 to 2147483647", ["0"], ["placeOrder"]],
  ["changeFromQuantity", "expected an integer from 0 to 2147483647", ["-1", "null", "1.5"]],
  ["delta", "expected an integer from -2147483647 to 2147483647, except 0", ["0", "1.5", '"1"', "null"]],
  ["delta", "expected an integer from -2147483647 to 2147483647", ["2147483648", "-2147483648"]],
  ["reason", 'expected one of "arrival", "return", "adjustment"', [...ownReasons.map((one) => `"${one}"`), "null"]],

  ["petId", "expected an integer", ["null", '"1"']],
  ["items", "expected 1 to 50 items", ['"1"', "[]", JSON.stringify(Array(51).fill({ petId: 1 }))]],
  ["items.0", "expected an object with a petId", ["[5]", "[null]"]],
  ["shipDate", "expected an RFC 3339 date-time", ['"tomorrow"', '"2026-12-01"', '"2026-12-01T09:00:00"', "1764579600"]],
  ["shipDate", "expected an RFC 3339 date-time", ['"2026-02-30T09:00:00Z"', '"2026-12-01T25:00:00Z"']],
  ["shipDay", "expected a day from 1970-01-01", ['"tomorrow"', '"2026-12-01T09:00:00Z"', '"2026-02-30"', "1764579600"]],
  ["customer", "expected an object with a name", ['"Ada"', "5", "[]"]],
  ["customer.name", "expected a string of 1 to 255 characters", ['{"name":null}', '{"name":" "}', '{"name":""}']],
  ["customer.name", "expected", [`{"name":${quoted(256)}}`, "{}", '{"contact":"1"}']],
  [
    "customer.contact",
    "expected a string of 1 to 255",
    ['{"name":"A","contact":""}', '{"name":"A","contact":"1\\n2"}'],
  ],

  ["arrivedOn", "expected a day", ['"2024"', '"2024-02-30"', '"2999-01-01"', "2024"]],
  ["ready", "expected true or false", ["null", '"yes"']],
  ["refund", "expected", ['"5"', "null"]],
  ["restock", "expected true or false", ["null", '"yes"']],

  ["kind", 'expected one of "vaccination", "treatment", "check", "weight", "note"', ["null", '"walk"', "1"]],
  ["what", "expected a string of 1 to 100 characters", ['""', '" "', '"a\\nb"', quoted(101), "5"]],
  ["doneOn", "expected a day that is not in the future", ['"2026-11"', '"2026-02-30"', '"2026-11-22"', "20261121"]],
  ["dueOn", "expected a day of the calendar", ['"tomorrow"', '"2026-02-30"', '"2026-12-01T09:00:00Z"']],
  ["everyDays", "expected an integer from 1 to 3650", ["0", "-1", "3651", "1.5", '"28"']],
  ["grams", "expected an integer from 1 to 2147483647", ["0", "-1", "1.5", '"3 kg"']],
  ["grams", "expected no weight of an entry of the kind", ["3500"]],
  ["batch", "expected a string of 1 to 100 characters", ['""', quoted(101)]],
  ["by", "expected a string of 1 to 100 characters", ['""', quoted(101)]],
  ["from", "expected a day of the calendar", ['"tomorrow"', '"2026-02-30"', "5"]],
  ["carePlan", "expected", ['"plan"', JSON.stringify(Array(21).fill({ kind: "check", what: "A", atDays: 1 }))]],
  ["carePlan.0", "expected an object with kind, what and atDays", ["[null]", "[5]", "[[]]"]],
  ["carePlan.0.kind", "expected one of", ['[{"kind":"weight","what":"A","atDays":1}]']],
  ["carePlan.0.atDays", "expected an integer from 0 to 7300", ['[{"kind":"check","what":"A","atDays":-1}]']],
  ["carePlan.0.everyDays", "expected", ['[{"kind":"check","what":"A","atDays":1,"everyDays":0}]']],
  ["on", "expected a day that is not in the future", ['"2026-11-22"', '"2026-02-30"', "5"]],

  ["state", 'expected one of "new", "answered", "closed"', ["null", '"spam"', "1"]],

  ["url", "expected a URL", ['"shop"', '"ftp://shop.example/"', '"https://rex:secret@shop.example/"', "null"]],
  ["url", "expected a URL", ['"https://shop.example/\\u0000"', '"https://shop.example/a\\r\\nb"']],
  ["url", "expected a URL", ['"https://shop.example/\\u001b[31m"', '"https://shop.example/\\u202egnp.exe"']],
  ["url", "expected a URL that starts with https://", ['"http://shop.example/"']],
  [
    "url",
    "expected a URL with one of the ports 80, 443, 8080, 8443",
    ['"https://8.8.8.8:22/"', '"https://8.8.8.8:6379/"'],
  ],
  ["url", "expected a host all of whose addresses are public", ['"https://127.0.0.1/"', '"https://[::1]/"']],
  ["types.0", "expected one of pet.created, ", ['["pet.eaten"]']],
  ["types", "expected a list of one or more of", ["[]", '["pet.created","pet.created"]', '["*","pet.created"]']],
  ["description", "expected a string of 1 to", ['""', "5"], ["createWebhook", "updateWebhook"]],
  ["active", "expected true or false", ["null", '"yes"']],

  ["scopes", "expected a list of one or more of", ["[]", '["*","pets:read"]']],
  ["scopes.0", "expected a list of one or more of", ['["pets:eat"]']],
  ["role", "expected one of owner, staff, counter, viewer", ['"king"']],
  ["expiresAt", "expected a time in the future", [at(0)]],
  ["expiresAt", "expected an RFC 3339 date-time", ['"tomorrow"']],
  ["expiresAt", "expected a time within 30 days", [at(721)], ["createInvitation"]],
  ["device", "expected", ['""', "5", quoted(101)]],
];

const withBody = operations.filter(({ body }) => body !== undefined);
const shapeOf = ({ body }: Operation) => body?.shape ?? {};
const memberOf = (field: string) => field.split(".")[0] ?? "";

test("every member of a body has a row here", () => {
  const listed = new Set(rows.map(([field]) => memberOf(field)));
  expect(listed).toEqual(new Set(withBody.flatMap((operation) => Object.keys(shapeOf(operation)))));
});

/** A wrong body, and what is wrong with it. */
type Wrong = readonly [body: string, field: string, expected: string];

/** The body of the example with wrong values of its members. */
function withWrongMembers(operation: Operation, example: object): Wrong[] {
  const hasHere = ([field, , , only]: Row) =>
    Object.hasOwn(shapeOf(operation), memberOf(field)) && (only?.some((id) => id === operation.id) ?? true);
  return rows.filter(hasHere).flatMap(([field, expected, values]) => {
    const others = JSON.stringify({ ...example, [memberOf(field)]: undefined }).slice(0, -1);
    const start = others === "{" ? others : `${others},`;
    // What is created may have null in place of what is absent (nulls.test.ts).
    const isOptional = shapeOf(operation)[field]?.safeParse(undefined).success;
    const refused = values.filter((value) => value !== "null" || operation.method !== "POST" || !isOptional);
    return refused.map((value): Wrong => [`${start}"${memberOf(field)}":${value}}`, field, expected]);
  });
}

/** The body of the example without each member that it needs, and without any. */
function withoutMembers(operation: Operation, example: object): Wrong[] {
  const needed = Object.entries(shapeOf(operation)).filter(([, member]) => !member.safeParse(undefined).success);
  const lacking = needed.map(([name]): Wrong => [JSON.stringify({ ...example, [name]: undefined }), name, "expected"]);
  const changesNothing = operation.method === "PATCH" && needed.length === 0;
  const empty = ["{}", '{"colour":"brown"}'].map((body): Wrong => [body, "body", "expected at least one of"]);
  return [...lacking, ...(changesNothing ? empty : [])];
}

/** Bodies whose members contradict each other. */
function withWrongGrants(operation: Operation): Wrong[] {
  if (!["createKey", "createInvitation"].includes(operation.id)) return [];
  return [
    ['{"name":"Ben"}', "body", "expected at least one of scopes, role"],
    ['{"name":"Ben","role":"viewer","scopes":["pets:read"]}', "body", "expected only one of scopes, role"],
  ];
}

interface Refusal {
  readonly code: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

describe("refuses, naming the member, and changes nothing:", () => {
  for (const operation of withBody) {
    test(operation.id, async () => {
      await using service = await openService();
      const { path, ...good } = await exampleRequest(service.store, operation);
      const example = JSON.parse(good.body as string) as object;
      const before = await service.dump();
      const wrong = [withWrongMembers, withoutMembers, withWrongGrants].flatMap((make) => make(operation, example));
      for (const [body, field, expected] of wrong) {
        const response = await service.send(path, { ...good, body });
        const { code, details = [] } = (await response.json()) as Refusal;
        const message = details.find((detail) => detail.field === field)?.message;
        // The words of the library, which speak of its types.
        expect(message).not.toContain("Invalid input");
        expect(message).toMatch(/: expected .+; (?:got .+|it is missing)$/s);
        expect({ body, status: response.status, code, message }).toEqual({
          body,
          status: 400,
          code: "validation_failed",
          message: expect.stringContaining(`${field}: ${expected}`),
        });
      }
      expect(await service.dump()).toEqual(before);
    });
  }
});
