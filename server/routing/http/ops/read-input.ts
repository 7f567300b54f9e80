import type { z } from "zod";
import { err, ok, type Result } from "@/lib/result";
import type { FieldFault } from "../response";
import { REQUIRED } from "../fields";
import { isObject, type JsonObject, JsonNumber, type JsonValue } from "../json-body";

/** Reads a body by an operation's schema. Returns all field errors, each with its field's path ("rules.0.name"). */
export function readInput<T>(schema: z.ZodType<T>, body: JsonObject): Result<T, FieldFault[]> {
  const input = plain(body);
  const parsed = schema.safeParse(input);
  return parsed.success
    ? ok(parsed.data)
    : err(parsed.error.issues.flatMap((issue) => faultsOf(issue, input)));
}

type Issue = z.core.$ZodIssue;

function faultsOf(issue: Issue, input: unknown): FieldFault[] {
  if (issue.code === "invalid_union") {
    const branch = meantBranch(issue, valueAt(input, issue.path));
    if (branch !== null) {
      return branch.flatMap((inner) => faultsOf({ ...inner, path: [...issue.path, ...inner.path] }, input));
    }
  }
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: nameOf([...issue.path, key]),
      text: "There is no such field.",
    }));
  }
  const isMissing = issue.path.length > 0 && valueAt(input, issue.path) === undefined;
  return [{ field: nameOf(issue.path), text: isMissing ? REQUIRED : issue.message }];
}

/**
 * Finds the alternative of a union that the sender meant: the first whose own fields are all present. Null when there
 * is none; the error of the union is then reported.
 */
function meantBranch(union: z.core.$ZodIssueInvalidUnion, value: unknown): readonly Issue[] | null {
  if (typeof value !== "object" || value === null) return null;
  const lacksField = (issue: Issue): boolean => {
    // A union with a discriminator reports it as missing at the path of that field.
    const [key, ...rest] = issue.path;
    return key === undefined || (rest.length === 0 && valueAt(value, [key]) === undefined);
  };
  const isUnknownField = (issue: Issue): boolean => issue.code === "unrecognized_keys";
  return (
    union.errors.find((issues) => issues.every((issue) => isUnknownField(issue) || !lacksField(issue))) ??
    null
  );
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "body" : path.map(String).join(".");
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );
}

/** No number of the ops extension is hashed, so they become JavaScript numbers here. Amounts are texts. */
function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return JSON.parse(value.text) as unknown;
  if (Array.isArray(value)) return value.map((item: JsonValue) => plain(item));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  return value;
}
