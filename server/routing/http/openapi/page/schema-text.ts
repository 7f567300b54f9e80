import type { JsonSchema } from "../document-types";

/** JSON Schema as text for people. */

/** "string or null", "list of object", "number". */
export function typeOf(forms: readonly JsonSchema[]): string {
  return [...new Set(forms.flatMap(typesOf))].join(" or ");
}

function typesOf(form: JsonSchema): string[] {
  if (Array.isArray(form.type)) return form.type.map(String);
  if (form.format === "date-time") return ["time"];
  if (form.type === "array") return ["list"];
  return typeof form.type === "string" ? [form.type] : ["any"];
}

const MAX_PATTERN_LENGTH = 48;
const NOT_BLANK = "\\S";

/** The notes on a field: its descriptions, and its limits in one more line. */
export function notesOf(field: JsonSchema, forms: readonly JsonSchema[]): string[] {
  const descriptions = [field.description, ...forms.map((form) => form.description)].filter(
    (text): text is string => typeof text === "string",
  );
  const limits = [...new Set(forms.flatMap((form) => limitsOf(form, descriptions.length > 0)))];
  return [...new Set(descriptions), ...(limits.length === 0 ? [] : [limits.join(" ")])];
}

/** A pattern is shown only where no description explains it. */
function limitsOf(form: JsonSchema, isDescribed: boolean): string[] {
  const limits: string[] = [];
  if (Array.isArray(form.enum)) limits.push(`One of ${form.enum.map(inCode).join(", ")}.`);
  if (form.const !== undefined) limits.push(`Always ${inCode(form.const)}.`);
  const items = form.items as JsonSchema | undefined;
  if (Array.isArray(items?.enum)) limits.push(`Each one of ${items.enum.map(inCode).join(", ")}.`);
  if (form.type === "integer") limits.push(...span(form.minimum, form.maximum));
  if (typeof form.maxLength === "number") limits.push(`At most ${form.maxLength} characters.`);
  if (typeof form.maxItems === "number") limits.push(`At most ${form.maxItems} of them.`);
  const { pattern } = form;
  if (pattern === NOT_BLANK) limits.push("Not blank.");
  else if (typeof pattern === "string" && !isDescribed && form.format === undefined) {
    if (pattern.length <= MAX_PATTERN_LENGTH) limits.push(`Matches ${inCode(pattern)}.`);
  }
  return limits;
}

function span(minimum: unknown, maximum: unknown): string[] {
  const from = typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER ? minimum : null;
  const to = typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER ? maximum : null;
  if (from !== null && to !== null) return [`${from} to ${to}.`];
  if (from !== null) return [`At least ${from}.`];
  return to === null ? [] : [`At most ${to}.`];
}

function inCode(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
