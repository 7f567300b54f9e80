/**
 * What a form sent in a field, or nothing: a file is no text, and a server action can be called with no form at all
 * (failure 33).
 */
export function textOf(form: unknown, name: string): string {
  const value = form instanceof FormData ? form.get(name) : null;
  return typeof value === "string" ? value : "";
}
