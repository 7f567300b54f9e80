/** What the server said of the rows that it had shown as `of`. */
export type Told = { of: readonly object[]; rows: readonly object[] };

/** The shown rows as they are now. What was told of an earlier read of the page is older than a newer one. */
export function rowsNow<Row extends object>(
  shown: readonly Row[],
  told: Told | null,
  keyOf: (row: Row) => string,
): readonly Row[] {
  if (told === null || told.of !== shown || told.rows.length === 0) return shown;
  // The server presents both in the same way.
  const now = new Map(told.rows.map((row) => [keyOf(row as Row), row as Partial<Row>]));
  return shown.map((row) => ({ ...row, ...now.get(keyOf(row)) }));
}
