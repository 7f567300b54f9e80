/** The text of what is given to `query`: a statement's own, or a prepared one's. */
export function statementText(statement: unknown): string {
  if (typeof statement === "string") return statement;
  return (statement as { text?: string } | null | undefined)?.text ?? "";
}
