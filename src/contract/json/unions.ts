/* Names of the schemas of a union with the discriminator `type`. */

/** The name of the schema of a type's events or messages: `PetCreatedEvent` for `pet.created`. */
export function schemaName(type: string, kind: "Event" | "Message"): string {
  const words = type.split(".").map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return `${words.join("")}${kind}`;
}

/** The discriminator for generators of clients (OpenAPI 3.1, Discriminator Object). */
export function discriminator(types: readonly string[], kind: "Event" | "Message") {
  const mapping = Object.fromEntries(types.map((type) => [type, `#/components/schemas/${schemaName(type, kind)}`]));
  return { discriminator: { propertyName: "type", mapping } };
}
