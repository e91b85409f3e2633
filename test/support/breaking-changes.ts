/** A JSON value of an OpenAPI document. */
type Node = { readonly [member: string]: unknown };

/**
 * The changes that break a client of the released document (decision D24): paths, methods, parameters, statuses, media
 * types, properties and enumerated values that are gone, other types, other defaults, and what is newly required.
 *
 * Some differences are allowed. Everything with `x-stability` may change, with notice. Words, examples and bounds may
 * change. A schema, parameter or response that was written out may become a reference to a component of the same content, and
 * a reference to a schema one to a schema with the same members and more.
 */
export function breakingChanges(releasedDocument: Node, currentDocument: Node): readonly string[] {
  const released = withoutReferences(releasedDocument);
  const current = withoutReferences(currentDocument);
  const changes: string[] = [];
  for (const [path, methods] of members(released["paths"])) {
    for (const [method, operation] of members(methods)) {
      if (isUnstable(operation)) continue;
      const where = `${method.toUpperCase()} ${path}`;
      const now = at(current, "paths", path, method);
      if (now === undefined) changes.push(`${where} is gone`);
      else changes.push(...operationChanges(where, operation, now));
    }
  }
  const promised = schemasOf(stableOperations(releasedDocument), releasedDocument);
  for (const [name, schema] of members(at(released, "components", "schemas"))) {
    const now = at(current, "components", "schemas", name);
    // A schema that only unstable operations use may go with them.
    if (now !== undefined) changes.push(...schemaChanges(name, schema, now));
    else if (promised.has(name)) changes.push(`${name} is gone`);
  }
  return changes;
}

function operationChanges(where: string, released: unknown, current: unknown): string[] {
  const changes: string[] = [];
  const parameters = byName(at(released, "parameters"));
  const now = byName(at(current, "parameters"));
  for (const [name, parameter] of parameters) {
    const other = now.get(name);
    if (isUnstable(parameter)) continue;
    if (other === undefined) changes.push(`${where} lost the parameter ${name}`);
    else changes.push(...schemaChanges(`${where} ${name}`, at(parameter, "schema"), at(other, "schema")));
  }
  for (const [name, parameter] of now) {
    const wasRequired = at(parameters.get(name), "required") === true;
    if (at(parameter, "required") === true && !wasRequired) changes.push(`${where} newly requires ${name}`);
  }
  for (const [status, response] of members(at(released, "responses"))) {
    const other = at(current, "responses", status);
    if (other === undefined) changes.push(`${where} lost the status ${status}`);
    else changes.push(...contentChanges(`${where} ${status}`, response, other));
  }
  const [body, otherBody] = [at(released, "requestBody"), at(current, "requestBody")];
  if (body === undefined && at(otherBody, "required") === true) changes.push(`${where} newly requires a body`);
  return [...changes, ...contentChanges(`${where} body`, body, otherBody)];
}

/** The names of the schemas that a part of the document refers to, directly or through components. */
function schemasOf(part: unknown, document: Node, known = new Set<string>()): ReadonlySet<string> {
  for (const [, path = ""] of JSON.stringify(part).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    if (known.has(path)) continue;
    known.add(path);
    schemasOf(at(document, ...path.split("/")), document, known);
  }
  return new Set([...known].map((path) => path.replace("components/schemas/", "")));
}

function contentChanges(where: string, released: unknown, current: unknown): string[] {
  return members(at(released, "content")).flatMap(([type, content]) => {
    const other = at(current, "content", type);
    if (other === undefined) return [`${where} lost ${type}`];
    return schemaChanges(where, at(content, "schema"), at(other, "schema"));
  });
}

function schemaChanges(where: string, released: unknown, current: unknown): string[] {
  // A schema that was written out may have a name now.
  if (at(released, "$ref") === undefined && at(current, "$ref") !== undefined) {
    return schemaChanges(where, released, at(current, "schema"));
  }
  if (isExtended(where, released, current)) return [];
  if (released === undefined && current === undefined) return [];
  if (released === undefined || current === undefined)
    return [`${where} ${current === undefined ? "is gone" : "is new"}`];
  const changes: string[] = [];
  for (const member of ["type", "format", "default", "$ref"]) {
    const [was, is] = [at(released, member), at(current, member)];
    if (`${was}` !== `${is}`) changes.push(`${where} had the ${member} ${was} and has ${is}`);
  }
  for (const value of items(at(released, "enum"))) {
    if (!items(at(current, "enum")).includes(value)) changes.push(`${where} lost the value ${value}`);
  }
  for (const [name, property] of members(at(released, "properties"))) {
    const now = at(current, "properties", name);
    if (isUnstable(property)) continue;
    if (now === undefined) changes.push(`${where} lost ${name}`);
    else changes.push(...schemaChanges(`${where}.${name}`, property, now));
  }
  const required = items(at(released, "required"));
  for (const name of items(at(current, "required"))) {
    if (!required.includes(name)) changes.push(`${where} newly requires ${name}`);
  }
  return [...changes, ...schemaChanges(`${where}[]`, at(released, "items"), at(current, "items"))];
}

/** Whether two references lead to schemas of which the second has all that the first has, and more members. */
function isExtended(where: string, released: unknown, current: unknown): boolean {
  const [was, is] = [at(released, "$ref"), at(current, "$ref")];
  if (was === undefined || is === undefined || was === is) return false;
  const [old, other] = [at(released, "schema"), at(current, "schema")];
  const [item, otherItem] = [at(old, "items"), at(other, "items")];
  if (item !== undefined) return isExtended(where, item, otherItem);
  const count = (schema: unknown) => members(at(schema, "properties")).length;
  return count(other) > count(old) && schemaChanges(where, old, other).length === 0;
}

function stableOperations(document: Node): readonly unknown[] {
  return members(document["paths"]).flatMap(([, methods]) =>
    members(methods).flatMap(([, operation]) => (isUnstable(operation) ? [] : [operation])),
  );
}

/**
 * The document with references to components resolved. A reference to a schema stays, because its name matters to generated
 * clients; its `schema` is resolved on access, because schemas can contain themselves.
 */
function withoutReferences(document: Node): Node {
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== "object" || node === null) return node;
    const path = at(node, "$ref");
    if (typeof path !== "string") {
      return Object.fromEntries(members(node).map(([name, inner]) => [name, resolve(inner)]));
    }
    const target = at(document, ...path.split("/").slice(1));
    if (!path.startsWith("#/components/schemas/")) return resolve(target);
    return Object.defineProperty({ $ref: path }, "schema", { get: () => resolve(target) });
  };
  return resolve(document) as Node;
}

function isUnstable(part: unknown): boolean {
  return at(part, "x-stability") !== undefined;
}

function byName(parameters: unknown): ReadonlyMap<string, unknown> {
  return new Map(
    items(parameters).map((parameter) => [`${at(parameter, "name")} (${at(parameter, "in")})`, parameter]),
  );
}

function at(node: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, member) => (typeof inner === "object" && inner !== null ? (inner as Node)[member] : undefined),
    node,
  );
}

function members(node: unknown): readonly (readonly [string, unknown])[] {
  return typeof node === "object" && node !== null ? Object.entries(node) : [];
}

function items(node: unknown): readonly unknown[] {
  return Array.isArray(node) ? node : [];
}
