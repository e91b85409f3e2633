import { expect, test } from "bun:test";
import { int64Members } from "../../tools/client/operations.ts";
import { pythonResources } from "../../tools/python/resources.ts";

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
  expect(int64Members([schema])).toEqual(["id", "petId"]);
});

test("a name that is int64 in one place of a response and another number elsewhere is refused", () => {
  const schema = object({ id: int64, other: object({ id: int32 }) });
  expect(() => int64Members([schema])).toThrow("id is int64 in one place only");
});

test("no method of the client for Python has two parameters of one name, which Python does not read", () => {
  const methods = [...pythonResources().matchAll(/^ {4}def (\w+)\(\n(.*?)^ {4}\)/gms)].map(
    ([, name = "", parameters = ""]) => ({
      name,
      parameters: [...parameters.matchAll(/^ {8}(\w+)/gm)].map(([, parameter = ""]) => parameter),
    }),
  );
  expect(methods.length).toBeGreaterThan(40);
  expect(methods.filter(({ parameters }) => new Set(parameters).size < parameters.length)).toEqual([]);
});
