import { codePointLength, isAcceptedText, isBlank, isStorableText, NOT_ACCEPTED } from "@/lib/text";
import { err, ok, type Result } from "@/lib/result";
import type { FieldFault } from "./response";
import { type JsonObject, JsonNumber, type JsonValue } from "./json-body";

export const REQUIRED = "This field is required.";
export const INVALID_AMOUNT = "Invalid amount or less than 1 rupee";
export const INVALID_REFUND_AMOUNT = "Must be an amount greater than 0 with at most two decimals.";
const NOT_TEXT = "Must be a string.";
const NOT_STORABLE = "Must not contain NUL or lone surrogates.";

/**
 * The hashed fields as the exact texts that were hashed, a number in its original characters. Before the hash, they are
 * only checked for presence: absent, null, of a wrong type or empty (decision 0026). All other checks come after.
 */
export function readHashedFields(
  body: JsonObject,
  fields: readonly string[],
): Result<Record<string, string>, FieldFault[]> {
  const values: Record<string, string> = {};
  const faults: FieldFault[] = [];
  for (const field of fields) {
    const value = body[field];
    const isAmount = field.endsWith("_amount");
    if (typeof value === "string" && value !== "") values[field] = value;
    else if (isAmount && value instanceof JsonNumber) values[field] = value.text;
    else faults.push({ field, text: faultOfHashed(field, value) });
  }
  return faults.length === 0 ? ok(values) : err(faults);
}

function faultOfHashed(field: string, value: JsonValue | undefined): string {
  if (value === undefined || value === null) return REQUIRED;
  if (field === "refund_amount") return INVALID_REFUND_AMOUNT;
  if (field.endsWith("_amount")) return INVALID_AMOUNT;
  return value === "" ? "Must not be empty." : NOT_TEXT;
}

/**
 * The error of an identifier, or null: blank, over its limit in code points, or not storable (decisions 0024 and 0026).
 */
export function faultOfIdentifier(text: string, maxCodePoints: number | null): string | null {
  if (isBlank(text)) return "Must not be blank.";
  if (maxCodePoints !== null && codePointLength(text) > maxCodePoints) {
    return tooLong(maxCodePoints);
  }
  return isStorableText(text) ? null : NOT_STORABLE;
}

function tooLong(maxCodePoints: number): string {
  return `Must be at most ${maxCodePoints} characters.`;
}

/** An optional free text that is stored: null equals absent, the empty text is a value (decision 0026). */
export function readFreeText(
  value: JsonValue | undefined,
  maxCodePoints: number,
): Result<string | null, string> {
  return readFormatted(value, (text) => (isAcceptedText(text) ? text : null), NOT_ACCEPTED, maxCodePoints);
}

/** An optional text with a format: `parse` returns null when it does not match, also for the empty text. */
export function readFormatted<T>(
  value: JsonValue | undefined,
  parse: (text: string) => T | null,
  fault: string,
  maxCodePoints = Infinity,
): Result<T | null, string> {
  if (value === undefined || value === null) return ok(null);
  if (typeof value !== "string") return err(NOT_TEXT);
  if (codePointLength(value) > maxCodePoints) return err(tooLong(maxCodePoints));
  const parsed = parse(value);
  return parsed === null ? err(fault) : ok(parsed);
}
