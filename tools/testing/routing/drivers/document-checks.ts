import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";

type Json = { readonly [key: string]: unknown };

export type DocumentedOperation = {
  operationId: string;
  method: "GET" | "POST";
  path: string;
  requestSchema: Json | null;
  /** The schema of each response, by its status. */
  responseSchemas: ReadonlyMap<number, Json>;
  headersOf(status: number): readonly string[];
};

const DOCUMENT_ID = "https://paydeck.test/openapi.json";

/** The operations of an OpenAPI document, from its text alone, independent of the service's code. */
export function documentedOperations(document: unknown): DocumentedOperation[] {
  const { paths } = document as { paths: Record<string, Record<string, Json>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): DocumentedOperation => {
      const responses = operation.responses as Record<string, Json>;
      return {
        operationId: String(operation.operationId),
        method: method === "get" ? "GET" : "POST",
        path,
        requestSchema: operation.requestBody === undefined ? null : schemaIn(operation.requestBody),
        responseSchemas: new Map(
          Object.entries(responses).map(([status, response]) => [parseInt(status, 10), schemaIn(response)]),
        ),
        headersOf: (status) => Object.keys(responses[status]?.headers ?? {}),
      };
    }),
  );
}

function schemaIn(holder: unknown): Json {
  return (holder as { content: { "application/json": { schema: Json } } }).content["application/json"].schema;
}

/** Validates a value against a schema of the document: returns the errors, or null. */
export type SchemaCheck = (schema: Json, value: unknown) => string | null;

/**
 * Validates by JSON Schema 2020-12 with formats. `closed`: a field that the document does not name is an error, so that
 * a response cannot contain undocumented fields.
 */
export function createSchemaCheck(document: unknown, options: { closed: boolean }): SchemaCheck {
  const ajv = new Ajv2020({ allErrors: true, strictSchema: false });
  addFormats(ajv);
  const { components } = document as { components: Json };
  const prepared = (schema: unknown): unknown => repoint(schema, options.closed);
  ajv.addSchema({ $id: DOCUMENT_ID, components: prepared(components) });
  // By its text: most refusals are the same in every operation.
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv.compile(prepared(schema) as Json);
    compiled.set(text, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}

/** Makes references absolute with the document's id, and closes objects if `closed`. */
function repoint(value: unknown, closed: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => repoint(item, closed));
  if (typeof value !== "object" || value === null) return value;
  const moved = Object.fromEntries(
    Object.entries(value).map(([key, item]): [string, unknown] =>
      key === "$ref" && typeof item === "string" ? [key, DOCUMENT_ID + item] : [key, repoint(item, closed)],
    ),
  );
  const isLooseObject = "properties" in moved && "additionalProperties" in moved;
  return closed && isLooseObject ? { ...moved, additionalProperties: false } : moved;
}
