/** What one check found. `action` says what to do; it is there unless the level is "ok". No text contains a secret. */
export type Finding =
  | { check: string; level: "ok"; found: string }
  | { check: string; level: "info" | "warning" | "problem"; found: string; action: string };

export type Level = Finding["level"];

export function ok(check: string, found: string): Finding {
  return { check, level: "ok", found };
}

/** Works as intended; an operator may want to know. */
export function info(check: string, found: string, action: string): Finding {
  return { check, level: "info", found, action };
}

/** Works today, but an operator should know. */
export function warning(check: string, found: string, action: string): Finding {
  return { check, level: "warning", found, action };
}

/** Does not work, or is unsafe: the command exits with 1. */
export function problem(check: string, found: string, action: string): Finding {
  return { check, level: "problem", found, action };
}
