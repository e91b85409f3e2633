/** A JSON value of an OpenAPI document. */
type Node = { readonly [member: string]: unknown };

/**
 * What a client of the released document would stumble over in the current one (decision D24): paths, methods,
 * parameters, statuses, properties and enumerated values that are gone, other types, and what is newly required. What is
 * experimental or beta may change, with notice.
 */
export function breakingChanges(released: Node, current: Node): readonly string[] {
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
  for (const [name, schema] of members(at(released, "components", "schemas"))) {
    const now = at(current, "components", "schemas", name);
    // A schema that only unstable operations used may go with them: a stable one would show that its reference is gone.
    if (now !== undefined) changes.push(...schemaChanges(name, schema, now));
    else if (JSON.stringify(stableOperations(released)).includes(`/${name}"`)) changes.push(`${name} is gone`);
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
    else changes.push(...schemaChanges(`${where} ${status}`, contentOf(response), contentOf(other)));
  }
  changes.push(
    ...schemaChanges(`${where} body`, contentOf(at(released, "requestBody")), contentOf(at(current, "requestBody"))),
  );
  return changes;
}

function schemaChanges(where: string, released: unknown, current: unknown): string[] {
  if (released === undefined && current === undefined) return [];
  if (released === undefined || current === undefined)
    return [`${where} ${current === undefined ? "is gone" : "is new"}`];
  const changes: string[] = [];
  for (const member of ["type", "format", "$ref"]) {
    const [was, is] = [at(released, member), at(current, member)];
    if (was !== is) changes.push(`${where} had the ${member} ${was} and has ${is}`);
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

function stableOperations(document: Node): readonly unknown[] {
  return members(document["paths"]).flatMap(([, methods]) =>
    members(methods).flatMap(([, operation]) => (isUnstable(operation) ? [] : [operation])),
  );
}

function contentOf(part: unknown): unknown {
  return at(part, "content", "application/json", "schema");
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
