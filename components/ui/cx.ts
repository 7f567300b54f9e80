/** Joins class names, leaving out the ones that do not apply. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined).join(" ");
}
