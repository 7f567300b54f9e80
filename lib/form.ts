/**
 * The text of a form field, or an empty string: the field may be a file, and a server action can be called without any
 * form (failure 33).
 */
export function textOf(form: unknown, name: string): string {
  const value = form instanceof FormData ? form.get(name) : null;
  return typeof value === "string" ? value : "";
}

/** Whether a form has a field; false without any form. */
export function hasField(form: unknown, name: string): boolean {
  return form instanceof FormData && form.has(name);
}
