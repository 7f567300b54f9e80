/** A JSON schema as a document writes it. */
export type Schema = { readonly [keyword: string]: unknown } | boolean;
export type SchemaObject = Extract<Schema, object>;
export type Schemas = Readonly<Record<string, Schema>>;

/** Keywords whose values are schemas by name, lists of schemas, or one schema. */
const BY_NAME = new Set(["properties", "patternProperties", "$defs"]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const SINGLE = new Set(["items", "additionalProperties", "not", "contains", "propertyNames"]);
/** Whose subject is another value than the schema's own. */
const ELSEWHERE = new Set([
  "properties",
  "patternProperties",
  "items",
  "prefixItems",
  "additionalProperties",
]);
/** Documentation only; ajv would read an OpenAPI example as a schema keyword. */
const LEFT_OUT = new Set([
  "example",
  "examples",
  "discriminator",
  "xml",
  "externalDocs",
  "deprecated",
  "title",
]);

/**
 * The schemas of a document for one direction, in JSON Schema 2020-12. A request may hold no property that the document
 * does not name and none that it marks as read-only; a response may hold no write-only one. `nullable` of OpenAPI 3.0
 * becomes a type.
 */
export function schemasFor(direction: "request" | "answer", schemas: Schemas): Schemas {
  const convert = (schema: Schema, isWhole: boolean): Schema => {
    if (typeof schema === "boolean") return schema;
    if (direction === "request" && schema.readOnly === true) return false;
    if (direction === "answer" && schema.writeOnly === true) return false;
    const converted: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (LEFT_OUT.has(keyword) || keyword.startsWith("x-")) continue;
      const inside = ELSEWHERE.has(keyword);
      if (BY_NAME.has(keyword)) {
        converted[keyword] = Object.fromEntries(
          Object.entries(value as Schemas).map(([name, child]) => [name, convert(child, inside)]),
        );
      } else if (LISTS.has(keyword)) {
        converted[keyword] = (value as Schema[]).map((child) => convert(child, inside));
      } else if (SINGLE.has(keyword)) converted[keyword] = convert(value as Schema, inside);
      else converted[keyword] = value;
    }
    if (schema.nullable === true) return { anyOf: [withoutNullable(converted), { type: "null" }] };
    if (direction === "request" && isWhole && namesProperties(schema, schemas)) {
      converted.unevaluatedProperties = false;
    }
    return converted;
  };
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, convert(schema, false)]));
}

function withoutNullable({ nullable: _, ...schema }: Record<string, unknown>): Record<string, unknown> {
  return schema;
}

/** Whether the schema lists the properties of an object; one that lists none takes any. */
function namesProperties(schema: Schema, schemas: Schemas): boolean {
  if (typeof schema === "boolean" || schema.additionalProperties !== undefined) return false;
  if (schema.properties !== undefined) return true;
  const name = referenced(schema);
  const target = name === null ? undefined : schemas[name];
  if (target !== undefined) return namesProperties(target, schemas);
  return ["allOf", "anyOf", "oneOf"].some((keyword) =>
    ((schema[keyword] ?? []) as Schema[]).some((child) => namesProperties(child, schemas)),
  );
}

/** The name behind `#/components/schemas/…`. */
export function referenced(schema: SchemaObject): string | null {
  const name = /^#\/components\/schemas\/(.+)$/.exec(typeof schema.$ref === "string" ? schema.$ref : "")?.[1];
  return name === undefined ? null : name.replaceAll("~1", "/").replaceAll("~0", "~");
}
