/** A failure by its code: messages of the database can contain the address, and with it a password. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : "no answer";
}
