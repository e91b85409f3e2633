import { expect, test } from "bun:test";
import { int64Members } from "../../tools/client/operations.ts";

const [int64, int32, text] = [
  { type: "integer", format: "int64" },
  { type: "integer", format: "int32" },
  { type: "string" },
];
const object = (properties: object) => ({ type: "object", properties });

test("the int64 members of a response are found at any depth", () => {
  const schema = object({
    id: int64,
    list: { type: "array", items: object({ id: text, petId: int64, count: int32 }) },
  });
  expect(int64Members("listThings", schema)).toEqual(["id", "petId"]);
});

test("a name that is int64 in one place of a response and another number elsewhere is refused", () => {
  const schema = object({ id: int64, other: object({ id: int32 }) });
  expect(() => int64Members("listThings", schema)).toThrow("listThings: id is int64 in one place only");
});
