/** The text of the argument of `query`: a statement, or a prepared one. */
export function statementText(statement: unknown): string {
  if (typeof statement === "string") return statement;
  return (statement as { text?: string } | null | undefined)?.text ?? "";
}
