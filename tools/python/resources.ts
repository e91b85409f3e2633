/* The resources of the Python client: a class for each, with a method for each operation. */
import type * as z from "zod";
import { operations } from "../../src/contract/index.ts";
import { TAGS } from "../../src/contract/openapi/document.ts";
import { clientMethod } from "../../src/contract/openapi/samples.ts";
import { jsonSchema, namedSchemas, type Schema } from "../../src/contract/openapi/schema.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { docstring, pythonName, pythonType } from "./models.ts";

const HEADER = `"""Generated from the contract by \`npm run generate\`. Do not edit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from . import models
from ._engine import Engine, File, Pages

`;

/** The module `_resources`. */
export function pythonResources(): string {
  const byPlace = Map.groupBy(operations, (operation) => clientMethod(operation).replace(/\.\w+$/, ""));
  const places = [...byPlace].toSorted(([one], [other]) => other.split(".").length - one.split(".").length);
  const within = (outer: string) =>
    places.map(([place]) => place).filter((place) => place.replace(/\.?\w+$/, "") === outer);
  const classes = places.map(([place, members]) => resourceClass(place, members, within(place)));
  const fields = within("").map((place) => `        self.${snake(last(place))} = ${className(place)}(engine)\n`);
  return `${HEADER}${classes.join("\n\n")}

class Resources:
    """Every resource of the interface."""

    def __init__(self, engine: Engine) -> None:
${fields.join("")}`;
}

function last(place: string): string {
  return place.slice(place.lastIndexOf(".") + 1);
}

function className(place: string): string {
  return `${place
    .split(".")
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join("")}Resource`;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function argument(name: string): string {
  return pythonName(snake(name));
}

function resourceClass(place: string, members: readonly Operation[], inner: readonly string[]): string {
  const [first] = members;
  const about = (members.length === 1 ? first?.summary : TAGS[first?.tag ?? ""]) ?? "";
  const fields = inner.map((one) => `        self.${snake(last(one))} = ${className(one)}(engine)\n`).join("");
  return `class ${className(place)}:
${docstring(about, "    ")}
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
${fields}${members.map((operation) => `\n${method(operation)}`).join("")}`;
}

interface Argument {
  readonly name: string;
  readonly wire: string;
  readonly type: string;
}

function argumentsOf(schema: z.ZodObject | undefined): readonly Argument[] {
  return Object.entries(schema?.shape ?? {}).map(([wire, member]) => {
    const type = inputType(jsonSchema(member as z.ZodType));
    return { name: argument(wire), wire, type };
  });
}

/** The type of a parameter. A method named `list` hides the built-in type in its class, and any sequence will do. */
function inputType(schema: Schema): string {
  return pythonType(schema, "", [], "models.").replaceAll(/\blist\[/g, "Sequence[");
}

function method(operation: Operation): string {
  const {
    method: verb,
    path,
    params,
    query,
    body,
    file,
    ifMatch,
    idempotencyKey,
    success,
    summary,
    description,
  } = operation;
  const [ids, filters] = [argumentsOf(params), argumentsOf(query)];
  const name = pythonName(snake(last(clientMethod(operation))));
  const named = [
    ...filters.map(({ name, type }) => `${name}: ${type} | None = None`),
    ...(idempotencyKey ? ["idempotency_key: str | None = None"] : []),
    ...(ifMatch ? ["if_match: str | None = None"] : []),
    "timeout: float | None = None",
  ];
  const given = [
    "self",
    ...ids.map(({ name, type }) => `${name}: ${type}`),
    ...(body ? [`body: ${inputType(jsonSchema(body))}`] : []),
    ...(file ? ["content: File"] : []),
    "*",
    ...named,
  ];
  const [call, result] = resultOf(operation);
  const passed = [
    JSON.stringify(verb),
    JSON.stringify(path),
    ...(ids.length > 0 ? [`params={${ids.map(({ wire, name }) => `"${wire}": ${name}`).join(", ")}}`] : []),
    ...(filters.length > 0 ? [`query={${filters.map(({ wire, name }) => `"${wire}": ${name}`).join(", ")}}`] : []),
    ...(body ? ["body=body"] : []),
    ...(file ? [`file=content`, `file_type=${JSON.stringify(file.types[0])}`] : []),
    ...(idempotencyKey ? ["is_idempotent=True", "idempotency_key=idempotency_key"] : []),
    ...(ifMatch ? ["if_match=if_match"] : []),
    ...(success.paged ? [`page=${JSON.stringify(success.pageParameter ?? "cursor")}`] : []),
    "timeout=timeout",
  ];
  return `    def ${name}(
        ${given.join(",\n        ")},
    ) -> ${result}:
${docstring(`${summary}. ${description}${operation.scope ? `\n\nRequires the scope \`${operation.scope}\`.` : ""}`, "        ")}        return self._engine.${call}(
            ${passed.join(",\n            ")},
        )
`;
}

/** The method of the engine, and what it returns. */
function resultOf({ success }: Operation): readonly [string, string] {
  const { schema: plain, included: schema = plain, paged, text, eventStream } = success;
  if (schema === undefined) return ["nothing", "None"];
  if (text) return ["download", "Iterator[bytes]"];
  const type = pythonType(jsonSchema(schema), "", [], "models.");
  if (eventStream) return ["stream", `Iterator[${type}]`];
  const items = namedSchemas()[type.replace("models.", "")]?.["items"];
  if (paged && items !== undefined) return ["pages", `Pages[${pythonType(items as Schema, "", [], "models.")}]`];
  return ["call", type];
}
