import type { JsonSchema, OpenApiDocument } from "../document-types";
import { notesOf, typeOf } from "./schema-text";

/** One row of a table of fields. `heading`: starts one of several forms that an object may have. */
export type Row =
  | { kind: "field"; path: string; type: string; isRequired: boolean; notes: readonly string[] }
  | { kind: "heading"; path: string; text: string };

/** A recursive schema is expanded to this depth, which no sensible request reaches. */
const MAX_DEPTH = 6;

/** The fields of a schema, nested ones by their path ("rules[].target"), in the order of their declaration. */
export function schemaRows(schema: JsonSchema, document: OpenApiDocument): Row[] {
  return unfold(schema, "", 0);

  function unfold(part: JsonSchema, path: string, depth: number): Row[] {
    if (depth > MAX_DEPTH) return [];
    const plain = resolve(part, document);
    const forms = formsOf(plain, document).filter((form) => isUnfoldable(form));
    const rows = forms.flatMap((form, index): Row[] => {
      const heading = forms.length < 2 ? [] : [formHeading(path, form, index)];
      return [...heading, ...unfoldForm(form, path, depth)];
    });
    return rows;
  }

  function unfoldForm(form: JsonSchema, path: string, depth: number): Row[] {
    if (isSchema(form.items)) return unfold(form.items, `${path}[]`, depth + 1);
    const properties = isSchema(form.properties) ? form.properties : {};
    const required: readonly unknown[] = Array.isArray(form.required) ? form.required : [];
    return Object.entries(properties).flatMap(([name, property]): Row[] => {
      if (!isSchema(property)) return [];
      const own = path === "" ? name : `${path}.${name}`;
      const forms = formsOf(resolve(property, document), document);
      const row: Row = {
        kind: "field",
        path: own,
        type: typeOf(forms),
        isRequired: required.includes(name),
        notes: notesOf(property, forms),
      };
      return [row, ...unfold(property, own, depth + 1)];
    });
  }
}

function formHeading(path: string, form: JsonSchema, index: number): Row {
  const properties = isSchema(form.properties) ? Object.entries(form.properties) : [];
  const fixed = properties.find(([, property]) => isSchema(property) && property.const !== undefined);
  const text =
    fixed === undefined
      ? `Form ${index + 1}: ${properties.map(([name]) => name).join(", ")}`
      : `When ${fixed[0]} is ${JSON.stringify((fixed[1] as JsonSchema).const)}`;
  return { kind: "heading", path, text };
}

/** The forms of a schema: itself, or each of its alternatives. */
function formsOf(schema: JsonSchema, document: OpenApiDocument): JsonSchema[] {
  // An object whose alternatives only differ in the required fields is one form.
  if (isSchema(schema.properties)) return [schema];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(alternatives)) return [schema];
  return alternatives.filter(isSchema).flatMap((form) => formsOf(resolve(form, document), document));
}

function isUnfoldable(schema: JsonSchema): boolean {
  return isSchema(schema.properties) || isSchema(schema.items);
}

function resolve(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  const { $ref: ref, ...beside } = schema;
  if (typeof ref !== "string") return schema;
  const target = document.components.schemas[ref.replace("#/components/schemas/", "")];
  if (target === undefined) throw new Error(`the API's document refers to ${ref}, which it does not have`);
  return { ...target, ...beside };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
