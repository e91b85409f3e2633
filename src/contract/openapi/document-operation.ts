import type * as z from "zod";
import { bodyTypes, MULTIPART, type Operation } from "../operation.ts";
import { headerReferences, parameters, referenceTo } from "./document-parameters.ts";
import { responses } from "./document-responses.ts";
import { jsonSchema, type Schema } from "./schema.ts";

/** One operation of the document. Parameters that are among the shared ones are references. */
export function pathOperation(operation: Operation, shared: Readonly<Record<string, Schema>> = {}): Schema {
  const { id, tag, summary, scope, credential, stability, deprecation, body, file } = operation;
  const own = parameters(operation).map((parameter) => referenceTo(parameter, shared));
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: description(operation),
    ...(deprecation && { deprecated: true, "x-deprecated-sunset": deprecation.sunset }),
    ...(stability && { "x-stability": stability }),
    security: [{ [credential ?? "apiKey"]: scope ? [scope] : [] }],
    parameters: [...own, ...headerReferences(operation)],
    ...(body && { requestBody: requestBody(operation, body) }),
    ...(file && { requestBody: fileBody(file, operation) }),
    responses: responses(operation),
  };
}

function description({ description, exact, scope, credential, stability, deprecation }: Operation): string {
  return [
    description,
    ...(exact ? ["Unknown members of the body are refused, with and without `Prefer`."] : []),
    ...(stability ? [`This operation is ${stability}: it may still change.`] : []),
    ...(deprecation
      ? [
          `Deprecated since ${deprecation.since}: use ${deprecation.replacement}. The operation is removed on ` +
            `${deprecation.sunset}. From then on it returns 410.`,
        ]
      : []),
    credential === undefined
      ? scope
        ? `Requires the scope \`${scope}\`.`
        : "Every valid API key may call it."
      : "Requires an invitation as bearer, instead of an API key.",
  ].join("\n\n");
}

function fileBody({ schema, types }: NonNullable<Operation["file"]>, { examples }: Operation): Schema {
  const content = types.map((type, index) => [
    type,
    { schema: jsonSchema(schema), ...(index === 0 && typeof examples.file === "string" && { example: examples.file }) },
  ]);
  const form = { type: "object", required: ["file"], properties: { file: jsonSchema(schema) } };
  // First, because that is the one that generators of clients take: all of them can send a form.
  return { required: true, content: { [MULTIPART]: { schema: form }, ...Object.fromEntries(content) } };
}

function requestBody(operation: Operation, body: z.ZodObject): Schema {
  const content = { schema: jsonSchema(body), example: operation.examples.body };
  return { required: true, content: Object.fromEntries(bodyTypes(operation).map((type) => [type, content])) };
}
