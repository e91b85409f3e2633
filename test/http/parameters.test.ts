/* What every operation refuses in its query, with the name of the parameter: a new parameter needs a row. */
import { describe, expect, test } from "bun:test";
import { INT64_MAX } from "../../src/contract/common.ts";
import { operations } from "../../src/contract/index.ts";
import { exampleRequest } from "../support/examples.ts";
import { openService } from "../support/harness.ts";

const integer = ["", "abc", "1.0", `${INT64_MAX + 1n}`];
const flag = ["", "yes", "1", "true&%s=true"];
const date = ["", "yesterday", "2026-11-21"];
const day = ["", "yesterday", "2026-02-30", "2026-11-21T12:00:00Z", "2026-11-21&%s=2026-11-21"];

/** What each parameter expects, as the message says it, and values that are wrong. `%s` is the name. */
const wrong: Readonly<Record<string, readonly [expected: string, values: readonly string[]]>> = {
  limit: [
    "expected an integer from 1 to 100",
    ["", "0", "-1", "101", "abc", "1.5", "%20", "+5", "05", "1e1", "0x10", "99999999999999999999", "5&%s=5"],
  ],
  cursor: ["expected", ["a&%s=a"]],
  order: ["expected", ["", "up", "newest", "asc&%s=asc"]],
  status: [
    'expected one of "available", "pending", "sold"',
    ["", "lost", "Sold", "sold,pending", "null", "sold&%s=sold"],
  ],
  state: ["expected one of", ["", "lost", "failed&%s=failed"]],
  categoryId: ["expected an integer", [...integer, "1&%s=1"]],
  petId: ["expected an integer", [...integer, "1&%s=1"]],
  saleId: ["expected an integer", [...integer, "1&%s=1"]],
  ids: [
    "expected 1 to 100 integers (int64), separated by commas",
    ["", ",", "1,", ",1", "1,,2", "1,a", "1 2", "1.0", `${INT64_MAX + 1n}`, "1&%s=", "1,".repeat(100).concat("1")],
  ],
  name: ["expected", ["", "%20", "%00", "x".repeat(256), "a&%s=b"]],
  q: ["expected", ["", "%2C", "!?", "a+b+c+d+e+f+g+h+i", "a&%s=b"]],
  tag: ["expected a string of 1 to 50 characters", ["", "a&%s=b"]],
  reference: ["expected a string of 1 to 64 characters", ["", "a&%s=b"]],
  microchip: ["expected 9 to 15 letters and digits", ["", "12"]],
  include: [
    "expected one or more of profile, quantity, createdAt",
    ["", "photo", "quantity,", "Quantity", "quantity,name"],
  ],
  alt: ["expected a string of 1 to 500 characters", ["", "x".repeat(501)]],
  complete: ["expected true or false", flag],
  placedAfter: ["expected an RFC 3339 date-time", date],
  placedBefore: ["expected an RFC 3339 date-time", date],
  after: ["expected", ["", "1", "evt_x_1", "evt_-1_0"]],
  types: ["pet.created, pet.updated", ["", "pet.bought", "pet.created,", "pet.created&%s=pet.bought"]],
  day: ["expected a day of the calendar", day],
  days: ["expected an integer from 1 to 366", ["", "0", "367", "-1", "abc", "1.5"]],
  timeZone: ["expected", ["", "Mars/Olympus", "%2B01:00", "-05:00", "Europe/Berlin,UTC", "UTC&%s=UTC"]],
  allowDuplicates: ["expected true or false", flag],
  allowOtherPets: ["expected true or false", flag],
  dryRun: ["expected true or false", flag],
  published: ["expected true or false", flag],
  update: ["expected true or false", flag],
  createCategories: ["expected true or false", flag],
  map: ["expected a title and one of", ["Nom=nome", "Nom"]],
  mapStatus: ["expected", ["adopted=gone", "adopted"]],
  mapValues: ["given once", ["sex:Bock=male&%s=sex:Bock=male"]],
  dates: ["given once", ["dmy&%s=mdy"]],
  skip: ["expected numbers of lines such as 3,17-20", ["a", "3,", "3-", "3&%s=4"]],
  match: ["expected one of id, reference, microchip", ["", "name", "id&%s=id"]],
  completedAfter: ["expected an RFC 3339 date-time", date],
  completedBefore: ["expected an RFC 3339 date-time", date],
  returnedAfter: ["expected an RFC 3339 date-time", date],
  returnedBefore: ["expected an RFC 3339 date-time", date],
  arrivedBefore: ["expected a day of the calendar", day],
  bornAfter: ["expected a day of the calendar", day],
  bornBefore: ["expected a day of the calendar", day],
  to: ["expected a day of the calendar", day],
  by: ["expected", ["", "week", "category&%s=category"]],
  file: ["expected a string of 1 to 255 characters", ["", "a".repeat(256), "%00", "a&%s=a"]],
  // An import has these two too, with words of its own.
  from: ["expected", day],
  currency: ["expected", ["EUR&%s=EUR"]],
  photo: ["expected true or false", flag],
  careDue: ["expected true or false", flag],
  kind: ['expected one of "vaccination", ', ["", "walk", "check&%s=check"]],
  dueBefore: ["expected a day of the calendar", day],
  spreadsheet: ["expected true or false", flag],
  byteOrderMark: ["expected true or false", flag],
  separator: ['expected one of "comma", "semicolon"', ["", ",", "Comma", "comma&%s=comma"]],
  priceFrom: ["expected an integer", [...integer, "1&%s=1"]],
  priceTo: ["expected an integer", [...integer, "1&%s=1"]],
  sex: ['expected one of "female", "male"', ["", "Male", "male,female", "male&%s=male"]],
  unit: ["expected one of kg, g, lb, oz", ["", "stone", "kg&%s=kg"]],
  size: ['expected one of "small", "medium", "large", "extra_large"', ["", "huge", "small&%s=small"]],
  sort: ['expected one of "id", "', ["", "price", "id&%s=id"]],
};

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly field: string }[];
}

/** Those of the query but a key, which is refused as keys are. */
const namesOf = ({ query, keyParameter }: (typeof operations)[number]) =>
  Object.keys(query?.shape ?? {}).filter((name) => name !== keyParameter);
const withQuery = operations.filter((operation) => namesOf(operation).length > 0);

test("every parameter has a row here", () => {
  const names = withQuery.flatMap(namesOf);
  expect(Object.keys(wrong).sort()).toEqual([...new Set(names)].sort());
});

describe("refuses, naming the parameter:", () => {
  for (const operation of withQuery) {
    test(operation.id, async () => {
      await using service = await openService();
      const { path, ...init } = await exampleRequest(service.store, operation);
      const refusals: object[] = [];
      const expectations: object[] = [];
      for (const name of namesOf(operation)) {
        const [expected, values] = wrong[name] ?? ["", []];
        for (const value of values) {
          const query = `${name}=${value.replace("%s", name)}`;
          const response = await service.send(`${path}?${query}`, init);
          const { code, message, details } = (await response.json()) as Refusal;
          const field = details?.[0]?.field ?? message.split(":")[0];
          const names = message.includes(expected) ? expected : message;
          refusals.push({ query, status: response.status, code, field, names });
          expectations.push({ query, status: 400, code: "invalid_parameter", field: name, names: expected });
        }
      }
      expect(refusals).toEqual(expectations);
    });
  }
});
