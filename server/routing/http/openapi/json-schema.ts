import { z } from "zod";
import type { JsonSchema } from "./document-types";

/** The document's shared schemas, filled while it is built. */
export class SharedSchemas {
  readonly byName: Record<string, JsonSchema> = {};

  add(name: string, schema: JsonSchema): JsonSchema {
    this.byName[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }
}

/**
 * A schema of what goes over the wire. That is the input of the zod schema, for responses too: their output is what a
 * reader makes of it. A recursive schema refers to its own root, which is elsewhere in the document: such parts become
 * shared schemas under `name`.
 */
export function toJsonSchema(schema: z.ZodType, name: string, shared: SharedSchemas): JsonSchema {
  const { $schema: _dialect, $defs: definitions, ...own } = z.toJSONSchema(schema, { io: "input" });
  const safeName = name.replaceAll(".", "_");
  const nameOf = (definition: string): string => `${safeName}_${definition.replace(/^__/, "")}`;
  const place = (ref: string): string => {
    if (ref === "#") return `#/components/schemas/${safeName}`;
    return `#/components/schemas/${nameOf(ref.replace("#/$defs/", ""))}`;
  };
  for (const [definition, part] of Object.entries(definitions ?? {})) {
    shared.add(nameOf(definition), repoint(part, place) as JsonSchema);
  }
  const moved = repoint(own, place) as JsonSchema;
  return JSON.stringify(own).includes('"$ref":"#"') ? shared.add(safeName, moved) : moved;
}

/** Copies the JSON with its references changed to their new places. */
function repoint(value: unknown, place: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => repoint(item, place));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]): [string, unknown] =>
      key === "$ref" && typeof item === "string" ? [key, place(item)] : [key, repoint(item, place)],
    ),
  );
}
