/** Whether one line at the top can say it of all rows, so that they need no badges. */
export function areAllTest(rows: readonly { isTest: boolean }[]): boolean {
  return rows.length > 0 && rows.every(({ isTest }) => isTest);
}
