/* The schemas of the published document: their names and members, and that they accept what the service accepts. */
import { describe, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020";
import * as fc from "fast-check";
import { failures } from "../src/contract/errors/failures.ts";
import { eventTypes } from "../src/contract/events/events.ts";
import { operations } from "../src/contract/index.ts";
import { schemaName } from "../src/contract/json/unions.ts";
import { MULTIPART } from "../src/contract/operation.ts";
import { NewPet } from "../src/contract/pets/pets.ts";
import { accepts, document, type Part, resolve } from "./support/published.ts";

const message = document.webhooks.message.post.requestBody.content["application/json"];

/** A validator that knows the document's schemas. */
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ ...document, $id: "petstore" });

/** Whether a value has the schema that a reference of the document leads to. */
const isValid = (reference: string, value: unknown) => ajv.validate({ $ref: `petstore${reference}` }, value);

/** A schema with its references leading into the document. */
const inlined = (schema: Part) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"petstore#/'));

describe("the schemas", () => {
  const { schemas } = document.components;

  test("name every body", () => {
    for (const { path, method } of operations) {
      const { requestBody, responses } = document.paths[path][method.toLowerCase()];
      for (const part of [requestBody, ...Object.values(responses).map(resolve)]) {
        for (const [type, { schema }] of Object.entries<Part>(part?.content ?? {})) {
          // A form is its parts.
          if (type !== MULTIPART) expect(schema["x-event-data"] ?? schema).toHaveProperty("$ref");
        }
      }
    }
  });

  test("have no pattern with an escape that a regular expression engine of a common language lacks", () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text = ""]) =>
      JSON.parse(text),
    );
    expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.filter((pattern) => /\\[^dx.+-]|[^\x20-\x7e]/.test(pattern))).toEqual([]);
  });

  test("have no name `NewX` beside `X`, which is a constructor in Go: use `XInput`; only `NewPet` is released", () => {
    const constructors = Object.keys(schemas).map((name) => `New${name}`);
    expect(constructors.filter((name) => name in schemas)).toEqual(["NewPet"]);
  });

  test("list the error codes without closing the list", () => {
    expect(schemas.Error.properties.code["x-extensible-enum"]).toEqual(Object.keys(failures));
    expect(schemas.Error.properties.code.enum).toBeUndefined();
  });

  test("describe formats without patterns", () => {
    expect(schemas.Order.properties.shipDate).toMatchObject({ type: "string", format: "date-time" });
    expect(schemas.Order.properties.shipDate.pattern).toBeUndefined();
    expect(schemas.Order.required).not.toContain("shipDate");
  });

  test.each([
    ["StockChangeInput", { delta: 0, reason: "arrival" }, false],
    ["StockChangeInput", { delta: -1, reason: "arrival" }, true],
    ["PetUpdate", { note: "no change" }, false],
    ["PetUpdate", { unknown: 1 }, false],
    ["PetUpdate", { name: "Rex", unknown: 1 }, true],
    ["CategoryUpdate", { unknown: 1 }, false],
    ["CategoryUpdate", { description: null }, true],
    ["WebhookUpdate", { unknown: 1 }, false],
    ["WebhookUpdate", { active: false }, true],
    ["WebhookInput", { url: "https://shop.example/hooks", types: "pet.created" }, false],
  ])("accept what the service accepts, and nothing else: %s %j", (name, value, isAccepted) => {
    const body = operations.map(({ body }) => body).find((schema) => schema?.meta()?.id === name);
    expect(body && accepts(body, value)).toBe(isAccepted);
    expect(isValid(`#/components/schemas/${name}`, value)).toBe(isAccepted);
  });

  test("accept only queries that the service accepts", () => {
    const parameter = (path: string, name: string) =>
      document.paths[path].get.parameters.map(resolve).find((one: Part) => one.name === name).schema;
    for (const [path, name, value, isValid] of [
      ["/pets", "name", " ", false],
      ["/pets", "name", "Rex", true],
      ["/pets", "cursor", "", false],
      ["/events", "after", "", false],
      ["/events", "types", ["pet.lost"], false],
      ["/events", "types", ["pet.created", "pet.deleted"], true],
    ] as const) {
      expect([name, value, ajv.validate(inlined(parameter(path, name)), value)]).toEqual([name, value, isValid]);
    }
    const { pattern } = document.components.parameters["Idempotency-Key"].schema;
    expect(pattern).toBe("^[!-~]{1,255}$");
  });

  test("name every type of event and of message, and tell them apart by their type", () => {
    for (const [union, types] of [
      ["Event", eventTypes],
      ["WebhookMessage", [...eventTypes, "webhook.ping"]],
    ] as const) {
      const { oneOf, discriminator } = schemas[union];
      expect(Object.keys(discriminator.mapping).sort()).toEqual(types.toSorted());
      expect(new Set(Object.values(discriminator.mapping))).toEqual(new Set(oneOf.map(({ $ref }: Part) => $ref)));
      for (const [type, $ref] of Object.entries(discriminator.mapping)) {
        expect(resolve({ $ref }).properties.type.enum).toEqual([type]);
      }
    }
    for (const { value } of Object.values<Part>(message.examples)) {
      expect(isValid(message.schema.$ref, value)).toBe(true);
      expect(Object.hasOwn(schemas[schemaName(value.type, "Message")].properties, "data")).toBe(true);
    }
  });

  test("have the rule of a name: the pattern matches the names that the service accepts, and refuses ASCII white space alone", () => {
    const { pattern, minLength, maxLength } = schemas.NewPet.properties.name;
    const isName = new RegExp(pattern, "u");
    const unit = fc.oneof(
      fc.constantFrom(" ", "\u0085", "\ufeff", "\u3000", "\t", "\u007f"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    );
    const property = fc.property(fc.string({ unit }), (name) => {
      const length = [...name].length;
      const isAccepted = NewPet.safeParse({ name, categoryId: 1n }).success;
      const isPublished = isName.test(name) && length >= minLength && length <= maxLength;
      if (isAccepted) expect(isPublished).toBe(true);
      else if (/^[\0-\x7f]*$/.test(name)) expect(isPublished).toBe(false);
      const hasControl = [...name].some((character) => character < " " || character === "\u007f");
      const isVisible = /[^\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name);
      expect(isVisible && !hasControl && length <= maxLength).toBe(isAccepted);
    });
    fc.assert(property, { numRuns: 1000, examples: [["\u0085"], ["\ufeff"], [""], ["x".repeat(256)]] });
  });
});
