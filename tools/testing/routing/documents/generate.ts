import fc from "fast-check";
import { randomFrom } from "../random";
import { referenced, type Schema, type SchemaObject, type Schemas } from "./schema";

/**
 * How a response varies within its document.
 * `unknown_enums` and `extra_fields` go beyond it, as a vendor does that adds a status or a field.
 */
export const VARIETIES = ["required_only", "everything", "random", "unknown_enums", "extra_fields"] as const;
export type Variety = (typeof VARIETIES)[number];

export const UNKNOWN_ENUM = "ADDED_BY_THE_VENDOR";
const MAX_DEPTH = 7;

/** Makes values of a document's schemas; the same seed makes the same values. */
export function createGenerator(
  schemas: Schemas,
  variety: Variety,
  seed: number,
): (schema: Schema) => unknown {
  const random = randomFrom(seed);
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const isDrawn = (): boolean => random() < 0.5;
  const oneOf = <T>(values: readonly T[]): T => {
    const value = values[whole(0, values.length - 1)];
    if (value === undefined) throw new Error("a schema offers nothing to choose from");
    return value;
  };

  /** One schema without references and alternatives: what all of its parts require together. */
  function resolved(schema: Schema, seen = 0): SchemaObject {
    if (typeof schema === "boolean" || seen > 20) return {};
    const name = referenced(schema);
    const own: SchemaObject = {
      ...schema,
      $ref: undefined,
      allOf: undefined,
      anyOf: undefined,
      oneOf: undefined,
    };
    const parts: Schema[] = [...((schema.allOf ?? []) as Schema[])];
    if (name !== null) parts.push(schemas[name] ?? {});
    for (const keyword of ["anyOf", "oneOf"]) {
      const choices = ((schema[keyword] ?? []) as Schema[]).filter(
        (choice) => typeof choice === "boolean" || choice.type !== "null",
      );
      if (choices.length > 0) parts.push(oneOf(choices));
    }
    return parts.map((part) => resolved(part, seen + 1)).reduce(merged, own);
  }

  function valueOf(schema: Schema, depth: number): unknown {
    const plain = resolved(schema);
    if (plain.const !== undefined) return plain.const;
    const choices = plain.enum as unknown[] | undefined;
    if (choices !== undefined) {
      return variety === "unknown_enums" && typeof choices[0] === "string" ? UNKNOWN_ENUM : oneOf(choices);
    }
    switch (typeOf(plain)) {
      case "object":
        return objectOf(plain, depth);
      case "array":
        return arrayOf(plain, depth);
      case "integer":
      case "number":
        return whole(
          (plain.minimum as number | undefined) ?? 0,
          (plain.maximum as number | undefined) ?? 1_000_000,
        );
      case "boolean":
        return isDrawn();
      default:
        return textOf(plain);
    }
  }

  function objectOf(plain: SchemaObject, depth: number): Record<string, unknown> {
    const required = new Set((plain.required ?? []) as string[]);
    const made: Record<string, unknown> = {};
    for (const [name, property] of Object.entries((plain.properties ?? {}) as Schemas)) {
      const isWanted =
        variety === "everything" || variety === "unknown_enums" || (variety !== "required_only" && isDrawn());
      if (required.has(name) || (isWanted && depth < MAX_DEPTH)) made[name] = valueOf(property, depth + 1);
    }
    const others = plain.additionalProperties;
    if (typeof others === "object" && others !== null && variety === "everything") {
      made.another = valueOf(others as Schema, depth + 1);
    }
    if (variety === "extra_fields")
      made.field_added_by_the_vendor = { value: oneOf([1, "text", null, true]) };
    return made;
  }

  function arrayOf(plain: SchemaObject, depth: number): unknown[] {
    const least =
      (plain.minItems as number | undefined) ?? (variety === "everything" && depth < MAX_DEPTH ? 1 : 0);
    const most = Math.max(least, Math.min((plain.maxItems as number | undefined) ?? 2, 2));
    const length = variety === "required_only" ? least : whole(least, most);
    return Array.from({ length }, () => valueOf((plain.items ?? {}) as Schema, depth + 1));
  }

  function textOf({ format, pattern, minLength, maxLength }: SchemaObject): string {
    if (format === "date-time") return "2026-11-26T05:00:00Z";
    if (format === "date") return "2026-11-26";
    if (format === "uri") return "https://vendor.example/page";
    const least = (minLength as number | undefined) ?? 1;
    const most = Math.max(least, Math.min((maxLength as number | undefined) ?? 24, 255));
    const fits = (text: string): boolean => text.length >= least && text.length <= most;
    if (typeof pattern === "string") {
      // A fast-check run is slow beside everything else here; a pattern rarely needs a second one.
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const texts = fc.sample(matching(pattern), { numRuns: 20, seed: whole(1, 1_000_000) });
        const text = texts
          .map((full) => full.slice(0, most))
          .find((cut) => fits(cut) && new RegExp(pattern).test(cut));
        if (text !== undefined) return text;
      }
      throw new Error(`no text of ${least} to ${most} characters was found for ${pattern}`);
    }
    return Array.from({ length: whole(least, most) }, () => String.fromCodePoint(whole(0x20, 0x7e))).join("");
  }

  return (schema) => valueOf(schema, 0);
}

const arbitraries = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string): fc.Arbitrary<string> {
  const known = arbitraries.get(pattern) ?? fc.stringMatching(new RegExp(`^(?:${pattern})$`));
  arbitraries.set(pattern, known);
  return known;
}

function typeOf({ type, properties, items }: SchemaObject): unknown {
  const names: unknown[] = Array.isArray(type) ? type : [type];
  const first = names.find((name) => name !== "null");
  if (first !== undefined) return first;
  return properties !== undefined ? "object" : items !== undefined ? "array" : "string";
}

function merged(left: SchemaObject, right: SchemaObject): SchemaObject {
  const both: Record<string, unknown> = { ...left };
  for (const [keyword, value] of Object.entries(right)) {
    if (value === undefined) continue;
    if (keyword === "properties") {
      const properties = { ...((left.properties ?? {}) as Schemas) };
      for (const [name, schema] of Object.entries(value as Schemas)) {
        const known = properties[name];
        properties[name] = known === undefined ? schema : { allOf: [known, schema] };
      }
      both.properties = properties;
    } else if (keyword === "items" && left.items !== undefined) {
      both.items = { allOf: [left.items, value] };
    } else if (keyword === "required") {
      both.required = [...((left.required ?? []) as string[]), ...(value as string[])];
    } else if (keyword === "enum" && left.enum !== undefined) {
      both.enum = (left.enum as unknown[]).filter((choice) => (value as unknown[]).includes(choice));
    } else both[keyword] = value;
  }
  return both;
}
