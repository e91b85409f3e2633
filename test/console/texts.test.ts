/* What the texts of the console must not say, in any language. */
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { de } from "../../src/console/texts/de.ts";
import { deViews } from "../../src/console/texts/de-views.ts";
import { en } from "../../src/console/texts/en.ts";
import { enViews } from "../../src/console/texts/en-views.ts";
import { ImportColumn } from "../../src/contract/imports/import-line.ts";
import { importProblems, importWarnings } from "../../src/contract/imports/import-problems.ts";
import { operations } from "../../src/contract/index.ts";

/** The texts of a language by their names; those with values with a few of each kind. */
function textsOf(part: object, name: string): readonly (readonly [string, string])[] {
  return Object.entries(part).flatMap(([key, text]: [string, unknown]) => {
    const path = `${name}.${key}`;
    if (typeof text === "string") return [[path, text] as const];
    if (typeof text === "function")
      return [1, 2].map((value) => [path, String(text(value, "2", "3", "4", "5"))] as const);
    return typeof text === "object" && text !== null ? textsOf(text, path) : [];
  });
}

const all = [en, enViews, de, deViews].flatMap((part) => textsOf(part, part === en || part === enViews ? "en" : "de"));

/** Sentences that were wrong or that nobody says, and members of responses, which staff do not know. */
const wrong = [
  /until it is complete or cancelled|bis sie abgeschlossen oder storniert/i,
  /did not work|hat nicht geklappt|funktionierte nicht/i,
  /(?:someone|somebody) else counted|jemand anderes hat .* gezählt/i,
  /undefined|\[object|ETag|If-Match|Idempotency|\bJSON\b/,
];

describe("the texts", () => {
  test("say nothing wrong, and nothing that only the interface knows", () => {
    expect(all.filter(([, text]) => wrong.some((pattern) => pattern.test(text)))).toEqual([]);
  });

  test("address people formally in German", () => {
    expect(all.filter(([name, text]) => name.startsWith("de.") && /\b(?:du|dein\w*|dich|dir)\b/i.test(text))).toEqual(
      [],
    );
  });

  test("call a kind of pet a kind, as the navigation does, and never a category", () => {
    expect(all.filter(([, text]) => /[ck]ategor/i.test(text))).toEqual([]);
  });

  test("name every problem of an import, and what each column may have", () => {
    const { problemTexts, expected, warnings } = enViews.imports;
    const codes = [...Object.keys(problemTexts), "invalid_value"].sort();
    expect(codes).toEqual(Object.keys(importProblems).sort());
    expect(Object.keys(warnings).sort()).toEqual(Object.keys(importWarnings).sort());
    const known = { ...enViews.fields.invalid, ...expected };
    expect(ImportColumn.options.filter((column) => !(column in known))).toEqual([]);
  });

  test("name what is wrong with every member of a body that people type", () => {
    const silent = operations
      .flatMap(({ body }) => (body === undefined ? [] : membersOf(body)))
      .filter((path) => !path.split(".").some((name) => name in enViews.fields.invalid));
    // Chosen from a list, sent by the page itself, or an object whose members have a text.
    const chosen = [
      "active",
      "apart",
      "carePlan",
      "changeFromQuantity",
      "customer",
      "device",
      "expiresAt",
      "from",
      "kind",
      "neutered",
      "position",
      "price",
      "state",
      "together",
    ];
    const others = [
      "items",
      "profile",
      "profile.neutered",
      "profile.price",
      "profile.sex",
      "profile.size",
      "ready",
      "reason",
      "refund",
    ];
    expect([...new Set(silent)].sort()).toEqual(
      [...chosen, ...others, "restock", "role", "scopes", "sex", "size", "status"].sort(),
    );
  });
});

/** The members of a schema as a failure names them, such as `customer.contact`. */
function membersOf(schema: unknown, path = ""): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return membersOf(schema.unwrap(), path);
  return Object.entries(schema instanceof z.ZodObject ? schema.shape : {}).flatMap(([name, member]) => {
    const own = path === "" ? name : `${path}.${name}`;
    return [own, ...membersOf(member, own)];
  });
}
