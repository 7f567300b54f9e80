import { isLosslessNumber, parse } from "lossless-json";
import { err, ok, type Result } from "@/lib/result";

/**
 * A parsed body. A number keeps its original characters, because they were hashed: `JSON.parse` would turn `1499.00`
 * into `1499` (failure 10).
 */
export type JsonValue = string | boolean | null | JsonNumber | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

export class JsonNumber {
  constructor(readonly text: string) {}
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The body's own object is level 1 (decision 0026). */
const MAX_DEPTH = 32;

/**
 * Reads a raw body as one JSON object. The error is a sentence for the caller: not UTF-8, not JSON, not an object,
 * nested too deeply, or a key given twice or named `__proto__` (decision 0026, failure 17).
 */
export function parseJsonObject(raw: Buffer): Result<JsonObject, string> {
  let text: string;
  try {
    text = decoder.decode(raw);
  } catch {
    return err("The request body is not valid UTF-8.");
  }
  const outline = scan(text);
  if (outline.depth > MAX_DEPTH) return err(`The request body is nested deeper than ${MAX_DEPTH} levels.`);

  let parsed: unknown;
  try {
    parsed = parse(text);
  } catch {
    return err("The request body is not valid JSON.");
  }
  const converted = convert(parsed);
  if (!isObject(converted.value)) return err("The request body must be a JSON object.");
  if (converted.hasForbiddenKey) return err('The request body has a key named "__proto__".');
  // The parser accepts a repeated key when its values are equal; counting the colons finds it.
  if (converted.entries !== outline.colons) return err("The request body has a key that is given twice.");
  return ok(converted.value);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  );
}

/** Depth and number of key-value pairs, counted in the text: nothing is allocated for a body that will be refused. */
function scan(text: string): { depth: number; colons: number } {
  let depth = 0;
  let deepest = 0;
  let colons = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (inString) {
      if (char === "\\") i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") deepest = Math.max(deepest, (depth += 1));
    else if (char === "}" || char === "]") depth -= 1;
    else if (char === ":") colons += 1;
  }
  return { depth: deepest, colons };
}

type Converted = { value: JsonValue; entries: number; hasForbiddenKey: boolean };

function convert(parsed: unknown): Converted {
  if (isLosslessNumber(parsed))
    return { value: new JsonNumber(parsed.value), entries: 0, hasForbiddenKey: false };
  if (parsed === null || typeof parsed === "string" || typeof parsed === "boolean") {
    return { value: parsed, entries: 0, hasForbiddenKey: false };
  }
  if (Array.isArray(parsed)) {
    const items = parsed.map(convert);
    return { value: items.map((item) => item.value), ...totals(items) };
  }
  const pairs = Object.entries(parsed as Record<string, unknown>).map(
    ([key, value]) => [key, convert(value)] as const,
  );
  const inner = totals(pairs.map(([, item]) => item));
  return {
    value: Object.fromEntries(pairs.map(([key, item]) => [key, item.value])),
    entries: inner.entries + pairs.length,
    hasForbiddenKey: inner.hasForbiddenKey || pairs.some(([key]) => key === "__proto__"),
  };
}

function totals(items: readonly Converted[]): { entries: number; hasForbiddenKey: boolean } {
  return {
    entries: items.reduce((sum, item) => sum + item.entries, 0),
    hasForbiddenKey: items.some((item) => item.hasForbiddenKey),
  };
}
